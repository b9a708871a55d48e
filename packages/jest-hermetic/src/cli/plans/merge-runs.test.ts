import { judge, parseBaseline, type JudgedRecord, type JudgeInput } from '@jest-hermetic/baseline';
import { buildReport } from '@jest-hermetic/reporter';
import { identityOf, type FileRecord, type FoundLeak, type Report } from '@jest-hermetic/leak-record';
import fc from 'fast-check';
import type { EntryGroups } from './judge-report';
import { mergeRuns } from './merge-runs';
import { runsOf } from './runs-of-reports';

const GATING = { gate: 'escaped', contain: 'off' } as const;
const RUNS = Number(process.env['PROPERTY_RUNS'] ?? 200);

const LIST = [
  'a.test.js mock-registered src/x.js x2',
  'b.test.js mock-registered src/x.js',
  'setup.js process-state process.cwd',
  'node_modules/p core-module-mutated fs.x',
  '',
].join('\n');

const owners = ['a.test.js', 'b.test.js', 'c.test.js', 'setup.js', 'node_modules/p'];

const leak = fc
  .record({
    owner: fc.constantFrom(...owners),
    line: fc.integer({ min: 1, max: 3 }),
    grade: fc.constantFrom('latent' as const, 'escaped' as const),
  })
  .map(({ owner, line, grade }): FoundLeak => {
    const site = { file: owner, line, column: 1 };
    const [kind, key] =
      owner === 'setup.js'
        ? (['process-state', 'process.cwd'] as const)
        : owner === 'node_modules/p'
          ? (['core-module-mutated', 'fs.x'] as const)
          : (['mock-registered', 'src/x.js'] as const);
    return {
      owner,
      kind,
      key,
      grade,
      site,
      siteIs: 'call',
      via: null,
      call: null,
      virtual: false,
      module: null,
      scopes: [
        {
          type: 'test',
          name: `at ${line}`,
          hook: null,
          ownerSite: site,
          escapedTo: grade === 'latent' ? null : { test: 'next', file: owner },
          observedBy: [],
        },
      ],
      candidates: [],
      modules: [],
      was: null,
      is: null,
      allowed: null,
      recipe: 'x/y',
    };
  });

const suite = fc
  .uniqueArray(
    fc.record({
      path: fc.constantFrom('a.test.js', 'b.test.js', 'c.test.js', 'd.test.js', 'e.test.js', 'f.test.js'),
      leaks: fc.array(leak, { maxLength: 2 }),
      exercised: fc.boolean(),
      evaluated: fc.constantFrom<string[]>(['setup.js'], ['node_modules/p', 'setup.js']),
      shard: fc.integer({ min: 1, max: 3 }),
    }),
    { selector: ({ path }) => path, minLength: 3, maxLength: 6 },
  )
  .map((files) =>
    files.map((file, index) => ({
      ...file,
      // What a test file leaks is found in its own record.
      leaks: file.leaks.filter(({ owner }) => owner === file.path || !owner.endsWith('.test.js')),
      shard: index < 3 ? index + 1 : file.shard,
    })),
  );

type SuiteFile = Parameters<Parameters<typeof suite.map>[0]>[0][number];

test('shards in any order, some twice, say what the whole run says', () => {
  fc.assert(
    fc.property(suite, fc.infiniteStream(fc.nat()), (files, chances) => {
      const whole = judgeWhole(files);
      const reports = [1, 2, 3].map((index) => reportOf(files, { index, count: 3 }));
      const shuffled = [...reports, reports[chances.next().value % 3]!]
        .map((report) => ({ report, at: chances.next().value }))
        .toSorted((a, b) => a.at - b.at)
        .map(({ report }) => report);
      expect(shortOf(merge(shuffled))).toEqual(shortOf(whole));
    }),
    { numRuns: RUNS },
  );
});

test('with a shard missing, what leaks is never called stale, and nothing of the setup file is', () => {
  fc.assert(
    fc.property(suite, fc.integer({ min: 1, max: 3 }), (files, lost) => {
      const present = [1, 2, 3].filter((index) => index !== lost).map((index) => reportOf(files, { index, count: 3 }));
      const merged = merge(present);
      const stale = [...merged.fixed, ...merged.shrunk].map(identityOf);
      const staleInWhole = new Set([...judgeWhole(files).fixed, ...judgeWhole(files).shrunk].map(identityOf));
      expect(stale.filter((identity) => !staleInWhole.has(identity))).toEqual([]);
      expect(merged.fixed.map(({ owner }) => owner)).not.toContain('setup.js');
      expect(runsOf(present)[0]!.partialBecause).toContain(`shard ${lost} of 3 is missing`);
    }),
    { numRuns: RUNS },
  );
});

test('a line is stale over several legs only when no leg has its leak, whatever their order', () => {
  fc.assert(
    fc.property(fc.array(suite, { minLength: 2, maxLength: 3 }), (legs) => {
      const reports = legs.map((files, index) => reportOf(files, null, `${20 + index}.0.0`));
      const merged = merge(reports);
      const alive = new Set(legs.flatMap((files) => files.flatMap(({ leaks }) => leaks.map(identityOf))));
      expect([...merged.fixed].filter((entry) => alive.has(identityOf(entry)))).toEqual([]);
      expect(merge(reports.toReversed())).toEqual(merged);
      expect(merge([...reports, ...reports])).toEqual(merged);
    }),
    { numRuns: RUNS },
  );
});

const clean = (path: SuiteFile['path']): SuiteFile => ({
  path,
  leaks: [],
  exercised: true,
  evaluated: ['setup.js'],
  shard: 1,
});

test('a leg in which the owner failed keeps the line', () => {
  const good = reportOf([clean('b.test.js')], null);
  const bad = reportOf([{ ...clean('b.test.js'), exercised: false }], null, '22.0.0');
  expect(merge([good]).fixed.map(({ owner }) => owner)).toContain('b.test.js');
  expect(merge([good, bad]).unexercised.map(({ owner }) => owner)).toContain('b.test.js');
});

test('a report that is named and not there makes the run partial', () => {
  const report = reportOf([clean('b.test.js')], null);
  expect(merge([report]).fixed.map(({ owner }) => owner)).toContain('setup.js');
  expect(merge([report], ['gone.json']).unexercised).toContainEqual(
    expect.objectContaining({ owner: 'setup.js', because: expect.stringContaining('gone.json is missing') as string }),
  );
});

function contextOf(): Pick<JudgeInput, 'ownerExists' | 'renames' | 'baseline'> {
  return { ownerExists: () => true, renames: new Map(), baseline: parseBaseline(LIST, 'leak-baseline.txt') };
}

function merge(reports: Report[], absent: string[] = []): EntryGroups {
  return mergeRuns(runsOf(reports), { ...contextOf(), gating: GATING, absent });
}

function judgeWhole(files: readonly SuiteFile[]): EntryGroups {
  const records: JudgedRecord[] = files.map(recordOf);
  const run = { complete: true, partialBecause: [] };
  return judge({ records, run, unguarded: [], missing: [], ...contextOf() }).entries;
}

function reportOf(
  files: readonly SuiteFile[],
  shard: { index: number; count: number } | null,
  node = '20.20.2',
): Report {
  const { baseline, ownerExists, renames } = contextOf();
  const records = files.filter((file) => shard === null || file.shard === shard.index).map(recordOf);
  return buildReport({
    tool: '0.1.0',
    node,
    records: records.map((record) => ({ ...record, node })),
    facts: {
      complete: shard === null,
      partialBecause: shard === null ? [] : [`only shard ${shard.index} of ${shard.count} ran (--shard)`],
      shard,
      seed: 1,
      workers: 1,
      endedAt: 1,
      withoutRecord: [],
      stale: 'warn',
      ignores: [],
    },
    baseline: { path: 'leak-baseline.txt', hash: 'h', baseline },
    ownerExists,
    renames,
    usageErrors: [],
    ownProblems: [],
  });
}

function recordOf({ path, leaks, exercised, evaluated, shard }: SuiteFile): FileRecord {
  return {
    version: 1,
    tool: '0.1.0',
    jest: '30.5.2',
    node: '20.20.2',
    rootDir: '/project',
    path,
    worker: `${shard}-0`,
    ordinal: 0,
    endedAt: 0,
    exercised,
    unexercisedBecause: exercised ? null : 'a test failed',
    tests: 1,
    watched: { modules: 1, acts: 1 },
    unobservable: [],
    leaks,
    ignored: 0,
    ignoresUsed: [],
    advice: [],
    unusedAllows: [],
    evaluated,
    faults: [],
    errors: [],
    gate: 'escaped',
  };
}

/** Verdict, identity and sites; reasons name files and counts that a merge cannot have in the same words. */
function shortOf(groups: EntryGroups): string[] {
  return Object.entries(groups).flatMap(([verdict, list]) =>
    list.map((entry) => `${verdict} ${identityOf(entry)} ${entry.sites}`),
  );
}
