import { loadLater, TRACE_VARIABLE } from '@jest-hermetic/leak-record';
import type { TraceRequest } from '@jest-hermetic/leak-record';
import { readFileSync } from '../originals';

const reading = loadLater(
  () => require('@jest-hermetic/leak-record/read-trace') as typeof import('@jest-hermetic/leak-record/read-trace'),
);

/**
 * The request of `jest-hermetic trace`, when this is its run.
 * @throws {Error} when the variable is set and names no request.
 */
export function traceRequest(): TraceRequest | null {
  const file = process.env[TRACE_VARIABLE];
  if (file === undefined || file === '') return null;
  const read = reading().readTraceRequest(readFileSync(file, 'utf8'), file);
  if ('error' in read) throw new Error(read.error);
  return read.request;
}
