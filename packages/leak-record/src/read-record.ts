import { boolean, list, nullable, oneOf, optional, shape, string, text, whole, type ChecksOf } from './checks';
import { GRADES, KINDS } from './kinds';
import { advice, leakChecks, watched } from './leak-checks';
import { readJson } from './read-json';
import { RECORD_VERSION } from './protocol';
import type { FileRecord, OwnFault, UsageError } from './record';
import type { FoundLeak } from './leak';

type Item<T extends readonly unknown[]> = T[number];
type UnusedAllow = Item<FileRecord['unusedAllows']>;
type UnmatchedPattern = Item<NonNullable<FileRecord['unmatchedPatterns']>>;

const place = nullable(shape<{ file: string; line: number }>({ file: text, line: whole(1) }));

const checks: ChecksOf<FileRecord> = {
  version: oneOf([RECORD_VERSION]),
  tool: text,
  jest: nullable(string),
  node: text,
  rootDir: text,
  path: text,
  worker: text,
  ordinal: whole(0),
  endedAt: whole(0),
  exercised: boolean,
  unexercisedBecause: nullable(string),
  tests: whole(0),
  watched,
  unobservable: list(shape<Item<FileRecord['unobservable']>>({ kind: oneOf(KINDS), reason: string })),
  leaks: list(shape<FoundLeak>(leakChecks)),
  contained: optional(list(whole(0))),
  ignored: whole(0),
  ignoresUsed: list(whole(0)),
  advice: list(advice),
  unusedAllows: list(
    shape<UnusedAllow>({
      kind: string,
      key: nullable(string),
      reason: string,
      site: place,
    }),
  ),
  unmatchedPatterns: optional(list(shape<UnmatchedPattern>({ pattern: string, site: place }))),
  evaluated: list(text),
  faults: list(shape<OwnFault>({ while: string, message: string, stack: nullable(string) })),
  errors: list(shape<UsageError>({ message: string, file: nullable(string), line: nullable(whole(1)) })),
  gate: oneOf(GRADES),
};

const form = {
  noun: 'record',
  version: RECORD_VERSION,
  check: shape(checks),
  remedy: 'Run Jest again: records are written anew by every run.',
};

/** Reads a file of records, one a line; what is no record has an error instead. */
export function readRecords(text: string, name: string): ({ record: FileRecord } | { error: string })[] {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  return (lines.length === 0 ? [''] : lines).map((line) => readRecord(line, name));
}

/** Reads one record; the error is one message with `name` (the file's), the cause and the remedy. */
export function readRecord(text: string, name: string): { record: FileRecord } | { error: string } {
  const result = readJson(text, name, form);
  return 'error' in result ? result : { record: result.value as FileRecord };
}
