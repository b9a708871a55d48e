import type { Grade, HermeticOptions, HookKind, Kind, SiteIs } from '@jest-hermetic/leak-record';

/**
 * A tiny suite and the leaks that the contract says it has. Paths that begin with `./` (keys, owners, modules) are
 * relative to the situation's own folder. A place in the code is written as a mark: `@name` stands for the line that
 * ends in the comment `// @name`, which occurs once in the situation.
 */
export interface Situation {
  /** Unique in its topic; with the topic, the folder of its files. */
  name: string;
  files: Record<string, string>;
  /** Options of Jest; `<here>` stands for the situation's folder. Situations with equal options share a process. */
  config?: Record<string, unknown>;
  hermetic?: Partial<HermeticOptions>;
  /** What it leaves in the process would disturb others: it gets a process of its own. */
  alone?: boolean;
  /** Full names of the tests that fail, on plain Jest as under the environment. Default: none. */
  fails?: string[];
  /** Exactly the leaks there are, `latent` ones included. */
  leaks: ExpectedLeak[];
  /** What an older Jest lets be known, where that is less. */
  older?: Older;
  /** The contract leaves open whether there are other `latent` leaks. */
  latentToo?: boolean;
  /** The same suite with a few words changed. */
  twin?: Twin;
}

/** The leaks on every version of Jest below `than` (three numbers), and not below `from`. */
export interface Older {
  than: string;
  from?: string;
  leaks: ExpectedLeak[];
}

/** A change of the files that turns a situation into its opposite. */
export interface Twin {
  /** Text that occurs in the files, and what takes its place. */
  swap: [string, string][];
  /** Default: none. */
  leaks?: ExpectedLeak[];
}

/** One leak; the fields that are absent are not compared. */
export interface ExpectedLeak {
  /** Default: `./a.test.js`. */
  owner?: string;
  kind: Kind;
  key: string;
  grade: Grade;
  /** The line of the site. */
  at: string;
  siteIs?: SiteIs;
  call?: string | null;
  via?: string | null;
  virtual?: boolean;
  module?: 'cjs' | 'esm' | null;
  /** Names of the scopes of which any may have made it. */
  candidates?: string[];
  modules?: { path: string; effect: 'added' | 'removed' | 'replaced' }[];
  scopes?: ExpectedScope[];
}

/** One scope that leaked. */
export interface ExpectedScope {
  type: 'test' | 'describe' | 'file';
  name: string | null;
  hook: HookKind | null;
  /** The line of the owner site. */
  ownerAt?: string;
  /** Full name of the test. */
  escapedTo?: string | null;
  observedBy?: ExpectedReceipt[];
}

/** One test or hook that received the leak. */
export interface ExpectedReceipt {
  test: string | null;
  describe: string | null;
  hook: HookKind | null;
  sameTestRetry: boolean;
  /** The line of the load. */
  from?: string;
}

type Reach = Pick<ExpectedScope, 'escapedTo' | 'observedBy' | 'ownerAt'>;

/** The body of a test. */
export const inTest = (name: string, reach: Reach = {}): ExpectedScope => ({
  type: 'test',
  name,
  hook: null,
  ...reach,
});

/** A hook, or the body, of a describe block. */
export const inDescribe = (name: string, hook: HookKind | null, reach: Reach = {}): ExpectedScope => ({
  type: 'describe',
  name,
  hook,
  ...reach,
});

/** A top-level hook, or top-level code. */
export const inFile = (hook: HookKind | null = null, reach: Reach = {}): ExpectedScope => ({
  type: 'file',
  name: null,
  hook,
  ...reach,
});

/** A test that received the leak by the load at `from`. */
export const byTest = (test: string, from?: string): ExpectedReceipt => ({
  test,
  describe: null,
  hook: null,
  sameTestRetry: false,
  ...(from !== undefined && { from }),
});

/** A hook that received it; `describe` is null for a top-level hook. */
export const byHook = (hook: HookKind, describe: string | null, from?: string): ExpectedReceipt => ({
  test: null,
  describe,
  hook,
  sameTestRetry: false,
  ...(from !== undefined && { from }),
});

/** A later attempt of the leaking test. */
export const byRetry = (test: string, from?: string): ExpectedReceipt => ({
  ...byTest(test, from),
  sameTestRetry: true,
});

/** A leak of kind `mock-registered` of `./src/env.js`, unless `rest` says otherwise. */
export const mockLeak = (rest: Pick<ExpectedLeak, 'grade' | 'at'> & Partial<ExpectedLeak>): ExpectedLeak => ({
  kind: 'mock-registered',
  key: './src/env.js',
  ...rest,
});

/** A leak of kind `module-purged`. */
export const purgeLeak = (rest: Pick<ExpectedLeak, 'grade' | 'at'> & Partial<ExpectedLeak>): ExpectedLeak => ({
  kind: 'module-purged',
  key: 'registry',
  siteIs: 'call',
  call: 'jest.resetModules',
  ...rest,
});

/** Two source files: `env`, and `app`, which loads it. */
export const SOURCES = {
  'src/env.js': `exports.mode = 'real';`,
  'src/app.js': `
    const env = require('./env'); // @app
    exports.mode = () => env.mode;`,
};
