import { existsSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

const PACKAGE_PREFIX = 'node_modules/';

/** Whether an owner is a package, which is judged by other rules than a file. */
export function isPackage(owner: string): boolean {
  return owner.startsWith(PACKAGE_PREFIX);
}

/**
 * Whether an owner is still on disk, for `judge`. A package may be installed in any directory above `rootDir`; where
 * packages are in no directory at all (Plug'n'Play) each is taken to be there.
 */
export function ownerExistsIn(rootDir: string): (owner: string) => boolean {
  return (owner) => {
    if (!isPackage(owner)) return existsSync(resolve(rootDir, owner));
    if (process.versions['pnp'] !== undefined) return true;
    return directoriesUpFrom(resolve(rootDir)).some((directory) => existsSync(join(directory, owner)));
  };
}

function directoriesUpFrom(start: string): string[] {
  const parent = dirname(start);
  return parent === start ? [start] : [start, ...directoriesUpFrom(parent)];
}
