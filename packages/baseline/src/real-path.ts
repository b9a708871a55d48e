import { realpathSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

/** The path without symbolic links, also of a file that is not there yet. */
export function realPathOf(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    const parent = dirname(path);
    return parent === path ? path : join(realPathOf(parent), basename(path));
  }
}
