import path from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { readOptions, type HermeticOptions } from '@jest-hermetic/leak-record';
import { usageError } from '../cli-error';

/** What stands in place of our environment in one project of the config. */
export type EnvironmentKind = 'ours' | 'node' | 'other';

/** What the verbs need to know of the user's project. All paths are absolute. */
export interface Project {
  rootDir: string;
  options: HermeticOptions;
  baselineFile: string;
  /** Null when the report is kept off the disk. */
  reportFile: string | null;
  environments: ProjectEnvironment[];
  /** The reporters of the config as Jest resolved them, with their options; none when it names none. */
  reporters: (readonly [path: string, options: unknown])[];
  /** Whether our reporter is among them. */
  hasReporter: boolean;
}

/** The environment of one project of the Jest config. */
export interface ProjectEnvironment {
  kind: EnvironmentKind;
  path: string;
  /** What messages call the project. */
  project: string;
  rootDir: string;
}

interface ShownProject {
  rootDir: string;
  displayName?: { name: string };
  testEnvironment: string;
  testEnvironmentOptions?: Record<string, unknown>;
}

interface ShownConfig {
  configs: ShownProject[];
  globalConfig: { rootDir: string; reporters?: [string, unknown][] };
}

/** Options that one run can have only once, whatever its projects say. */
const SHARED = ['baseline', 'report', 'failAt', 'stale'] as const;

/**
 * Reads the parsed output of `jest --showConfig`.
 * @throws {CliError} exit code 2 for wrong options, and for projects that disagree on an option of the whole run.
 */
export function readProject(shown: unknown): Project {
  if (!isShownConfig(shown)) {
    throw usageError('The output of jest --showConfig has no configs and no globalConfig: this Jest is not supported.');
  }
  const { configs, globalConfig } = shown;
  const options = agreedOptions(configs);
  return {
    rootDir: globalConfig.rootDir,
    options,
    baselineFile: path.resolve(globalConfig.rootDir, options.baseline),
    reportFile: options.report.json === false ? null : path.resolve(globalConfig.rootDir, options.report.json),
    environments: configs.map((config) => ({
      kind: environmentKind(config),
      path: config.testEnvironment,
      project: nameOf(config),
      rootDir: config.rootDir,
    })),
    reporters: globalConfig.reporters ?? [],
    hasReporter: (globalConfig.reporters ?? []).some(([name]) => OUR_REPORTER.test(name)),
  };
}

const OUR_ENVIRONMENT = /[\\/]jest-hermetic[\\/](?:index|jsdom)\.js$/;
const OUR_REPORTER = /[\\/]jest-hermetic[\\/]reporter\.js$/;

function environmentKind(config: ShownProject): EnvironmentKind {
  if (OUR_ENVIRONMENT.test(config.testEnvironment)) return 'ours';
  if (/[\\/]jest-environment-node[\\/]/.test(config.testEnvironment)) return 'node';
  // Someone who states our options beside an environment file of their own wraps ours in it.
  const isPackage = /[\\/]node_modules[\\/]/.test(config.testEnvironment);
  return !isPackage && statesOptions(config) ? 'ours' : 'other';
}

function nameOf({ displayName, rootDir }: ShownProject): string {
  return displayName?.name ?? rootDir;
}

function statesOptions(config: ShownProject): boolean {
  return config.testEnvironmentOptions?.['hermetic'] !== undefined;
}

function agreedOptions(configs: ShownProject[]): HermeticOptions {
  const ours = configs.filter((config) => environmentKind(config) === 'ours' || statesOptions(config));
  const read = (ours.length > 0 ? ours : configs.slice(0, 1)).map((config) => {
    const { options, errors } = readOptions(config.testEnvironmentOptions?.['hermetic']);
    if (errors.length > 0) throw usageError(errors.join('\n'));
    return { name: nameOf(config), options };
  });
  const [first, ...others] = read;
  if (first === undefined) throw usageError('The Jest config has no project.');
  for (const other of others) {
    const differing = SHARED.find((name) => !isDeepStrictEqual(first.options[name], other.options[name]));
    if (differing !== undefined) {
      throw usageError(
        `The projects ${first.name} and ${other.name} set a different ${differing} in testEnvironmentOptions.hermetic. ` +
          'One run has one baseline and one report: give it the same value in both.',
      );
    }
  }
  return first.options;
}

function isShownConfig(value: unknown): value is ShownConfig {
  if (typeof value !== 'object' || value === null) return false;
  const { configs, globalConfig } = value as Partial<ShownConfig>;
  return Array.isArray(configs) && typeof globalConfig?.rootDir === 'string';
}
