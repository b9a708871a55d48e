import type { EntryVerdict, FileRecord, Leak, LeakVerdict, ReportEntry } from '@jest-hermetic/leak-record';
import type { Baseline } from './baseline';

/** What judging needs of the record of a file. */
export type JudgedRecord = Pick<
  FileRecord,
  'path' | 'worker' | 'exercised' | 'unexercisedBecause' | 'unobservable' | 'evaluated' | 'leaks' | 'contained' | 'gate'
>;

/** What a run was, as plain data. All paths are relative to the global rootDir with `/`. */
export interface JudgeInput {
  /** One record a file that ran under the environment; one a project where several run the same file. */
  records: readonly JudgedRecord[];
  run: {
    /** Every file that the config matches ran to its end and no filter was set. */
    complete: boolean;
    /** Why not, as words. */
    partialBecause: readonly string[];
  };
  /** Test files that ran under another environment. */
  unguarded: readonly string[];
  /** Test files that should have left a record and did not. */
  missing: readonly string[];
  baseline: Baseline;
  /** Whether the file or package that an entry charges is still there. */
  ownerExists(owner: string): boolean;
  /** What git knows as renamed: old path to new path. */
  renames: ReadonlyMap<string, string>;
}

/** The verdicts on a run. */
export interface Judgement {
  /** Every leak found, merged and in order. `reproduce` is null: the caller knows how the tests are run. */
  leaks: Leak[];
  /** The baseline's entries, and under `new` what is not in it, each list sorted by identity. */
  entries: Record<EntryVerdict, ReportEntry[]>;
  counts: {
    leaks: Record<LeakVerdict, number>;
    entries: Record<EntryVerdict, number>;
    /** Identities that fail a run with exit code 1: `new` and `grown`. */
    failing: number;
    /** Entries that fail a run with exit code 3: `shrunk`, `fixed`, `gone` and `moved`. */
    stale: number;
  };
}
