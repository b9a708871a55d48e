import { mkdtempSync, readdirSync, readFileSync, rmdirSync, rmSync, statSync, unlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isAlive } from '@jest-hermetic/baseline/is-alive';
import { OUTBOX_VARIABLE, RECORD_EXTENSION, type FileRecord } from '@jest-hermetic/leak-record';
import { readRecords } from '@jest-hermetic/leak-record/read-record';

/** What lies in an outbox at the end of a run. */
export interface OutboxContents {
  records: FileRecord[];
  errors: string[];
  /** The message for the user when the machine lost records: no place to write, or the directory taken away; else null. */
  lost: string | null;
}

/** What cannot be added to the records of a worker is written apart, and renamed at the end. */
const UNWRITTEN = `${RECORD_EXTENSION}.part`;

/** Value of the variable when there is a reporter, though there is nowhere to write to. */
const NO_OUTBOX = 'none';

/**
 * The directory into which the environments of one run write their records. Workers learn of it from the environment
 * variable, which they inherit. It lives until `remove()`, or until the process exits.
 */
export class Outbox {
  readonly directory: string;
  readonly #removeAtExit = (): void => this.remove();

  /** @throws {Error} for the user, when no directory can be made among the temporary files */
  constructor() {
    this.directory = makeDirectory();
    process.env[OUTBOX_VARIABLE] = this.directory;
    // Jest does not call onRunComplete when the user stops the run.
    process.once('exit', this.#removeAtExit);
  }

  /** Every record, one error for each that cannot be read, and what to say when the directory itself is gone. */
  read(): OutboxContents {
    const records: FileRecord[] = [];
    const errors: string[] = [];
    const names = this.#names();
    if (names === null) return { records, errors, lost: goneMessage(this.directory) };
    for (const name of names) {
      if (!name.endsWith(RECORD_EXTENSION)) continue;
      for (const read of this.#readFile(name)) {
        if ('record' in read) records.push(read.record);
        else errors.push(read.error);
      }
    }
    const unwritten = names.filter((name) => name.endsWith(UNWRITTEN)).length;
    return { records, errors, lost: unwritten === 0 ? null : unwrittenMessage(this.directory, unwritten) };
  }

  #names(): string[] | null {
    try {
      return readdirSync(this.directory).toSorted();
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
      return null;
    }
  }

  #readFile(name: string): ReturnType<typeof readRecords> {
    try {
      return readRecords(readFileSync(join(this.directory, name), 'utf8'), name);
    } catch (error) {
      return [{ error: `The records in ${name} cannot be read: ${String(error)}. Their test files were not judged.` }];
    }
  }

  /** Removes the directory with everything in it; a second call does nothing. */
  remove(): void {
    process.off('exit', this.#removeAtExit);
    if (process.env[OUTBOX_VARIABLE] === this.directory) delete process.env[OUTBOX_VARIABLE];
    removeDirectory(this.directory);
  }
}

function makeDirectory(): string {
  removeLeftOvers();
  try {
    return mkdtempSync(join(tmpdir(), `jest-hermetic-${process.pid}-`));
  } catch (error) {
    process.env[OUTBOX_VARIABLE] = NO_OUTBOX;
    const { code } = error as NodeJS.ErrnoException;
    throw new Error(
      `The folder for temporary files, ${tmpdir()}, cannot be written (${code}), so no test file can hand over ` +
        'what it found. Set TMPDIR (on Windows TEMP) to a folder that exists and that this user can write.',
      { cause: error },
    );
  }
}

/** One by one, as long as only records lie in it: what removes whole trees Node loads first. */
function removeDirectory(directory: string): void {
  try {
    for (const name of readdirSync(directory)) unlinkSync(join(directory, name));
    rmdirSync(directory);
  } catch {
    rmSync(directory, { recursive: true, force: true });
  }
}

function goneMessage(directory: string): string {
  return (
    `The folder ${directory}, in which the test files leave what they found, was gone before the end of the run, so ` +
    'nothing was judged. Something clears the temporary files: run Jest again, or set TMPDIR (on Windows TEMP) to a ' +
    'folder that is left alone.'
  );
}

function unwrittenMessage(directory: string, count: number): string {
  const whose = count === 1 ? 'The record of a test file' : `The records of ${count} test files`;
  return (
    `${whose} could not be written to the end in ${directory}, so ${count === 1 ? 'it was' : 'they were'} not judged. ` +
    'Is the disk full? Free some space, or set TMPDIR (on Windows TEMP) to a folder that has it, and run Jest again.'
  );
}

/** Long enough that no run is still going, also one whose processes we cannot see from here. */
const LEFT_OVER_AFTER = 24 * 60 * 60 * 1000;

/** How many directories of other runs are looked at: a machine on which runs are killed all the time has hundreds. */
const MOST_LOOKED_AT = 20;

/** Nothing of ours runs when a run is killed, so a later one takes its directory away. */
function removeLeftOvers(): void {
  try {
    const others = readdirSync(tmpdir()).flatMap((name) => {
      const pid = /^jest-hermetic-(\d+)-\w{6}$/.exec(name)?.[1];
      return pid === undefined ? [] : [{ directory: join(tmpdir(), name), pid: Number(pid) }];
    });
    // Each run begins with another one, so that those which stay hide none.
    const count = Math.min(others.length, MOST_LOOKED_AT);
    for (let i = 0; i < count; i += 1) {
      const { directory, pid } = others[(process.pid + i) % others.length]!;
      const stats = statSync(directory, { throwIfNoEntry: false });
      if (stats === undefined || Date.now() - stats.mtimeMs <= LEFT_OVER_AFTER || isAlive(pid)) continue;
      rmSync(directory, { recursive: true });
    }
  } catch {
    // Another run does the same, or they are another user's.
  }
}
