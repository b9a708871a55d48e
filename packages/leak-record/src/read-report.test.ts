import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import Ajv from 'ajv';
import type { Report, ReportEntry } from './index';
import { readReport } from './read-report';

const entry: ReportEntry = {
  owner: 'a.test.js',
  kind: 'mock-registered',
  key: 'src/config.js',
  allowed: 1,
  sites: 0,
  line: 2,
  because: 'it moved',
  movedTo: 'b/a.test.js',
};

const site = { file: 'a.test.js', line: 12, column: 8 };

const report: Report = {
  version: 1,
  tool: '0.1.0',
  jest: '30.5.2',
  node: '20.20.2',
  rootDir: '.',
  rootFromReport: '../../..',
  run: {
    complete: false,
    partialBecause: ['-t was set'],
    shard: { index: 1, count: 2 },
    seed: -5,
    workers: 2,
    failed: true,
    exitCode: 1,
    endedAt: 1700000000000,
  },
  files: [
    {
      path: 'a.test.js',
      guarded: true,
      exercised: false,
      unexercisedBecause: 'a test failed',
      tests: 12,
      watched: { modules: 41, acts: 3 },
      unobservable: ['process-state'],
      evaluated: ['test/setup.js'],
      worker: '1-0',
    },
  ],
  leaks: [
    {
      owner: 'a.test.js',
      kind: 'mock-registered',
      key: 'src/config.js',
      grade: 'observed',
      verdict: 'new',
      site,
      siteIs: 'call',
      via: site,
      call: 'jest.doMock',
      virtual: false,
      module: 'cjs',
      scopes: [
        {
          type: 'test',
          name: 'cart applies the discount',
          hook: 'beforeEach',
          ownerSite: site,
          escapedTo: { test: 'cart is empty', file: 'a.test.js' },
          observedBy: [
            { test: 'cart is empty', describe: null, hook: null, sameTestRetry: false, file: 'a.test.js', from: site },
          ],
        },
      ],
      candidates: ['b.test.js'],
      modules: [{ path: 'react', effect: 'removed' }],
      was: 'a',
      is: 'b',
      allowed: 'until PROJ-1',
      recipe: 'mock-registered/doMock-in-test',
      reproduce: 'npx jest a.test.js',
    },
  ],
  advice: [
    { kind: 'require-cache-ineffective', owner: 'a.test.js', key: 'src/x.js', site, instead: 'jest.isolateModules()' },
  ],
  ignored: 0,
  problems: ['the record of b.test.js is damaged'],
  baseline: {
    path: 'leak-baseline.txt',
    hash: 'e3b0c442',
    entries: 1,
    new: [entry],
    grown: [entry],
    known: [entry],
    shrunk: [entry],
    fixed: [entry],
    gone: [entry],
    moved: [entry],
    unexercised: [entry],
  },
};

const schema = JSON.parse(readFileSync(join(__dirname, '..', 'report.schema.json'), 'utf8')) as object;
const fitsSchema = new Ajv({ allowUnionTypes: true }).compile(schema);
const isRead = (value: unknown): boolean => 'report' in readReport(JSON.stringify(value), 'report.json');

type Path = (string | number)[];

/** Every place in `value`, outermost first. */
function* placesIn(value: unknown, path: Path = []): Generator<Path> {
  yield path;
  if (typeof value !== 'object' || value === null) return;
  for (const [key, part] of Object.entries(value)) {
    yield* placesIn(part, [...path, Array.isArray(value) ? Number(key) : key]);
  }
}

/** A copy of `report` in which `change` was applied to the holder of the place and the last step to it. */
function changedAt(path: Path, change: (holder: Record<string | number, unknown>, step: string | number) => void) {
  const box = { report: structuredClone(report) as unknown };
  const steps: Path = ['report', ...path];
  let holder = box as Record<string | number, unknown>;
  for (const step of steps.slice(0, -1)) holder = holder[step] as Record<string | number, unknown>;
  change(holder, steps.at(-1)!);
  return box.report;
}

test('a full report fits the schema and is read back as it was written', () => {
  fitsSchema(report);
  expect(fitsSchema.errors).toBeNull();
  expect(readReport(JSON.stringify(report), 'x')).toEqual({ report });
});

const places = [...placesIn(report)];

test.each(places.filter((path) => typeof path.at(-1) === 'string').map((path) => [path.join('.'), path] as const))(
  'a report without %s is refused by schema and reader',
  (_name, path) => {
    const broken = changedAt(path, (holder, step) => delete holder[step]);
    expect([fitsSchema(broken), isRead(broken)]).toEqual([false, false]);
  },
);

test.each(places.map((path) => [path.join('.'), path] as const))(
  'a wrong value at %j is refused by schema and reader',
  (_name, path) => {
    const broken = changedAt(path, (holder, step) => (holder[step] = { unexpected: [1.5] }));
    expect([fitsSchema(broken), isRead(broken)]).toEqual([false, false]);
  },
);

test.each([null, 'odd', '', 0, -1, 1.5, 7, true, [], ['odd']])(
  'schema and reader agree on %j in every place',
  (value) => {
    const differing = places.filter((path) => {
      const changed = changedAt(path, (holder, step) => (holder[step] = value));
      return fitsSchema(changed) !== isRead(changed);
    });
    expect(differing).toEqual([]);
  },
);

test('an error has the file name, the first problem, how many more, and the remedy', () => {
  const result = readReport(JSON.stringify({ ...report, ignored: '1', tool: 3 }), 'ci/report.json');
  expect(result).toEqual({
    error:
      'ci/report.json: this report is damaged: tool is 3; allowed: a string that is not empty. (and 1 more) Run Jest again: it writes the report anew.',
  });
});

test.each([
  ['', /^r\.json: this report is empty;/],
  ['{"version": 1,', /^r\.json: this report is cut off or is not JSON;/],
  ['{"version": 2}', /^r\.json: this report has version 2, but this jest-hermetic reads version 1\./],
  ['[]', /^r\.json: this report is damaged: it is an empty list; allowed: an object\./],
])('%j is refused', (text, words) => {
  expect(readReport(text, 'r.json')).toEqual({ error: expect.stringMatching(words) as unknown });
});
