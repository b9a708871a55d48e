import { TRACE_VARIABLE } from '@jest-hermetic/leak-record';
import { readTraceRequest } from '@jest-hermetic/leak-record/read-trace';
import type { TraceRequest } from '@jest-hermetic/leak-record';
import { readFileSync } from '../originals';

/**
 * The request of `jest-hermetic trace`, when this is its run.
 * @throws {Error} when the variable is set and names no request.
 */
export function traceRequest(): TraceRequest | null {
  const file = process.env[TRACE_VARIABLE];
  if (file === undefined || file === '') return null;
  const read = readTraceRequest(readFileSync(file, 'utf8'), file);
  if ('error' in read) throw new Error(read.error);
  return read.request;
}
