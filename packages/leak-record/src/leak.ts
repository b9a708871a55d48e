import type { Grade, Kind } from './kinds';

/**
 * A place in user code. `file` is relative to the global rootDir with `/` (a file outside it starts with `../`);
 * `line` and `column` are 1-based and source-mapped.
 */
export interface Site {
  file: string;
  line: number;
  column: number;
}

/** How exact a site is: the API call, the place where the value was made, the declaration of the scope, the write. */
export type SiteIs = 'call' | 'value' | 'scope' | 'write';

/** The hook that made an act or received a leak. */
export type HookKind = 'beforeAll' | 'beforeEach' | 'afterEach' | 'afterAll';

/** One scope that leaked at a site. */
export interface LeakScope {
  type: 'test' | 'describe' | 'file';
  /** Full name of the test or describe block (describe names first, joined by a space); null for the file. */
  name: string | null;
  /** The hook whose code acted, or null for a body. */
  hook: HookKind | null;
  /** The innermost frame in the owner file, or null where only the scope is known and it has no declaration. */
  ownerSite: Site | null;
  /** The first outside test until the end of whose body the leak was in force; null when none is known. */
  escapedTo: { test: string; file: string } | null;
  /** Every outside test or hook that received the leak, in order. */
  observedBy: Receipt[];
}

/** One outside test or hook that received what leaked. */
export interface Receipt {
  /** Full name of the receiving test; null for a hook. */
  test: string | null;
  /** For a hook: full name of its describe block, null at top level. Always null for a test. */
  describe: string | null;
  hook: HookKind | null;
  /** A later attempt of the leaking test received it: noted, but it raises no grade. */
  sameTestRetry: boolean;
  file: string;
  /** Where the load that received it stands. */
  from: Site | null;
}

/** What a purge did to one module (or one package), or a write to one entry of the host's require cache. */
export interface ModuleEffect {
  path: string;
  effect: 'added' | 'removed' | 'replaced';
}

/** What the environment found: one leak of one test file, not yet judged. One per (owner, kind, key, site). */
export interface FoundLeak {
  /** The file charged: relative to rootDir with `/`, `node_modules/<name>`, or `(outside)`. */
  owner: string;
  kind: Kind;
  key: string;
  grade: Grade;
  site: Site | null;
  siteIs: SiteIs;
  /** The nearest frame outside node_modules, when the site itself is inside. */
  via: Site | null;
  /** The API called (`jest.doMock`, `process.chdir`), when the site is a call. */
  call: string | null;
  virtual: boolean;
  module: 'cjs' | 'esm' | null;
  scopes: LeakScope[];
  /** Who else it may have been, when the owner or the scope is not exact; empty otherwise. */
  candidates: string[];
  modules: ModuleEffect[];
  /** Short renderings of the value before and after, for values; null otherwise. */
  was: string | null;
  is: string | null;
  /** The reason given by an opt-out that covers this leak, or null. */
  allowed: string | null;
  /** Why `contain` could not put it back; absent where it did, and where it was off. */
  stays?: string;
  /** `<kind>/<form>`: which recipe fits. */
  recipe: string;
}

/** Something that does not do what its author believes; never a leak. */
export interface Advice {
  kind: 'require-cache-ineffective';
  owner: string;
  key: string;
  site: Site | null;
  instead: string;
}
