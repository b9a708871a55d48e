import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import path from 'node:path';
import { usageError } from '../cli-error';

const MOST_OUTPUT = 64 * 1024 * 1024;

/**
 * Absolute path of the script that starts the project's own Jest, as seen from `cwd`.
 * @throws {CliError} exit code 2 when no Jest is installed there.
 */
export function findJestBinary(cwd: string): string {
  const fromProject = createRequire(path.join(cwd, 'package.json'));
  for (const request of ['jest/bin/jest', 'jest-cli/bin/jest']) {
    try {
      return fromProject.resolve(request);
    } catch {
      // The next name is tried; none at all is the error below.
    }
  }
  throw usageError(
    `No Jest can be found from ${cwd}. Run this in the directory of the project that has jest installed.`,
  );
}

/**
 * Runs Jest with its output on our own and waits for it.
 * @returns Its exit code, or null when a signal ended it.
 */
export function runJest(cwd: string, env: NodeJS.ProcessEnv, jestArguments: readonly string[]): number | null {
  const child = spawnSync(process.execPath, [findJestBinary(cwd), ...jestArguments], { cwd, env, stdio: 'inherit' });
  if (child.error !== undefined) throw child.error;
  return child.status;
}

/** Runs Jest without showing what it prints, and gives that. */
export function captureJest(cwd: string, env: NodeJS.ProcessEnv, jestArguments: readonly string[]): string {
  const argv = [findJestBinary(cwd), ...jestArguments];
  const child = spawnSync(process.execPath, argv, { cwd, env, encoding: 'utf8', maxBuffer: MOST_OUTPUT });
  if (child.error !== undefined) throw child.error;
  return child.stderr + child.stdout;
}

/**
 * The test files (absolute) that Jest would run with these arguments.
 * @throws {CliError} exit code 2 with Jest's own words when Jest refuses them.
 */
export function listTests(cwd: string, env: NodeJS.ProcessEnv, jestArguments: readonly string[]): string[] {
  const argv = [findJestBinary(cwd), '--listTests', '--json', ...jestArguments];
  const child = spawnSync(process.execPath, argv, { cwd, env, encoding: 'utf8', maxBuffer: MOST_OUTPUT });
  if (child.error !== undefined) throw child.error;
  const line = child.stdout.split('\n').find((text) => text.startsWith('['));
  if (line === undefined) {
    // Jest ends with 1 and prints no list when it finds no test.
    if (child.stdout.includes('No tests found') || child.stderr.includes('No tests found')) return [];
    throw usageError(`Jest does not list its tests:\n\n${(child.stderr || child.stdout).trim()}`);
  }
  return JSON.parse(line) as string[];
}

/**
 * The configuration as Jest itself resolves it, parsed but not yet checked.
 * @throws {CliError} exit code 2 with Jest's own words when Jest refuses the configuration.
 */
export function showConfig(cwd: string, env: NodeJS.ProcessEnv, jestArguments: readonly string[]): unknown {
  const argv = [findJestBinary(cwd), '--showConfig', ...jestArguments];
  const child = spawnSync(process.execPath, argv, { cwd, env, encoding: 'utf8', maxBuffer: MOST_OUTPUT });
  if (child.error !== undefined) throw child.error;
  if (child.status !== 0) {
    throw usageError(`Jest does not accept this project's configuration:\n\n${(child.stderr || child.stdout).trim()}`);
  }
  return parseShownConfig(child.stdout);
}

/**
 * Reads the output of `jest --showConfig`. A config file may itself print lines before it.
 * @throws {CliError} exit code 2 when there is no JSON in it.
 */
export function parseShownConfig(output: string): unknown {
  const start = output.search(/^\{$/m);
  try {
    return JSON.parse(start === -1 ? output : output.slice(start));
  } catch {
    throw usageError('The output of jest --showConfig is not JSON. Does the Jest config print to standard output?');
  }
}
