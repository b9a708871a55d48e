import type { BaselineFile, JudgeInput } from '@jest-hermetic/baseline';
import { EMPTY_BASELINE } from '@jest-hermetic/baseline/baseline';
import { exitCodeOf } from '@jest-hermetic/baseline/exit-code';
import { judge } from '@jest-hermetic/baseline/judge';
import {
  compareStrings,
  loadLater,
  REPORT_VERSION,
  type FileRecord,
  type Report,
  type ReportFile,
} from '@jest-hermetic/leak-record';
import { faultsOf, usageErrorsOf } from './problems';
import type { FileWithoutRecord, RunFacts } from './run-facts';
import { unwatchedKinds } from './unobservable';

const reproducing = loadLater(() => require('./reproduce') as typeof import('./reproduce'));

/** Stands for the hash of a baseline that cannot be read, so that no command takes the report for one of it. */
export const UNREADABLE = 'unreadable';

/** Everything that a report is made of. */
export interface ReportInput {
  tool: string;
  node: string;
  records: readonly FileRecord[];
  facts: RunFacts;
  /** The baseline; null when it cannot be read, and then nothing is judged. */
  baseline: (Pick<BaselineFile, 'baseline' | 'hash'> & { path: string }) | { path: string; unreadable: true };
  ownerExists: JudgeInput['ownerExists'];
  renames: JudgeInput['renames'];
  /** Wrong inputs of the user's: the run fails. */
  usageErrors: readonly string[];
  /** What went wrong on our side: it is told, and fails nothing. */
  ownProblems: readonly string[];
  /** Where rootDir lies as seen from the report file; null when none is written. */
  rootFromReport?: string | null;
  /** What the command line said of the config, ready for a shell: `-c unit.config.js`. */
  jestArguments?: string | null;
}

/** The report of one run. Pure: no disk, clock, git or Jest. */
export function buildReport(input: ReportInput): Report {
  const { records, facts } = input;
  const unreadable = 'unreadable' in input.baseline;
  const baseline = 'unreadable' in input.baseline ? EMPTY_BASELINE : input.baseline.baseline;
  const { leaks, entries, counts } = judge({
    records: unreadable ? [] : records,
    run: facts,
    unguarded: pathsOf(facts, 'unguarded'),
    missing: pathsOf(facts, 'missing'),
    baseline,
    ownerExists: input.ownerExists,
    renames: input.renames,
  });
  const usage = [...input.usageErrors, ...usageErrorsOf(records)];
  const problems = [...new Set([...usage, ...input.ownProblems, ...faultsOf(records)])];
  const judged = unreadable ? records.map(withoutEvidence) : records;
  const files = [...judged.map(guardedFile), ...facts.withoutRecord.map(fileWithoutRecord)];
  const nothingJudged = records.length === 0 || unreadable;
  const { code } = exitCodeOf({
    usage: problems.length,
    nothingJudged,
    grewAgainstBase: 0,
    leaks: counts.failing,
    stale: counts.stale,
    staleMode: facts.stale,
    unwatched: unwatchedKinds(files).length,
  });
  const testFiles = new Set(files.map(({ path }) => path));
  return {
    version: REPORT_VERSION,
    tool: records[0]?.tool ?? input.tool,
    jest: records.find(({ jest }) => jest !== null)?.jest ?? null,
    node: records[0]?.node ?? input.node,
    rootDir: '.',
    rootFromReport: input.rootFromReport ?? null,
    run: {
      complete: facts.complete,
      partialBecause: [...facts.partialBecause, ...pathsOf(facts, 'missing').map((path) => `${path} left no record`)],
      shard: facts.shard,
      seed: facts.seed,
      workers: facts.workers,
      failed: usage.length > 0 || counts.failing > 0 || (counts.stale > 0 && facts.stale === 'fail'),
      exitCode: code,
      endedAt: facts.endedAt,
    },
    files: files.toSorted((a, b) => compareStrings(a.path, b.path)),
    leaks: leaks.map((leak) => ({
      ...leak,
      reproduce: reproducing().reproduceCommand(leak, testFiles, input.jestArguments),
    })),
    advice: records.flatMap(({ advice }) => advice),
    ignored: records.reduce((sum, { ignored }) => sum + ignored, 0),
    problems,
    baseline: {
      path: input.baseline.path,
      hash: 'unreadable' in input.baseline ? UNREADABLE : input.baseline.hash,
      entries: baseline.entries.length,
      ...entries,
    },
  };
}

function pathsOf({ withoutRecord }: RunFacts, status: FileWithoutRecord['status']): string[] {
  return withoutRecord.filter((file) => file.status === status).map(({ path }) => path);
}

/** Leaks are not in a report that judged nothing, so nobody may take it for evidence that there are none. */
function withoutEvidence(record: FileRecord): FileRecord {
  const because = 'the baseline could not be read in that run; run Jest again to judge the line';
  return { ...record, exercised: false, unexercisedBecause: because };
}

function guardedFile(record: FileRecord): ReportFile {
  const { path, exercised, unexercisedBecause, tests, watched, evaluated, worker } = record;
  const unobservable = [...new Set(record.unobservable.map(({ kind }) => kind))];
  return { path, guarded: true, exercised, unexercisedBecause, tests, watched, unobservable, evaluated, worker };
}

function fileWithoutRecord({ path, because }: FileWithoutRecord): ReportFile {
  return {
    path,
    guarded: false,
    exercised: false,
    unexercisedBecause: because,
    tests: 0,
    watched: { modules: 0, acts: 0 },
    unobservable: [],
    evaluated: [],
    worker: null,
  };
}
