import { realpathSync } from 'node:fs';
import { basename, dirname, join, resolve, sep } from 'node:path';
import { PACKAGE_ROOT } from '../own-package';

const OUR_PACKAGES = ['leak-record', 'baseline', 'recipes', 'environment', 'reporter', 'jest-hermetic'];

const TEST_FILE = /\.test\.[cm]?[jt]sx?$/;

function withRealPath(directory: string): string[] {
  try {
    return [directory, realpathSync(directory)];
  } catch {
    return [directory];
  }
}

/**
 * The directories of code that runs as jest-hermetic, when the package in `packageRoot` runs its code from `codeRoot`
 * (its `build`, or its `src` in this repository's own tests): that one, and the same of each package beside it. Each
 * ends with a separator.
 */
export function ourDirectories(codeRoot: string, packageRoot: string): string[] {
  const packages = dirname(packageRoot);
  const directories = OUR_PACKAGES.flatMap((name) => withRealPath(join(packages, name, basename(codeRoot))));
  return [...new Set([...withRealPath(codeRoot), ...directories])].map((directory) => directory + sep);
}

/** Tells whether a file is in one of `directories`; tests beside the code are not jest-hermetic's but its users'. */
export function filesIn(directories: readonly string[]): (file: string) => boolean {
  return (file) => directories.some((directory) => file.startsWith(directory)) && !TEST_FILE.test(file);
}

/**
 * Whether `file` (absolute) is code of jest-hermetic that runs in a workspace. What is installed is told by the name
 * of its package, in `selectFrames`.
 */
export const isOurFile: (file: string) => boolean = filesIn(ourDirectories(resolve(__dirname, '..'), PACKAGE_ROOT));
