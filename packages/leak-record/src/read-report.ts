import { boolean, leaf, list, nullable, oneOf, shape, string, text, whole, type ChecksOf } from './checks';
import { KINDS } from './kinds';
import { advice, leakChecks, watched } from './leak-checks';
import { readJson } from './read-json';
import { REPORT_VERSION } from './protocol';
import type { Report, ReportEntry, ReportFile } from './report';
import type { Leak, LeakVerdict } from './verdicts';

const verdicts = ['new', 'grown', 'known', 'below-gate', 'allowed', 'unattributed'] satisfies LeakVerdict[];

const seed = leaf('a whole number', (value) => Number.isSafeInteger(value));

const run: ChecksOf<Report['run']> = {
  complete: boolean,
  partialBecause: list(string),
  shard: nullable(shape<NonNullable<Report['run']['shard']>>({ index: whole(1), count: whole(1) })),
  seed: nullable(seed),
  workers: nullable(whole(1)),
  failed: boolean,
  exitCode: whole(0),
  endedAt: whole(0),
};

const file: ChecksOf<ReportFile> = {
  path: text,
  guarded: boolean,
  exercised: boolean,
  unexercisedBecause: nullable(string),
  tests: whole(0),
  watched,
  unobservable: list(oneOf(KINDS)),
  evaluated: list(text),
  worker: nullable(text),
};

const entries = list(
  shape<ReportEntry>({
    owner: text,
    kind: oneOf(KINDS),
    key: text,
    allowed: whole(0),
    sites: whole(0),
    line: nullable(whole(1)),
    because: nullable(string),
    movedTo: nullable(string),
  }),
);

const baseline: ChecksOf<Report['baseline']> = {
  path: text,
  hash: text,
  entries: whole(0),
  new: entries,
  grown: entries,
  known: entries,
  shrunk: entries,
  fixed: entries,
  gone: entries,
  moved: entries,
  unexercised: entries,
};

const report: ChecksOf<Report> = {
  version: oneOf([REPORT_VERSION]),
  tool: text,
  jest: nullable(string),
  node: text,
  rootDir: text,
  rootFromReport: nullable(text),
  run: shape(run),
  files: list(shape(file)),
  leaks: list(shape<Leak>({ ...leakChecks, verdict: oneOf(verdicts), reproduce: nullable(string) })),
  advice: list(advice),
  ignored: whole(0),
  problems: list(string),
  baseline: shape(baseline),
};

const form = {
  noun: 'report',
  version: REPORT_VERSION,
  check: shape(report),
  remedy: 'Run Jest again: it writes the report anew.',
};

/** Reads a report that a run wrote; the error is one message with `name` (the file's), the cause and the remedy. */
export function readReport(text: string, name: string): { report: Report } | { error: string } {
  const result = readJson(text, name, form);
  return 'error' in result ? result : { report: result.value as Report };
}
