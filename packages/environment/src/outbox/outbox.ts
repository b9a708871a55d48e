import { isLoaded } from '../surfaces/host/builtins';
import { OUTBOX_VARIABLE, RECORD_EXTENSION, TRACE_EXTENSION } from '@jest-hermetic/leak-record';
import type { FileRecord, TraceRecord } from '@jest-hermetic/leak-record';
import { mkdirSync, renameSync, writeFileSync } from '../originals';

let written = 0;

/** `<pid>-<threadId>`: worker threads share the pid of their parent. */
export const WORKER_NAME = `${process.pid}-${threadIdHere()}`;

/** No other worker, earlier worker with the same pid, or copy of this package in this process has this name. */
const COPY_NAME = `${WORKER_NAME}-${process.hrtime.bigint()}`;

/** The directory that the reporter made for this run, or null when there is no reporter. */
export function outboxDirectory(): string | null {
  const directory = process.env[OUTBOX_VARIABLE];
  return directory === undefined || directory === '' || directory === 'none' ? null : directory;
}

/**
 * Adds the record of one file to those of this worker, where the reporter looks for them. A new file would take longer
 * than all the rest, so it is one line of a file that each copy of this package in each worker has to itself, with an
 * empty one before it: what a full disk has cut off is not to spoil the next. A record that cannot be added is written
 * apart, so that at least it is seen that there was one.
 */
export function writeRecord(directory: string, record: FileRecord): void {
  const line = `\n${JSON.stringify(record)}\n`;
  try {
    writeInto(directory, `${directory}/${COPY_NAME}${RECORD_EXTENSION}`, line, APPEND);
  } catch {
    writeApart(directory, line, RECORD_EXTENSION);
  }
}

/** The same for what `jest-hermetic trace` asked for; each is a file of its own. */
export function writeTrace(directory: string, record: TraceRecord): void {
  writeApart(directory, JSON.stringify(record), TRACE_EXTENSION);
}

const APPEND = { flag: 'a' };

/** Under a name that nothing else can have, and whole or not at all. */
function writeApart(directory: string, text: string, extension: string): void {
  // No function of node:path: they call each other through the object that a test may have patched for good.
  const target = `${directory}/${COPY_NAME}-${++written}${extension}`;
  const temporary = `${target}.part`;
  writeInto(directory, temporary, text);
  renameSync(temporary, target);
}

function writeInto(directory: string, file: string, text: string, options: { flag?: string } = {}): void {
  try {
    writeFileSync(file, text, options);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    mkdirSync(directory, { recursive: true });
    writeFileSync(file, text, options);
  }
}

/** Node's part for threads takes a while to load, and a thread has it already: Jest started it through that. */
function threadIdHere(): number {
  return isLoaded('worker_threads')
    ? (require('node:worker_threads') as typeof import('node:worker_threads')).threadId
    : 0;
}
