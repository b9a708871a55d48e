import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** The directory of this package: the code runs from `src` in its own tests, from `jest/build` otherwise. */
export const PACKAGE_ROOT: string = rootAbove(__dirname);

function rootAbove(directory: string): string {
  return existsSync(join(directory, 'package.json')) ? directory : rootAbove(dirname(directory));
}

/** The version of this package, as published. */
export const TOOL_VERSION: string = (require(join(PACKAGE_ROOT, 'package.json')) as { version: string }).version;
