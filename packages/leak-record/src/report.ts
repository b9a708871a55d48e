import type { Advice } from './leak';
import type { LeakIdentity } from './identity';
import type { Kind } from './kinds';
import type { REPORT_VERSION } from './protocol';
import type { Leak } from './verdicts';

/** One test file in the report. */
export interface ReportFile {
  path: string;
  guarded: boolean;
  exercised: boolean;
  unexercisedBecause: string | null;
  tests: number;
  watched: { modules: number; acts: number };
  /** The kinds that could not be watched here. */
  unobservable: Kind[];
  /** Setup files and listed packages whose code ran in it. */
  evaluated: string[];
  /** Which process or thread ran it, to tell which files shared one; null for a file without a record. */
  worker: string | null;
}

/** One baseline entry with what the run says of it. `line` is 1-based in the baseline file, null for a `new` one. */
export interface ReportEntry extends LeakIdentity {
  /** Sites that the baseline allows (0 for a `new` one). */
  allowed: number;
  /** Distinct owner sites at or above the gate (`new`, `grown`) or alive at any grade (all others). */
  sites: number;
  line: number | null;
  /** Why it was not judged, why it counts as stale, or for `moved` where it went. */
  because: string | null;
  /** For `moved`: the new owner. */
  movedTo: string | null;
}

/** The whole run, as written to disk: version 1 of the public report. */
export interface Report {
  version: typeof REPORT_VERSION;
  tool: string;
  jest: string | null;
  node: string;
  rootDir: string;
  /**
   * Where rootDir lies as seen from the directory of the report file, by real paths: whose report it is can be told
   * where several projects write to one place. Null when it was not written.
   */
  rootFromReport: string | null;
  run: {
    complete: boolean;
    partialBecause: string[];
    shard: { index: number; count: number } | null;
    seed: number | null;
    workers: number | null;
    failed: boolean;
    exitCode: number;
    /** Milliseconds since the epoch at which the run ended. */
    endedAt: number;
  };
  files: ReportFile[];
  leaks: Leak[];
  advice: Advice[];
  ignored: number;
  /** What went wrong on our side or in the configuration; any of these makes the exit code 2. */
  problems: string[];
  baseline: {
    path: string;
    /** SHA-256 of the bytes of the baseline that was judged against; of nothing when it is missing. */
    hash: string;
    entries: number;
    new: ReportEntry[];
    grown: ReportEntry[];
    known: ReportEntry[];
    shrunk: ReportEntry[];
    fixed: ReportEntry[];
    gone: ReportEntry[];
    moved: ReportEntry[];
    unexercised: ReportEntry[];
  };
}
