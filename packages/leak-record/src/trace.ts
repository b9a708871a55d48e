import type { Kind } from './kinds';
import type { HookKind, Site } from './leak';
import type { TRACE_VERSION } from './protocol';

/** A leaked key whose writes are to be named. */
export interface TraceKey {
  kind: Kind;
  key: string;
}

/** What the environment is asked to watch. */
export interface TraceRequest {
  version: typeof TRACE_VERSION;
  /** Absolute directory for the records. */
  directory: string;
  keys: TraceKey[];
}

/** Whose code a write is: of the tests, of the changed module itself, of another source module or of a package. */
export type Writer = 'tests' | 'module' | 'source' | 'package';

/** One write to a watched key. */
export interface TracedWrite extends TraceKey {
  /** The exact place of the write; null where only who executed is known (a `delete`). */
  site: Site | null;
  /** The nearest frame outside node_modules, when the site is inside. */
  via: Site | null;
  /** The innermost frame in the owner file, where there is one. */
  calledAt: Site | null;
  by: Writer | null;
  /** Who executed; names as in a report. */
  scope: { type: 'test' | 'describe' | 'file'; name: string | null; hook: HookKind | null };
  was: string;
  is: string;
}

/** What one test file did to the watched keys. */
export interface TraceRecord {
  version: typeof TRACE_VERSION;
  /** The test file, relative to rootDir. */
  path: string;
  /** In the order in which they happened; at most some hundreds. */
  writes: TracedWrite[];
  /** Keys that exist in this file and could not be watched, with the reason. */
  unwatched: (TraceKey & { reason: string })[];
  /** Whether there were more writes than are listed. */
  cut: boolean;
}
