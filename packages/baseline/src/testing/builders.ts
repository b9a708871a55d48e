import type { FileRecord, FoundLeak, LeakScope, Site } from '@jest-hermetic/leak-record';
import { judge, parseBaseline, type JudgeInput, type Judgement } from '../index';

/** `file:line` as a site. */
export function at(place: string): Site {
  const [file, line] = place.split(':') as [string, string];
  return { file, line: Number(line), column: 1 };
}

/** A scope that leaked at `place`; how far is told by `reach`. */
export function scopeAt(place: string | null, reach: Partial<LeakScope> = {}): LeakScope {
  return {
    type: 'test',
    name: `test at ${place}`,
    hook: null,
    ownerSite: place === null ? null : at(place),
    escapedTo: { test: 'the next', file: 'a.test.js' },
    observedBy: [],
    ...reach,
  };
}

/** An escaped `doMock` of `src/x.js` in the file of `place`. */
export function leakAt(place: string, change: Partial<FoundLeak> = {}): FoundLeak {
  return {
    owner: at(place).file,
    kind: 'mock-registered',
    key: 'src/x.js',
    grade: 'escaped',
    site: at(place),
    siteIs: 'call',
    via: null,
    call: 'jest.doMock',
    virtual: false,
    module: 'cjs',
    scopes: [scopeAt(place)],
    candidates: [],
    modules: [],
    was: null,
    is: null,
    allowed: null,
    recipe: 'mock-registered/doMock-in-test',
    ...change,
  };
}

/** The record of a file that ran well. */
export function recordOf(path: string, leaks: FoundLeak[] = [], change: Partial<FileRecord> = {}): FileRecord {
  return {
    version: 1,
    tool: '0.1.0',
    jest: '30.5.2',
    node: '20.20.2',
    rootDir: '/project',
    path,
    worker: '1-0',
    ordinal: 0,
    endedAt: 0,
    exercised: true,
    unexercisedBecause: null,
    tests: 1,
    watched: { modules: 1, acts: leaks.length },
    unobservable: [],
    leaks,
    ignored: 0,
    ignoresUsed: [],
    advice: [],
    unusedAllows: [],
    evaluated: [],
    faults: [],
    errors: [],
    gate: 'escaped',
    ...change,
  };
}

/** A complete run of `records` against the baseline `text`, in which every owner exists. */
export function inputOf(text: string, records: FileRecord[], change: Partial<JudgeInput> = {}): JudgeInput {
  return {
    records,
    run: { complete: true, partialBecause: [] },
    unguarded: [],
    missing: [],
    baseline: parseBaseline(text, 'leak-baseline.txt'),
    ownerExists: () => true,
    renames: new Map(),
    ...change,
  };
}

/** A judgement in short: each leak as `verdict owner`, each entry as `verdict owner sites/allowed`. */
export function summaryOf({ leaks, entries }: Judgement): { leaks: string[]; entries: string[] } {
  return {
    leaks: leaks.map(({ verdict, owner }) => `${verdict} ${owner}`),
    entries: Object.entries(entries).flatMap(([verdict, list]) =>
      list.map(({ owner, sites, allowed, movedTo }) => {
        return `${verdict} ${owner} ${sites}/${allowed}${movedTo === null ? '' : ` -> ${movedTo}`}`;
      }),
    ),
  };
}

/** Judges and sums up. */
export function judgeShortly(text: string, records: FileRecord[], change: Partial<JudgeInput> = {}) {
  return summaryOf(judge(inputOf(text, records, change)));
}
