import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { OUTBOX_VARIABLE, readRecord, RECORD_EXTENSION, type FileRecord } from '@jest-hermetic/leak-record';

/**
 * The directory into which the environments of one run write their records. Workers learn of it from the environment
 * variable, which they inherit. It lives until `remove()`, or until the process exits.
 */
export class Outbox {
  readonly directory: string;
  readonly #removeAtExit = (): void => this.remove();

  constructor() {
    this.directory = mkdtempSync(join(tmpdir(), 'jest-hermetic-'));
    process.env[OUTBOX_VARIABLE] = this.directory;
    // Jest does not call onRunComplete when the user stops the run.
    process.once('exit', this.#removeAtExit);
  }

  /** Every record, and one error for each that cannot be read. */
  read(): { records: FileRecord[]; errors: string[] } {
    const records: FileRecord[] = [];
    const errors: string[] = [];
    for (const name of readdirSync(this.directory).toSorted()) {
      if (!name.endsWith(RECORD_EXTENSION)) continue;
      const read = this.#readOne(name);
      if ('record' in read) records.push(read.record);
      else errors.push(read.error);
    }
    return { records, errors };
  }

  #readOne(name: string): { record: FileRecord } | { error: string } {
    try {
      return readRecord(readFileSync(join(this.directory, name), 'utf8'), name);
    } catch (error) {
      return { error: `The record ${name} cannot be read: ${String(error)}. Its test file was not judged.` };
    }
  }

  /** Removes the directory with everything in it; a second call does nothing. */
  remove(): void {
    process.off('exit', this.#removeAtExit);
    if (process.env[OUTBOX_VARIABLE] === this.directory) delete process.env[OUTBOX_VARIABLE];
    rmSync(this.directory, { recursive: true, force: true });
  }
}
