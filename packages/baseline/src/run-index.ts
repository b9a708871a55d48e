import { groupBy } from './group-by';
import type { JudgedRecord, JudgeInput } from './judge-input';

/** What a run knows of an owner whose code ran in its files: asked for each of its entries, so told once. */
export interface Evaluations {
  /** In how many test files it ran. */
  files: number;
  workers: ReadonlySet<string>;
  /** Whether one worker ran it in two files. */
  twiceInOneWorker: boolean;
  /** Where a kind could not be watched while it ran, as words; null where all could. */
  blind: string | null;
}

/** A run with its records by what entries are asked about, so that a list of many thousand lines is judged at once. */
export interface RunIndex extends Pick<JudgeInput, 'ownerExists'> {
  /** Records by test file. */
  byPath: ReadonlyMap<string, readonly JudgedRecord[]>;
  evaluated: ReadonlyMap<string, Evaluations>;
  unguarded: ReadonlySet<string>;
  missing: ReadonlySet<string>;
  /** How many test files left a record. */
  files: number;
  /** {@link Evaluations.blind} of all files together. */
  blind: string | null;
  /** Why the run was partial, as the end of a sentence; null for a complete one. */
  partial: string | null;
}

/** How many reasons stand behind each entry of a partial run; the report has all of them once. */
const MOST_REASONS = 3;

/** Indexes a run. */
export function indexRun({ run, records, ownerExists, unguarded, missing }: JudgeInput): RunIndex {
  const byPath = groupBy(records, ({ path }) => path);
  const byEvaluated = new Map<string, JudgedRecord[]>();
  for (const record of records) {
    for (const owner of new Set(record.evaluated)) {
      const list = byEvaluated.get(owner);
      if (list === undefined) byEvaluated.set(owner, [record]);
      else list.push(record);
    }
  }
  return {
    ownerExists,
    byPath,
    evaluated: new Map([...byEvaluated].map(([owner, list]) => [owner, evaluationsOf(list)])),
    unguarded: new Set(unguarded),
    missing: new Set(missing),
    files: byPath.size,
    blind: firstBlind(records),
    partial: run.complete && missing.length === 0 ? null : partialWords(run.partialBecause, missing),
  };
}

/** Why a record tells nothing of what is absent from it; null when everything was watched. */
export function whyBlind({ unobservable }: JudgedRecord): string | null {
  const [first] = unobservable;
  if (first === undefined) return null;
  return `${first.kind} could not be watched${first.reason === '' ? '' : ` (${first.reason})`}`;
}

function evaluationsOf(records: readonly JudgedRecord[]): Evaluations {
  const workers = new Set(records.map(({ worker }) => worker));
  return {
    files: new Set(records.map(({ path }) => path)).size,
    workers,
    twiceInOneWorker: workers.size < records.length,
    blind: firstBlind(records),
  };
}

function firstBlind(records: readonly JudgedRecord[]): string | null {
  for (const record of records) {
    const blind = whyBlind(record);
    if (blind !== null) return `in ${record.path} ${blind}`;
  }
  return null;
}

function partialWords(because: readonly string[], missing: readonly string[]): string {
  const reasons = [...because, ...missing.map((path) => `${path} left no record`)];
  if (reasons.length === 0) return '';
  const more = reasons.length > MOST_REASONS ? ` and ${reasons.length - MOST_REASONS} more` : '';
  return `: ${reasons.slice(0, MOST_REASONS).join(', ')}${more}`;
}
