import type { LeakIdentity } from '@jest-hermetic/leak-record';
import { groupBy } from './group-by';
import type { JudgedRecord } from './judge-input';
import { IN_FILE_KINDS } from './owner-sites';
import type { RunIndex } from './run-index';

const PACKAGE_PREFIX = 'node_modules/';

/** Whether an owner is a package, which is judged by other rules than a file. */
export function isPackage(owner: string): boolean {
  return owner.startsWith(PACKAGE_PREFIX);
}

const LOOKS_LIKE_A_TEST = /(?:^|\/)__tests__\/|[.-](?:test|spec)\.[cm]?[jt]sx?$/;

/** Why the run says nothing about whether an owner still leaks it; null when the owner was exercised. */
export function whyUnexercised({ owner, kind }: Pick<LeakIdentity, 'owner' | 'kind'>, run: RunIndex): string | null {
  const own = run.byPath.get(owner) ?? [];
  if (run.missing.has(owner)) return 'it left no record: it did not run to its end';
  if (own.length > 0) return firstReason(own, whyRecordProvesNothing);
  if (run.unguarded.has(owner)) return 'it ran under another test environment';

  const partial = whyPartial(owner, run);
  if (partial !== null) return partial;
  if (run.records.length === 0) return 'no file ran under jest-hermetic';
  const evaluating = run.byEvaluated.get(owner) ?? [];
  if (isPackage(owner) && !ranTwiceInOneWorker(evaluating)) return 'no worker evaluated it in two files';
  // The config of this run may be one of several, and not the one that matches the file.
  const isTestFile = IN_FILE_KINDS.has(kind) || LOOKS_LIKE_A_TEST.test(owner);
  if (evaluating.length === 0 && isTestFile) return 'it is a test file that did not run here';
  // A source module that no longer touches the host is in no list, so every file must have been able to see it.
  return firstReason(evaluating.length > 0 ? evaluating : run.records, (record) => {
    const blind = whyBlind(record);
    return blind === null ? null : `in ${record.path} ${blind}`;
  });
}

function whyPartial(owner: string, { byEvaluated, run, missing }: RunIndex): string | null {
  if (run.complete && missing.size === 0) return null;
  const reasons = [...run.partialBecause, ...[...missing].map((path) => `${path} left no record`)];
  const because = reasons.length === 0 ? '' : `: ${reasons.join(', ')}`;
  return byEvaluated.has(owner)
    ? `only a complete run can tell, and this one was partial${because}`
    : `it did not run here, and the run was partial${because}`;
}

function whyRecordProvesNothing(record: JudgedRecord): string | null {
  if (record.exercised) return whyBlind(record);
  return record.unexercisedBecause ?? 'it did not run to its end';
}

function whyBlind({ unobservable }: JudgedRecord): string | null {
  const [first] = unobservable;
  if (first === undefined) return null;
  return `${first.kind} could not be watched${first.reason === '' ? '' : ` (${first.reason})`}`;
}

function ranTwiceInOneWorker(evaluating: readonly JudgedRecord[]): boolean {
  const filesByWorker = groupBy(evaluating, (record) => record.worker);
  return [...filesByWorker.values()].some((files) => files.length > 1);
}

function firstReason(
  records: readonly JudgedRecord[],
  reasonOf: (record: JudgedRecord) => string | null,
): string | null {
  for (const record of records) {
    const reason = reasonOf(record);
    if (reason !== null) return reason;
  }
  return null;
}
