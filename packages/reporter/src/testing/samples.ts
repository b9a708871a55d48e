import type { FileRecord, Leak, LeakScope, Receipt, Report, ReportEntry, ReportFile } from '@jest-hermetic/leak-record';

/** A record of a clean file. */
export function sampleRecord(changes: Partial<FileRecord> = {}): FileRecord {
  return {
    version: 1,
    tool: '0.1.0',
    jest: '30.5.2',
    node: '20.20.2',
    rootDir: '/project',
    path: 'src/cart.test.ts',
    worker: '1-0',
    ordinal: 0,
    endedAt: 0,
    exercised: true,
    unexercisedBecause: null,
    tests: 3,
    watched: { modules: 4, acts: 1 },
    unobservable: [],
    leaks: [],
    ignored: 0,
    ignoresUsed: [],
    advice: [],
    unusedAllows: [],
    evaluated: [],
    faults: [],
    errors: [],
    gate: 'escaped',
    ...changes,
  };
}

/** A test outside that received a leak. */
export function sampleReceipt(test: string | null, changes: Partial<Receipt> = {}): Receipt {
  const from = { file: 'src/cart.ts', line: 3, column: 22 };
  return { test, describe: null, hook: null, sameTestRetry: false, file: 'src/cart.test.ts', from, ...changes };
}

/** A test that leaked. */
export function sampleScope(changes: Partial<LeakScope> = {}): LeakScope {
  return {
    type: 'test',
    name: 'cart applies the discount',
    hook: null,
    ownerSite: { file: 'src/cart.test.ts', line: 2, column: 8 },
    escapedTo: { test: 'cart is empty', file: 'src/cart.test.ts' },
    observedBy: [],
    ...changes,
  };
}

/** A new mock that two later tests received. */
export function sampleLeak(changes: Partial<Leak> = {}): Leak {
  return {
    owner: 'src/cart.test.ts',
    kind: 'mock-registered',
    key: 'src/config.ts',
    grade: 'observed',
    site: { file: 'src/cart.test.ts', line: 2, column: 8 },
    siteIs: 'call',
    via: null,
    call: 'jest.setMock',
    virtual: false,
    module: 'cjs',
    scopes: [sampleScope({ observedBy: [sampleReceipt('cart is empty'), sampleReceipt('cart rounds up')] })],
    candidates: [],
    modules: [],
    was: null,
    is: null,
    allowed: null,
    recipe: 'mock-registered/set-mock',
    verdict: 'new',
    reproduce: "npx jest src/cart.test.ts -t '^(cart applies the discount|cart is empty)$'",
    ...changes,
  };
}

/** The baseline entry of `sampleLeak`. */
export function sampleEntry(changes: Partial<ReportEntry> = {}): ReportEntry {
  const identity = { owner: 'src/cart.test.ts', kind: 'mock-registered', key: 'src/config.ts' } as const;
  return { ...identity, allowed: 0, sites: 1, line: null, because: null, movedTo: null, ...changes };
}

/** A guarded and exercised test file. */
export function sampleFile(path: string, changes: Partial<ReportFile> = {}): ReportFile {
  const watched = { modules: 4, acts: 1 };
  return {
    path,
    guarded: true,
    exercised: true,
    unexercisedBecause: null,
    tests: 3,
    watched,
    unobservable: [],
    evaluated: [],
    worker: '1-0',
    ...changes,
  };
}

/** A report of one clean file. */
export function sampleReport(
  changes: Partial<Omit<Report, 'baseline' | 'run'>> & {
    baseline?: Partial<Report['baseline']>;
    run?: Partial<Report['run']>;
  } = {},
): Report {
  const { baseline, run, ...others } = changes;
  const entries = { new: [], grown: [], known: [], shrunk: [], fixed: [], gone: [], moved: [], unexercised: [] };
  return {
    version: 1,
    tool: '0.1.0',
    jest: '30.5.2',
    node: '20.20.2',
    rootDir: '.',
    rootFromReport: null,
    run: {
      complete: true,
      partialBecause: [],
      shard: null,
      seed: 1,
      workers: 2,
      failed: false,
      exitCode: 0,
      endedAt: 0,
      ...run,
    },
    files: [sampleFile('src/cart.test.ts')],
    leaks: [],
    advice: [],
    ignored: 0,
    problems: [],
    ...others,
    baseline: { path: 'leak-baseline.txt', hash: 'h', entries: 0, ...entries, ...baseline },
  };
}
