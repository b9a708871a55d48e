import * as nodeCrypto from 'node:crypto';
import { closeSync, linkSync, openSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { BaselineError } from './baseline-error';
import { codeOf, reasonOf } from './file-faults';
import { realPathOf } from './real-path';
import { isAlive } from './is-alive';

// Taken now: a test may replace it on the host.
const { createHash, randomBytes } = nodeCrypto;

/** How long a writer waits for another one, in milliseconds; writing takes a few. */
const LONGEST_WAIT = 10_000;

/** A lock file without a readable owner is taken for left over after this many milliseconds. */
const LONGEST_OPENING = 2_000;

/**
 * Runs `work`, which reads the baseline at `path` and writes it again, while no other process of this machine does:
 * two writers that read the same list would each drop what the other added. The lock of a process that was killed is
 * taken over.
 *
 * @throws {BaselineError} when another process holds the lock for ten seconds
 */
export function withBaselineLock<T>(path: string, work: () => T, shownAs = path): T {
  const lock = lockFileOf(path);
  acquire(lock, shownAs);
  try {
    return work();
  } finally {
    rmSync(lock, { force: true });
  }
}

/**
 * In the directory for temporary files, so that a process that is killed leaves nothing in the project. The same for every
 * name of one file: two writers may have come to it through different links.
 */
export function lockFileOf(path: string): string {
  const name = createHash('sha256')
    .update(realPathOf(resolve(path)))
    .digest('hex')
    .slice(0, 24);
  return join(tmpdir(), `jest-hermetic-${name}.lock`);
}

function acquire(lock: string, shownAs: string): void {
  const until = Date.now() + LONGEST_WAIT;
  for (;;) {
    if (tryToCreate(lock, shownAs)) return;
    if (isLeftOver(lock)) takeAway(lock);
    if (Date.now() > until) {
      const message = `another process has been writing it for ${LONGEST_WAIT / 1000} s. If none is, delete ${lock} and try again.`;
      throw new BaselineError(shownAs, [{ line: null, message }]);
    }
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5 + Math.random() * 15);
  }
}

function tryToCreate(lock: string, shownAs: string): boolean {
  let file: number | null = null;
  try {
    file = openSync(lock, 'wx');
    writeFileSync(file, String(process.pid));
    return true;
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    if (file !== null) rmSync(lock, { force: true });
    const message = `the file ${lock}, which keeps other writers away, cannot be written: ${reasonOf(error)}`;
    throw new BaselineError(shownAs, [{ line: null, message }]);
  } finally {
    if (file !== null) closeSync(file);
  }
}

function isLeftOver(lock: string): boolean {
  const pid = ownerOf(lock);
  if (pid !== null) return !isAlive(pid);
  const stats = statSync(lock, { throwIfNoEntry: false });
  return stats !== undefined && Date.now() - stats.mtimeMs > LONGEST_OPENING;
}

/** Two processes may see the same left-over lock; one that moved away a live lock instead puts it back. */
function takeAway(lock: string): void {
  const aside = `${lock}.${randomBytes(6).toString('hex')}`;
  try {
    renameSync(lock, aside);
  } catch {
    return;
  }
  const pid = ownerOf(aside);
  if (pid !== null && isAlive(pid)) restore(aside, lock);
  rmSync(aside, { force: true });
}

function restore(aside: string, lock: string): void {
  try {
    linkSync(aside, lock);
  } catch {
    // A third process holds it by now.
  }
}

function ownerOf(lock: string): number | null {
  try {
    const pid = Number(readFileSync(lock, 'utf8'));
    return Number.isSafeInteger(pid) && pid > 0 ? pid : null;
  } catch {
    return null;
  }
}
