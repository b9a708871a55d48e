import type { Advice, FoundLeak } from './leak';
import type { Kind } from './kinds';

/** The format of a record file; a reader refuses any other. */
export const RECORD_VERSION = 1;

/** Environment variable that names the directory into which the environment writes its records (an absolute path). */
export const OUTBOX_VARIABLE = 'JEST_HERMETIC_OUTBOX';

/** Environment variable that turns everything off when set to `off`. */
export const SWITCH_VARIABLE = 'JEST_HERMETIC';

/** Environment variable that overrides the `stale` option. */
export const STALE_VARIABLE = 'JEST_HERMETIC_STALE';

/** Extension of the files of records in the outbox, each with one record a line. */
export const RECORD_EXTENSION = '.record.json';

/** A fault of our own: it is shown as ours and fails nothing that was green. */
export interface OwnFault {
  /** What we were doing. */
  while: string;
  message: string;
  stack: string | null;
}

/** A wrong input of the user's (option, docblock, allow without a reason): the run fails with exit code 2. */
export interface UsageError {
  message: string;
  file: string | null;
  line: number | null;
}

/** What the environment says of one test file. Written once per file and run, also when it found nothing. */
export interface FileRecord {
  version: typeof RECORD_VERSION;
  /** Version of jest-hermetic. */
  tool: string;
  /** Version of Jest in use, as far as it can be known; null otherwise. */
  jest: string | null;
  node: string;
  /** Absolute global rootDir: the directory that every path below is relative to. */
  rootDir: string;
  /** The test file, relative to `rootDir`. */
  path: string;
  /** `<pid>-<threadId>` of the process that ran it. */
  worker: string;
  /** Position of the file among those this worker ran, from 0. */
  ordinal: number;
  /** Milliseconds since the epoch when the file ended. */
  endedAt: number;
  /** Whether the file ran to its end and every test in it that the source does not skip ran and passed at once. */
  exercised: boolean;
  unexercisedBecause: string | null;
  /** Number of tests that the file declares. */
  tests: number;
  watched: { modules: number; acts: number };
  /** Surfaces that could not be watched here, by the kind they watch, with the reason. */
  unobservable: { kind: Kind; reason: string }[];
  leaks: FoundLeak[];
  /** Indexes in `leaks` of what `contain: 'scope'` put back (see `reachesGate`); absent when it put nothing back. */
  contained?: number[];
  /** Number of leaks that an `ignore` option covers, and the indexes of the `ignore` entries that matched. */
  ignored: number;
  ignoresUsed: number[];
  advice: Advice[];
  /** Opt-outs (docblock lines, `allowLeak()`) that covered nothing in this file. */
  unusedAllows: { kind: string; key: string | null; reason: string; site: { file: string; line: number } | null }[];
  /** Patterns of `freshModules` that matched no module in this file; absent when there are none. */
  unmatchedPatterns?: { pattern: string; site: { file: string; line: number } | null }[];
  /** Owners other than the test file whose code ran here (setup files, source modules with host effects, packages). */
  evaluated: string[];
  faults: OwnFault[];
  errors: UsageError[];
  /** Options that the judge needs and that projects may set differently. */
  gate: 'latent' | 'escaped' | 'observed';
}
