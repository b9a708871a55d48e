import { existsSync, statSync } from 'node:fs';
import path from 'node:path';

/** Those of `owners` whose file was written after `time` (milliseconds since the epoch). */
export function changedSince(rootDir: string, owners: readonly string[], time: number): string[] {
  return owners.filter((owner) => {
    const file = path.resolve(rootDir, owner);
    // What can be no path at all is merely not there for the one, while the other throws.
    const stats = existsSync(file) ? statSync(file, { throwIfNoEntry: false }) : undefined;
    return stats?.isFile() === true && stats.mtimeMs > time;
  });
}
