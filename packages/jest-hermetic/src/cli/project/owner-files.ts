import { statSync } from 'node:fs';
import path from 'node:path';

/** Those of `owners` whose file was written after `time` (milliseconds since the epoch). */
export function changedSince(rootDir: string, owners: readonly string[], time: number): string[] {
  return owners.filter((owner) => {
    const stats = statSync(path.resolve(rootDir, owner), { throwIfNoEntry: false });
    return stats?.isFile() === true && stats.mtimeMs > time;
  });
}
