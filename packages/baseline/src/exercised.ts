import type { LeakIdentity } from '@jest-hermetic/leak-record';
import type { JudgedRecord } from './judge-input';
import { isPackage } from './owner-exists';
import { IN_FILE_KINDS } from './owner-sites';
import { whyBlind, type RunIndex } from './run-index';

const LOOKS_LIKE_A_TEST = /(?:^|\/)__tests__\/|[.-](?:test|spec)\.[cm]?[jt]sx?$/;

/** Why the run says nothing about whether an owner still leaks it; null when the owner was exercised. */
export function whyUnexercised({ owner, kind }: Pick<LeakIdentity, 'owner' | 'kind'>, run: RunIndex): string | null {
  if (run.missing.has(owner)) return 'it left no record: it did not run to its end';
  const own = run.byPath.get(owner);
  if (own !== undefined) return firstReason(own);
  if (run.unguarded.has(owner)) return 'it ran under another test environment';

  const evaluated = run.evaluated.get(owner);
  if (run.partial !== null) {
    return evaluated === undefined
      ? `it did not run here, and the run was partial${run.partial}`
      : `only a complete run can tell, and this one was partial${run.partial}`;
  }
  if (run.files === 0) return 'no file ran under jest-hermetic';
  if (isPackage(owner) && evaluated?.twiceInOneWorker !== true) return 'no worker evaluated it in two files';
  // The config of this run may be one of several, and not the one that matches the file.
  const isTestFile = IN_FILE_KINDS.has(kind) || LOOKS_LIKE_A_TEST.test(owner);
  if (evaluated === undefined && isTestFile) return 'it is a test file that did not run here';
  if (evaluated === undefined && run.unguarded.size > 0) return 'it may have run in a file under another environment';
  // A source module that no longer touches the host is in no list, so every file must have been able to see it.
  return (evaluated ?? run).blind;
}

function firstReason(records: readonly JudgedRecord[]): string | null {
  for (const record of records) {
    const reason = whyRecordProvesNothing(record);
    if (reason !== null) return reason;
  }
  return null;
}

function whyRecordProvesNothing(record: JudgedRecord): string | null {
  if (record.exercised) return whyBlind(record);
  return record.unexercisedBecause ?? 'it did not run to its end';
}
