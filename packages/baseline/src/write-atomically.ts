import * as nodeCrypto from 'node:crypto';
import {
  closeSync,
  fchmodSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { BaselineError } from './baseline-error';
import { codeOf, reasonOf } from './file-faults';
import { isAlive } from './is-alive';

// Taken now: a test may replace it on the host.
const { randomBytes } = nodeCrypto;

/**
 * Replaces the file at `path`, or makes it, so that a reader meets the old text or the new one and never half of it.
 * The mode of an existing file is kept, a symbolic link stays one, missing directories are made. It waits for the disk, so
 * that the file outlives a power cut too, unless `forGood` is false.
 *
 * @throws {BaselineError} that names the file as `shownAs`; the file is then as it was and nothing lies beside it
 */
export function writeAtomically(path: string, text: string, shownAs = path, forGood = true): void {
  try {
    const target = resolveLink(path);
    const mode = modeOf(target);
    mkdirSync(dirname(target), { recursive: true });
    replace(target, text, mode, forGood);
  } catch (error) {
    const message = `it cannot be written: ${reasonOf(error)}`;
    throw new BaselineError(shownAs, [{ line: null, message }]);
  }
}

function replace(target: string, text: string, mode: number | null, forGood: boolean): void {
  // In the same directory, since a rename is atomic only inside one file system.
  const temporary = join(dirname(target), `.${basename(target)}.${process.pid}.${randomBytes(6).toString('hex')}.tmp`);
  try {
    const file = openSync(temporary, 'wx');
    try {
      writeFileSync(file, text);
      if (mode !== null) fchmodSync(file, mode);
      if (forGood) fsyncSync(file);
    } finally {
      closeSync(file);
    }
    renameSync(temporary, target);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }
  removeLeftOvers(target);
}

/** What writers that were killed left beside the file. */
function removeLeftOvers(target: string): void {
  const prefix = `.${basename(target)}.`;
  for (const name of readdirSync(dirname(target))) {
    const pid = name.startsWith(prefix) ? /^(\d+)\.[0-9a-f]{12}\.tmp$/.exec(name.slice(prefix.length))?.[1] : undefined;
    if (pid !== undefined && !isAlive(Number(pid))) rmSync(join(dirname(target), name), { force: true });
  }
}

/** Renaming onto a link would put a file in the link's place. */
function resolveLink(path: string): string {
  try {
    return realpathSync(path);
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return path;
    throw error;
  }
}

function modeOf(target: string): number | null {
  const stats = statSync(target, { throwIfNoEntry: false });
  if (stats?.isDirectory()) throw Object.assign(new Error('is a directory'), { code: 'EISDIR' });
  return stats === undefined ? null : stats.mode & 0o7777;
}
