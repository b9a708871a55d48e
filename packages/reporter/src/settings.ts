import { readOptions, STALE_VARIABLE, SWITCH_VARIABLE, type HermeticOptions } from '@jest-hermetic/leak-record';

/** One project of the run: its name for messages, and what stands in its `testEnvironmentOptions`. */
export interface ProjectSettings {
  name: string;
  testEnvironmentOptions: Record<string, unknown>;
}

/** The options that hold for the run as a whole, and what is wrong with the configuration. */
export interface RunSettings extends Pick<HermeticOptions, (typeof SHARED)[number]> {
  /** The `ignore` rules of each project, by its name. */
  ignores: Map<string, HermeticOptions['ignore']>;
  /** Names of the projects in which nothing is put back. */
  uncontained: ReadonlySet<string>;
  errors: string[];
}

/** Environment variable that overrides `failAt`: `init` sets it, so that leaks fail no test. */
export const FAIL_AT_VARIABLE = 'JEST_HERMETIC_FAIL_AT';

const SHARED = ['baseline', 'report', 'failAt', 'stale'] as const;

/**
 * The settings of a run. Every wrong option, every option on which two projects disagree and a wrong value of the
 * environment variable is one error; the first project's value (or the default) holds meanwhile.
 */
export function readSettings(
  projects: readonly ProjectSettings[],
  environment: Record<string, string | undefined>,
): RunSettings {
  const read = projects.map(({ name, testEnvironmentOptions }) => ({
    name,
    ...readOptions(testEnvironmentOptions['hermetic']),
  }));
  const { baseline, report, failAt, stale } = read[0]?.options ?? readOptions(undefined).options;
  const override = readVariable(environment, STALE_VARIABLE, ['fail', 'warn']);
  const others = [
    ...readVariable(environment, SWITCH_VARIABLE, ['off', 'on']).errors,
    ...readVariable(environment, FAIL_AT_VARIABLE, ['run', 'test']).errors,
  ];
  return {
    baseline,
    report,
    failAt,
    stale: override.value ?? stale,
    ignores: new Map(read.map(({ name, options }) => [name, options.ignore])),
    uncontained: new Set(read.filter(({ options }) => options.contain === 'off').map(({ name }) => name)),
    errors: [...wrongOptions(read), ...disagreements(read), ...override.errors, ...others],
  };
}

type ReadProject = { name: string; options: HermeticOptions };

function disagreements([first, ...others]: ReadProject[]): string[] {
  if (first === undefined) return [];
  return SHARED.flatMap((option) => {
    const value = JSON.stringify(first.options[option]);
    const other = others.find(({ options }) => JSON.stringify(options[option]) !== value);
    if (other === undefined) return [];
    return [
      `The projects ${first.name} and ${other.name} disagree on testEnvironmentOptions.hermetic.${option}: ` +
        `${value} and ${JSON.stringify(other.options[option])}. ` +
        'It holds for the whole run: give it the same value in all projects.',
    ];
  });
}

/** The value of an environment variable that has a few; empty counts as unset. */
function readVariable<T extends string>(
  environment: Record<string, string | undefined>,
  name: string,
  allowed: readonly [T, T],
): { value: T | null; errors: string[] } {
  const given = environment[name] ?? '';
  const value = allowed.find((one) => one === given) ?? null;
  if (value !== null || given === '') return { value, errors: [] };
  return {
    value,
    errors: [`${name} is ${JSON.stringify(given)}: set it to ${allowed.join(' or ')}, or unset it.`],
  };
}

/** Every wrong option once, with the projects that have it where there are others that do not. */
function wrongOptions(read: readonly { name: string; errors: string[] }[]): string[] {
  const projectsOf = new Map<string, string[]>();
  for (const { name, errors } of read) {
    for (const error of errors) projectsOf.set(error, [...(projectsOf.get(error) ?? []), name]);
  }
  return [...projectsOf].map(([error, names]) => {
    if (names.length === read.length) return error;
    return `${names.length === 1 ? 'Project' : 'Projects'} ${names.join(', ')}: ${error}`;
  });
}
