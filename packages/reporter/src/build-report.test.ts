import { parseBaseline } from '@jest-hermetic/baseline';
import type { FoundLeak } from '@jest-hermetic/leak-record';
import { readReport } from '@jest-hermetic/leak-record/read-report';
import { buildReport, UNREADABLE, type ReportInput } from './build-report';
import type { RunFacts } from './run-facts';
import { sampleLeak, sampleRecord } from './testing/samples';

const FACTS: RunFacts = {
  complete: true,
  partialBecause: [],
  shard: null,
  seed: 1,
  workers: 2,
  endedAt: 0,
  withoutRecord: [],
  stale: 'fail',
  ignores: [],
};

function build(
  changes: Partial<Omit<ReportInput, 'facts'>> & { facts?: Partial<RunFacts>; baselineText?: string } = {},
) {
  const { facts, baselineText = '', ...others } = changes;
  return buildReport({
    tool: '0.1.0',
    node: '20.20.2',
    records: [sampleRecord()],
    baseline: { path: 'leak-baseline.txt', baseline: parseBaseline(baselineText, 'leak-baseline.txt'), hash: 'h' },
    ownerExists: () => true,
    renames: new Map(),
    usageErrors: [],
    ownProblems: [],
    ...others,
    facts: { ...FACTS, ...facts },
  });
}

function foundLeak(): FoundLeak {
  const { verdict: _verdict, reproduce: _reproduce, ...found } = sampleLeak();
  return found;
}

const leaking = [sampleRecord({ leaks: [foundLeak()] })];
const STALE_LINE = 'src/cart.test.ts module-purged registry\n';

test.each([
  ['clean', {}, { failed: false, exitCode: 0 }],
  ['a new leak', { records: leaking }, { failed: true, exitCode: 1 }],
  [
    'a known leak',
    { records: leaking, baselineText: 'src/cart.test.ts mock-registered src/config.ts\n' },
    { failed: false, exitCode: 0 },
  ],
  ['a stale entry', { baselineText: STALE_LINE }, { failed: true, exitCode: 3 }],
  [
    'a stale entry, only warned of',
    { baselineText: STALE_LINE, facts: { stale: 'warn' as const } },
    { failed: false, exitCode: 0 },
  ],
  ['a usage error', { usageErrors: ['x'] }, { failed: true, exitCode: 2 }],
  [
    'a usage error in a file',
    { records: [sampleRecord({ errors: [{ message: 'x', file: 'a', line: 1 }] })] },
    { failed: true, exitCode: 2 },
  ],
  ['a problem of our own reddens nothing', { ownProblems: ['x'] }, { failed: false, exitCode: 2 }],
  ['no record at all', { records: [] }, { failed: false, exitCode: 5 }],
  [
    'a baseline that cannot be read',
    { records: leaking, baseline: { path: 'b.txt', unreadable: true as const }, usageErrors: ['x'] },
    { failed: true, exitCode: 2 },
  ],
])('%s', (_name, changes, run) => {
  expect(build(changes).run).toMatchObject(run);
});

test('the report is one that can be read back', () => {
  const withoutRecord = [
    { path: 'b.test.ts', status: 'missing' as const, because: 'its record could not be read' },
    { path: 'a.test.ts', status: 'unguarded' as const, because: 'it ran under another environment' },
  ];
  const report = build({ records: leaking, facts: { complete: false, withoutRecord } });
  expect(readReport(JSON.stringify(report), 'report.json')).toEqual({ report });
  expect(report.files.map(({ path, guarded }) => [path, guarded])).toEqual([
    ['a.test.ts', false],
    ['b.test.ts', false],
    ['src/cart.test.ts', true],
  ]);
  expect(report.run.partialBecause).toEqual(['b.test.ts left no record']);
  expect(report.leaks[0]?.reproduce).toBe("npx jest src/cart.test.ts -t '^(cart applies the discount|cart is empty)$'");
});

test('without a readable baseline nothing is judged', () => {
  const report = build({ records: leaking, baseline: { path: 'b.txt', unreadable: true } });
  expect(report.leaks).toEqual([]);
  expect(report.baseline.hash).toBe(UNREADABLE);
  // Else `check`, with the baseline mended, would call every line of it fixed.
  expect(report.files.map(({ exercised }) => exercised)).toEqual([false]);
});

test('a problem that reporter and environments both have is told once', () => {
  const errors = [{ message: 'x', file: null, line: null }];
  const records = [sampleRecord({ path: 'a.test.ts', errors }), sampleRecord({ path: 'b.test.ts', errors })];
  expect(build({ records, usageErrors: ['x'], ownProblems: ['y', 'y'] }).problems).toEqual(['x', 'y']);
});

test('the config of the run is in the command that reproduces a leak', () => {
  const report = build({ records: leaking, jestArguments: '-c unit.js' });
  expect(report.leaks[0]?.reproduce).toMatch(/^npx jest -c unit\.js src\/cart\.test\.ts -t /);
});

test('faults are told once, as ours', () => {
  const faults = [{ while: 'reading a stack', message: 'boom', stack: null }];
  const records = [sampleRecord({ path: 'a.test.ts', faults }), sampleRecord({ path: 'b.test.ts', faults })];
  expect(build({ records }).problems).toEqual([
    'jest-hermetic failed while reading a stack: boom (in a.test.ts and 1 more). This is a bug of jest-hermetic, not of your tests.',
  ]);
});
