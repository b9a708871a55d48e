import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import path from 'node:path';
import { usageError } from '../cli-error';

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

/**
 * The configuration as Jest itself resolves it, parsed but not yet checked.
 * @throws {CliError} exit code 2 with Jest's own words when Jest refuses the configuration.
 */
export function showConfig(cwd: string, env: NodeJS.ProcessEnv, jestArguments: readonly string[]): unknown {
  const argv = [findJestBinary(cwd), '--showConfig', ...jestArguments];
  const child = spawnSync(process.execPath, argv, { cwd, env, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 });
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
