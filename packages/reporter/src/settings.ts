import { readOptions, STALE_VARIABLE, type HermeticOptions } from '@jest-hermetic/leak-record';

/** One project of the run: its name for messages, and what stands in its `testEnvironmentOptions`. */
export interface ProjectSettings {
  name: string;
  testEnvironmentOptions: Record<string, unknown>;
}

/** The options that hold for the run as a whole, and what is wrong with the configuration. */
export interface RunSettings extends Pick<HermeticOptions, (typeof SHARED)[number]> {
  /** The `ignore` rules of each project, by its name. */
  ignores: Map<string, HermeticOptions['ignore']>;
  errors: string[];
}

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
  const override = readStale(environment[STALE_VARIABLE]);
  const wrong = read.flatMap(({ name, errors }) => errors.map((error) => inProject(name, read.length, error)));
  return {
    baseline,
    report,
    failAt,
    stale: override.stale ?? stale,
    ignores: new Map(read.map(({ name, options }) => [name, options.ignore])),
    errors: [...wrong, ...disagreements(read), ...override.errors],
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

function readStale(value: string | undefined): { stale: HermeticOptions['stale'] | null; errors: string[] } {
  if (value === undefined || value === '') return { stale: null, errors: [] };
  if (value === 'fail' || value === 'warn') return { stale: value, errors: [] };
  return {
    stale: null,
    errors: [`${STALE_VARIABLE} is ${JSON.stringify(value)}: set it to fail or warn, or unset it.`],
  };
}

function inProject(name: string, count: number, error: string): string {
  return count > 1 ? `Project ${name}: ${error}` : error;
}
