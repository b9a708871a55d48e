import { groupBy } from './group-by';
import type { JudgedRecord, JudgeInput } from './judge-input';

/** A run with its records by what entries are asked about, so that a list of many thousand lines is judged at once. */
export interface RunIndex extends Pick<JudgeInput, 'run' | 'records' | 'ownerExists'> {
  /** Records by test file. */
  byPath: ReadonlyMap<string, readonly JudgedRecord[]>;
  /** Records by each owner whose code ran in them. */
  byEvaluated: ReadonlyMap<string, readonly JudgedRecord[]>;
  unguarded: ReadonlySet<string>;
  missing: ReadonlySet<string>;
  /** How many test files left a record. */
  files: number;
}

/** Indexes a run. */
export function indexRun({ run, records, ownerExists, unguarded, missing }: JudgeInput): RunIndex {
  const byPath = groupBy(records, ({ path }) => path);
  const pairs = records.flatMap((record) => [...new Set(record.evaluated)].map((owner) => ({ owner, record })));
  const byEvaluated = new Map(
    [...groupBy(pairs, ({ owner }) => owner)].map(([owner, list]) => [owner, list.map(({ record }) => record)]),
  );
  return {
    run,
    records,
    ownerExists,
    byPath,
    byEvaluated,
    unguarded: new Set(unguarded),
    missing: new Set(missing),
    files: byPath.size,
  };
}
