import { createHash } from 'node:crypto';
import { isLoaded } from '../surfaces/host/builtins';
import { OUTBOX_VARIABLE, RECORD_EXTENSION, TRACE_EXTENSION } from '@jest-hermetic/leak-record';
import type { FileRecord, TraceRecord } from '@jest-hermetic/leak-record';
import { mkdirSync, renameSync, writeFileSync } from '../originals';

let written = 0;

/** `<pid>-<threadId>`: worker threads share the pid of their parent. */
export const WORKER_NAME = `${process.pid}-${threadIdHere()}`;

/** The directory that the reporter made for this run, or null when there is no reporter. */
export function outboxDirectory(): string | null {
  const directory = process.env[OUTBOX_VARIABLE];
  return directory === undefined || directory === '' || directory === 'none' ? null : directory;
}

/**
 * Writes the record of one file where the reporter looks for it: under a name that no other file, worker or project
 * can have, and whole or not at all.
 */
export function writeRecord(directory: string, record: FileRecord): void {
  write(directory, record, RECORD_EXTENSION);
}

/** The same for what `jest-hermetic trace` asked for. */
export function writeTrace(directory: string, record: TraceRecord): void {
  write(directory, record, TRACE_EXTENSION);
}

function write(directory: string, record: FileRecord | TraceRecord, extension: string): void {
  const name = createHash('sha256').update(record.path).digest('hex').slice(0, 12);
  // No function of node:path: they call each other through the object that a test may have patched for good.
  const target = `${directory}/${name}-${WORKER_NAME}-${++written}${extension}`;
  const temporary = `${target}.part`;
  const text = JSON.stringify(record);
  try {
    writeFileSync(temporary, text);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    mkdirSync(directory, { recursive: true });
    writeFileSync(temporary, text);
  }
  renameSync(temporary, target);
}

/** Node's part for threads takes a while to load, and a thread has it already: Jest started it through that. */
function threadIdHere(): number {
  return isLoaded('worker_threads')
    ? (require('node:worker_threads') as typeof import('node:worker_threads')).threadId
    : 0;
}
