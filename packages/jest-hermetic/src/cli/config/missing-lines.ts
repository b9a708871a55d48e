import { createRequire } from 'node:module';
import path from 'node:path';
import type { Project, ProjectEnvironment } from '../project/read-project';

/** What a Jest config must still say before jest-hermetic watches its tests. */
export interface MissingLines {
  /** The projects that lack the environment: all of a config, or none. Of a config without projects it is one. */
  environments: MissingEnvironment[];
  /** The whole list of reporters as it must be; null when ours is there. */
  reporters: unknown[] | null;
}

/** A project that lacks our environment. */
export interface MissingEnvironment {
  project: string;
  /** The base environment to name; null for Jest's node environment, which is the default. */
  base: string | null;
}

/** The name of the environment in a config. */
export const OUR_ENVIRONMENT = 'jest-hermetic';
/** The name of the reporter in a config. */
export const OUR_REPORTER = 'jest-hermetic/reporter';

/** The built-in reporter that runs when none is configured; naming any other replaces it. */
const DEFAULT_REPORTER = 'default';

/** Compares the config as Jest resolved it with what we need. */
export function findMissingLines({ environments, reporters, hasReporter, rootDir }: Project): MissingLines {
  // One project with ours is a choice: the others may be left unguarded on purpose.
  const isBare = environments.every(({ kind }) => kind !== 'ours');
  const present = reporters.length === 0 ? [DEFAULT_REPORTER] : reporters.map((one) => asWritten(one, rootDir));
  return {
    environments: isBare ? environments.map((one) => ({ project: one.project, base: baseOf(one) })) : [],
    reporters: hasReporter ? null : [...present, OUR_REPORTER],
  };
}

/** Whether the config lacks nothing. */
export function isComplete({ environments, reporters }: MissingLines): boolean {
  return environments.length === 0 && reporters === null;
}

function baseOf({ kind, path: file, rootDir }: ProjectEnvironment): string | null {
  return kind === 'node' ? null : requestFor(file, rootDir, './');
}

function asWritten([file, options]: readonly [path: string, options: unknown], rootDir: string): unknown {
  const request = path.isAbsolute(file) ? requestFor(file, rootDir, '<rootDir>/') : file;
  const isBare = typeof options !== 'object' || options === null || Object.keys(options).length === 0;
  return isBare ? request : [request, options];
}

/** How a config names a file that Jest resolved: by its package where that leads to it, else from rootDir on. */
function requestFor(file: string, rootDir: string, prefix: string): string {
  const name = /.*[\\/]node_modules[\\/]((?:@[^\\/]+[\\/])?[^\\/]+)/.exec(file)?.[1]?.replace('\\', '/');
  if (name !== undefined && leadsTo(name, file, rootDir)) return name;
  return prefix + path.relative(rootDir, file).split(path.sep).join('/');
}

function leadsTo(name: string, file: string, rootDir: string): boolean {
  try {
    return createRequire(path.join(rootDir, 'package.json')).resolve(name) === file;
  } catch {
    // What only `import` may load does not resolve here.
    return true;
  }
}
