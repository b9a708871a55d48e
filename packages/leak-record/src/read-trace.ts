import { boolean, list, nullable, oneOf, shape, string, text, whole, type ChecksOf } from './checks';
import { KINDS } from './kinds';
import type { Site } from './leak';
import { readJson } from './read-json';
import { TRACE_VERSION } from './protocol';
import type { TraceKey, TracedWrite, TraceRecord, TraceRequest, Writer } from './trace';

const key = oneOf(KINDS);
const site = nullable(shape<Site>({ file: text, line: whole(1), column: whole(1) }));
const scope = shape<TracedWrite['scope']>({
  type: oneOf(['test', 'describe', 'file']),
  name: nullable(string),
  hook: nullable(oneOf(['beforeAll', 'beforeEach', 'afterEach', 'afterAll'])),
});

const requestChecks: ChecksOf<TraceRequest> = {
  version: oneOf([TRACE_VERSION]),
  directory: text,
  keys: list(shape<TraceKey>({ kind: key, key: text })),
};

const recordChecks: ChecksOf<TraceRecord> = {
  version: oneOf([TRACE_VERSION]),
  path: text,
  writes: list(
    shape<TracedWrite>({
      kind: key,
      key: text,
      site,
      via: site,
      calledAt: site,
      by: nullable(oneOf(['tests', 'module', 'source', 'package'] satisfies Writer[])),
      scope,
      was: string,
      is: string,
    }),
  ),
  unwatched: list(shape<TraceRecord['unwatched'][number]>({ kind: key, key: text, reason: text })),
  cut: boolean,
};

const remedy = 'Run the command again.';

/** Reads a request; an error is one sentence. */
export function readTraceRequest(content: string, name: string): { request: TraceRequest } | { error: string } {
  const form = { noun: 'trace request', version: TRACE_VERSION, check: shape(requestChecks), remedy };
  const read = readJson(content, name, form);
  return 'error' in read ? read : { request: read.value as TraceRequest };
}

/** Reads a record; an error is one sentence. */
export function readTraceRecord(content: string, name: string): { record: TraceRecord } | { error: string } {
  const form = { noun: 'trace record', version: TRACE_VERSION, check: shape(recordChecks), remedy };
  const read = readJson(content, name, form);
  return 'error' in read ? read : { record: read.value as TraceRecord };
}
