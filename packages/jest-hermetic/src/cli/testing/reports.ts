import type { BaselineEntry, Baseline } from '@jest-hermetic/baseline';
import type { Leak, Report, ReportEntry, ReportFile } from '@jest-hermetic/leak-record';

/** Test data: a leak in `a.test.js`, with what is given in place of the rest. One owner site for each of `lines`. */
export function leak({ lines = [3], ...given }: Partial<Leak> & { lines?: number[] } = {}): Leak {
  const owner = given.owner ?? 'a.test.js';
  return {
    owner,
    kind: 'mock-registered',
    key: 'src/x.js',
    grade: 'escaped',
    verdict: 'new',
    site: { file: owner, line: lines[0] ?? 1, column: 1 },
    siteIs: 'call',
    via: null,
    call: 'jest.doMock',
    virtual: false,
    module: 'cjs',
    scopes: lines.map((line) => ({
      type: 'test',
      name: `test at ${line}`,
      hook: null,
      ownerSite: { file: owner, line, column: 1 },
      escapedTo: { test: 'next', file: owner },
      observedBy: [],
    })),
    candidates: [],
    modules: [],
    was: null,
    is: null,
    allowed: null,
    recipe: 'mock-registered/doMock-in-test',
    reproduce: null,
    ...given,
  };
}

/** Test data: what a run says of one entry. */
export function reportEntry(given: Partial<ReportEntry> = {}): ReportEntry {
  return {
    owner: 'a.test.js',
    kind: 'mock-registered',
    key: 'src/x.js',
    allowed: 1,
    sites: 1,
    line: 2,
    because: null,
    movedTo: null,
    ...given,
  };
}

/** Test data: one test file of a run. */
export function reportFile(given: Partial<ReportFile> = {}): ReportFile {
  return {
    path: 'a.test.js',
    guarded: true,
    exercised: true,
    unexercisedBecause: null,
    tests: 2,
    watched: { modules: 4, acts: 1 },
    unobservable: [],
    evaluated: [],
    worker: '1-0',
    ...given,
  };
}

interface ReportParts {
  leaks?: Leak[];
  files?: ReportFile[];
  run?: Partial<Report['run']>;
  groups?: Partial<Report['baseline']>;
  problems?: string[];
}

/** Test data: a complete run of `a.test.js`. */
export function report({ leaks = [], files = [reportFile()], run, groups, problems = [] }: ReportParts = {}): Report {
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
      workers: 1,
      failed: false,
      exitCode: 0,
      endedAt: 1_000,
      ...run,
    },
    files,
    leaks,
    advice: [],
    ignored: 0,
    problems,
    baseline: {
      path: 'leak-baseline.txt',
      hash: 'h',
      entries: 0,
      new: [],
      grown: [],
      known: [],
      shrunk: [],
      fixed: [],
      gone: [],
      moved: [],
      unexercised: [],
      ...groups,
    },
  };
}

/** Test data: one line of a baseline. */
export function entry(given: Partial<BaselineEntry> = {}): BaselineEntry {
  return {
    owner: 'a.test.js',
    kind: 'mock-registered',
    key: 'src/x.js',
    sites: 1,
    comment: null,
    above: [],
    line: 2,
    ...given,
  };
}

/** Test data: a baseline of these lines. */
export function baselineOf(...entries: BaselineEntry[]): Baseline {
  return { preamble: [], entries, tail: [] };
}
