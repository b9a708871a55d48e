import fc from 'fast-check';
import './testing/property-runs';
import { identityOf, type FileRecord } from '@jest-hermetic/leak-record';
import { judge, shrink } from './index';
import { judgeInputs } from './testing/arbitraries';
import { inputOf, judgeShortly, leakAt, recordOf, scopeAt } from './testing/builders';

const LISTED = 'a.test.js mock-registered src/x.js';
const SETUP = 'test/setup.js process-state process.cwd';
const PACKAGE = 'node_modules/p core-module-mutated fs.readFileSync';

const partial = { run: { complete: false, partialBecause: ['-t was set'] } };
const setupLeak = leakAt('test/setup.js:1', { kind: 'process-state', key: 'process.cwd' });

describe('leaks', () => {
  test.each([
    ['new', '', leakAt('a.test.js:1'), 'new a.test.js 1/0'],
    ['known', LISTED, leakAt('a.test.js:1'), 'known a.test.js 1/1'],
    ['known', LISTED, leakAt('a.test.js:1', { candidates: ['one', 'two'] }), 'known a.test.js 1/1'],
    ['new', '', leakAt('a.test.js:1', { candidates: ['one', 'two'] }), 'new a.test.js 1/0'],
    ['below-gate', '', leakAt('a.test.js:1', { grade: 'latent' }), null],
    ['below-gate', LISTED, leakAt('a.test.js:1', { grade: 'latent' }), 'known a.test.js 1/1'],
    ['allowed', '', leakAt('a.test.js:1', { allowed: 'why' }), null],
    ['allowed', LISTED, leakAt('a.test.js:1', { allowed: 'why' }), 'known a.test.js 1/1'],
    ['unattributed', '', leakAt('a.test.js:1', { owner: '(outside)' }), null],
  ])('%s against %j', (verdict, text, leak, entry) => {
    expect(judgeShortly(text, [recordOf('a.test.js', [leak])])).toEqual({
      leaks: [`${verdict} ${leak.owner}`],
      entries: entry === null ? [] : [entry],
    });
  });

  test('have no command yet, and are merged over records', () => {
    const { leaks } = judge(inputOf('', [recordOf('a.test.js', [setupLeak]), recordOf('b.test.js', [setupLeak])]));
    expect(leaks).toHaveLength(1);
    expect(leaks[0]).toMatchObject({ owner: 'test/setup.js', reproduce: null });
  });

  test('an unattributed leak keeps no entry alive', () => {
    const leak = leakAt('a.test.js:1', { owner: '(outside)' });
    expect(judgeShortly(LISTED, [recordOf('a.test.js', [leak])]).entries).toEqual(['fixed a.test.js 0/1']);
  });

  test('the gate is that of each record', () => {
    const leak = leakAt('a.test.js:1', { grade: 'latent' });
    const records = [recordOf('a.test.js', [leak]), recordOf('a.test.js', [leak], { gate: 'latent' })];
    expect(judgeShortly('', records)).toEqual({ leaks: ['new a.test.js'], entries: ['new a.test.js 1/0'] });
  });

  test('under gate observed what was put back counts from escaped', () => {
    const record = recordOf('a.test.js', [leakAt('a.test.js:1'), leakAt('a.test.js:2')], { gate: 'observed' });
    expect(judgeShortly('', [record]).entries).toEqual([]);
    expect(judgeShortly('', [{ ...record, contained: [1] }])).toEqual({
      leaks: ['below-gate a.test.js', 'new a.test.js'],
      entries: ['new a.test.js 1/0'],
    });
  });

  test('an allowed part does not make the rest of a leak count', () => {
    const records = [
      recordOf('a.test.js', [{ ...setupLeak, allowed: 'why' }]),
      recordOf('b.test.js', [{ ...setupLeak, grade: 'latent' }]),
    ];
    expect(judge(inputOf('', records)).leaks).toMatchObject([{ verdict: 'allowed', allowed: 'why' }]);
  });

  test('an opt-out in one file does not cover another', () => {
    const records = [recordOf('a.test.js', [{ ...setupLeak, allowed: 'why' }]), recordOf('b.test.js', [setupLeak])];
    expect(judge(inputOf('', records)).leaks).toMatchObject([{ verdict: 'new', allowed: null }]);
  });
});

describe('grown', () => {
  test('when more sites count than are listed; every leak of the identity is then grown', () => {
    const record = recordOf('a.test.js', [leakAt('a.test.js:1'), leakAt('a.test.js:2')]);
    expect(judgeShortly(LISTED, [record])).toEqual({
      leaks: ['grown a.test.js', 'grown a.test.js'],
      entries: ['grown a.test.js 2/1'],
    });
    expect(judge(inputOf(LISTED, [record])).entries.grown[0]!.because).toMatch(/2 sites leak .* allows 1/);
  });

  test.each([
    ['latent', { grade: 'latent' }],
    ['allowed', { allowed: 'why' }],
  ] as const)('not by a site that is %s', (_name, change) => {
    const record = recordOf('a.test.js', [leakAt('a.test.js:1'), leakAt('a.test.js:2', change)]);
    expect(judgeShortly(LISTED, [record]).entries).toEqual(['known a.test.js 2/1']);
  });

  test('not by one helper line called from one place by many tests', () => {
    const scopes = [scopeAt('a.test.js:9', { name: 'one' }), scopeAt('a.test.js:9', { name: 'two' })];
    const leak = leakAt('a.test.js:9', { site: { file: 'helper.js', line: 1, column: 1 }, scopes });
    expect(judgeShortly(LISTED, [recordOf('a.test.js', [leak])]).entries).toEqual(['known a.test.js 1/1']);
  });

  test('by one helper line called from two places', () => {
    const scopes = [scopeAt('a.test.js:9'), scopeAt('a.test.js:12')];
    const leak = leakAt('a.test.js:9', { site: { file: 'helper.js', line: 1, column: 1 }, scopes });
    expect(judgeShortly(LISTED, [recordOf('a.test.js', [leak])]).entries).toEqual(['grown a.test.js 2/1']);
  });

  test('not by the same site seen in two projects', () => {
    const record = recordOf('a.test.js', [leakAt('a.test.js:1')]);
    expect(judgeShortly(LISTED, [record, record]).entries).toEqual(['known a.test.js 1/1']);
  });
});

describe('entries of a test file', () => {
  const failed: Partial<FileRecord> = { exercised: false, unexercisedBecause: 'a test failed' };
  const blind: Partial<FileRecord> = { unobservable: [{ kind: 'process-state', reason: 'no access' }] };

  test.each<[string, string, FileRecord[], Parameters<typeof judgeShortly>[2], string]>([
    ['fixed', LISTED, [recordOf('a.test.js')], {}, 'fixed a.test.js 0/1'],
    ['fixed in a partial run too', LISTED, [recordOf('a.test.js')], partial, 'fixed a.test.js 0/1'],
    ['unexercised', LISTED, [recordOf('a.test.js', [], failed)], {}, 'unexercised a.test.js 0/1'],
    ['blind for any kind', LISTED, [recordOf('a.test.js', [], blind)], {}, 'unexercised a.test.js 0/1'],
    ['did not run', LISTED, [recordOf('b.test.js')], partial, 'unexercised a.test.js 0/1'],
    ['unguarded', LISTED, [recordOf('b.test.js')], { unguarded: ['a.test.js'] }, 'unexercised a.test.js 0/1'],
    ['no record', LISTED, [], { missing: ['a.test.js'] }, 'unexercised a.test.js 0/1'],
    [
      'exercised in one project only',
      LISTED,
      [recordOf('a.test.js'), recordOf('a.test.js', [], failed)],
      {},
      'unexercised a.test.js 0/1',
    ],
    [
      'no record in one project',
      LISTED,
      [recordOf('a.test.js')],
      { missing: ['a.test.js'] },
      'unexercised a.test.js 0/1',
    ],
    ['shrunk', `${LISTED} x3`, [recordOf('a.test.js', [leakAt('a.test.js:1')])], {}, 'shrunk a.test.js 1/3'],
    [
      'fewer, but unexercised',
      `${LISTED} x3`,
      [recordOf('a.test.js', [leakAt('a.test.js:1')], failed)],
      {},
      'known a.test.js 1/3',
    ],
    [
      'alive below the gate',
      `${LISTED} x2`,
      [recordOf('a.test.js', [leakAt('a.test.js:1'), leakAt('a.test.js:2', { grade: 'latent' })])],
      {},
      'known a.test.js 2/2',
    ],
  ])('%s', (_name, text, records, change, entry) => {
    expect(judgeShortly(text, records, change).entries).toEqual([entry]);
  });

  test.each<[string, FileRecord[], Parameters<typeof judgeShortly>[2], RegExp]>([
    ['what the record says', [recordOf('a.test.js', [], failed)], {}, /^a test failed$/],
    ['what could not be watched', [recordOf('a.test.js', [], blind)], {}, /^process-state could not .* \(no access\)$/],
    ['what made the run partial', [], partial, /did not run here.*: -t was set$/],
    ['the other environment', [], { unguarded: ['a.test.js'] }, /another test environment/],
    ['the record that is missing', [], { missing: ['a.test.js'] }, /left no record/],
    ['that nothing was guarded', [], {}, /no file ran under jest-hermetic/],
  ])('unexercised says %s', (_name, records, change, words) => {
    const [entry] = judge(inputOf(LISTED, records, change)).entries.unexercised;
    expect(entry).toMatchObject({ line: 1, because: expect.stringMatching(words) as unknown });
  });
});

describe('entries of setup files and source modules', () => {
  const ran = (path: string, change: Partial<FileRecord> = {}) =>
    recordOf(path, [], { evaluated: ['test/setup.js'], ...change });
  const blind = { unobservable: [{ kind: 'module-purged' as const, reason: '' }] };

  test.each<[string, FileRecord[], Parameters<typeof judgeShortly>[2], string]>([
    ['a complete run', [ran('a.test.js'), ran('b.test.js')], {}, 'fixed'],
    ['a complete run in which nothing lists it', [recordOf('a.test.js')], {}, 'fixed'],
    ['a complete run with a failed test', [ran('a.test.js', { exercised: false })], {}, 'fixed'],
    ['a partial run', [ran('a.test.js')], partial, 'unexercised'],
    ['a run with a lost record', [ran('a.test.js')], { missing: ['b.test.js'] }, 'unexercised'],
    ['a file that was blind', [ran('a.test.js'), ran('b.test.js', blind)], {}, 'unexercised'],
    ['a blind file that it did not run in', [ran('a.test.js'), recordOf('b.test.js', [], blind)], {}, 'fixed'],
    [
      'a blind file when nothing lists it',
      [recordOf('a.test.js'), recordOf('b.test.js', [], blind)],
      {},
      'unexercised',
    ],
  ])('%s: %#', (_name, records, change, verdict) => {
    expect(judgeShortly(SETUP, records, change).entries).toEqual([`${verdict} test/setup.js 0/1`]);
  });

  test('fixed says in how many files it ran', () => {
    const { fixed } = judge(inputOf(SETUP, [ran('a.test.js'), ran('b.test.js')])).entries;
    expect(fixed[0]!.because).toBe('test/setup.js ran in 2 files and process.cwd was as before after each');
  });
});

describe('entries of packages', () => {
  const ran = (path: string, worker: string) => recordOf(path, [], { worker, evaluated: ['node_modules/p'] });

  test.each<[string, FileRecord[], string]>([
    ['one worker, two files', [ran('a.test.js', '1-0'), ran('b.test.js', '1-0')], 'fixed'],
    ['two workers, a file each', [ran('a.test.js', '1-0'), ran('b.test.js', '2-0')], 'unexercised'],
    ['nobody loaded it', [recordOf('a.test.js')], 'unexercised'],
  ])('%s', (_name, records, verdict) => {
    expect(judgeShortly(PACKAGE, records).entries).toEqual([`${verdict} node_modules/p 0/1`]);
  });
});

describe('gone and moved', () => {
  const gone = (change: Parameters<typeof judgeShortly>[2] = {}) => ({
    ...partial,
    ownerExists: (owner: string) => !['a.test.js', 'old/a.test.js', 'node_modules/p'].includes(owner),
    ...change,
  });

  test.each([LISTED, PACKAGE])('%s: an owner that is not there is gone, on any run', (text) => {
    expect(judgeShortly(text, [], gone()).entries).toEqual([`gone ${text.split(' ')[0]} 0/1`]);
  });

  test('(outside) in the file is gone', () => {
    expect(judgeShortly('(outside) process-state k', []).entries).toEqual(['gone (outside) 0/1']);
  });

  test('what ran or leaks is not gone, whatever the disk says', () => {
    const failed = { exercised: false };
    expect(judgeShortly(LISTED, [recordOf('a.test.js', [], failed)], gone()).entries).toEqual([
      'unexercised a.test.js 0/1',
    ]);
    const leaking = recordOf('b.test.js', [leakAt('a.test.js:1')]);
    expect(judgeShortly(LISTED, [leaking], gone()).entries).toEqual(['known a.test.js 1/1']);
  });

  test.each<[string, string, Map<string, string>, string[]]>([
    ['the same base name', 'new/a.test.js', new Map(), ['moved a.test.js 1/1 -> new/a.test.js']],
    ['git says so', 'b.test.js', new Map([['a.test.js', 'b.test.js']]), ['moved a.test.js 1/1 -> b.test.js']],
    ['neither', 'b.test.js', new Map(), ['new b.test.js 1/0', 'gone a.test.js 0/1']],
  ])('a new leak of the same kind and key is moved when: %s', (_name, owner, renames, entries) => {
    const record = recordOf(owner, [leakAt(`${owner}:1`)]);
    const verdict = entries.length === 1 ? 'known' : 'new';
    expect(judgeShortly(LISTED, [record], gone({ renames }))).toEqual({ leaks: [`${verdict} ${owner}`], entries });
  });

  test.each([
    ['key', { key: 'src/y.js' }],
    ['kind', { kind: 'module-purged' }],
    ['grade', { grade: 'latent' }],
  ] as const)('not when the %s is another', (_name, change) => {
    const record = recordOf('new/a.test.js', [leakAt('new/a.test.js:1', change)]);
    expect(judge(inputOf(LISTED, [record], gone())).entries).toMatchObject({
      moved: [],
      gone: [{ owner: 'a.test.js' }],
    });
  });

  test('moved with more sites is grown too, once', () => {
    const record = recordOf('new/a.test.js', [leakAt('new/a.test.js:1'), leakAt('new/a.test.js:2')]);
    expect(judgeShortly(LISTED, [record], gone())).toEqual({
      leaks: ['grown new/a.test.js', 'grown new/a.test.js'],
      entries: ['grown new/a.test.js 2/1', 'moved a.test.js 2/1 -> new/a.test.js'],
    });
  });

  test('one gone entry takes one new leak: the path that agrees longest', () => {
    const text = 'old/a.test.js mock-registered src/x.js';
    const records = ['b/a.test.js', 'new/old/a.test.js'].map((path) => recordOf(path, [leakAt(`${path}:1`)]));
    expect(judgeShortly(text, records, gone()).entries).toEqual([
      'new b/a.test.js 1/0',
      'moved old/a.test.js 1/1 -> new/old/a.test.js',
    ]);
  });

  test('git goes before the path', () => {
    const records = ['a.spec.js', 'b/old/a.test.js'].map((path) => recordOf(path, [leakAt(`${path}:1`)]));
    const change = gone({ renames: new Map([['old/a.test.js', 'a.spec.js']]) });
    expect(judgeShortly('old/a.test.js mock-registered src/x.js', records, change).entries).toEqual([
      'new b/old/a.test.js 1/0',
      'moved old/a.test.js 1/1 -> a.spec.js',
    ]);
  });
});

test('counts are those of the lists', () => {
  const text = [LISTED, SETUP, 'c.test.js process-state k', 'd.test.js process-state k'].join('\n');
  const records = [
    recordOf('a.test.js', [leakAt('a.test.js:1'), leakAt('a.test.js:2')]),
    recordOf('b.test.js', [leakAt('b.test.js:1'), leakAt('b.test.js:2', { grade: 'latent' })]),
    recordOf('d.test.js'),
  ];
  const { counts } = judge(inputOf(text, records, { ownerExists: (owner) => owner !== 'c.test.js' }));
  expect(counts).toEqual({
    leaks: { new: 1, grown: 2, known: 0, 'below-gate': 1, allowed: 0, unattributed: 0 },
    entries: { new: 1, grown: 1, known: 0, shrunk: 0, fixed: 2, gone: 1, moved: 0, unexercised: 0 },
    failing: 2,
    stale: 3,
  });
});

describe('state that files of a worker share', () => {
  const left = (owner: string, change = {}) => [
    leakAt(`${owner}:1`, { kind: 'process-state', key: 'process.cwd', ...change }),
  ];
  const text = 'a.test.js process-state process.cwd\nb.test.js process-state process.cwd\n';
  const run = (worker: string, leaks = left('a.test.js')) => [
    recordOf('a.test.js', leaks, { worker: '1-0' }),
    recordOf('b.test.js', [], { worker }),
  ];

  test('what one left changed, another cannot be seen to change alike', () => {
    expect(judgeShortly(text, run('1-0')).entries).toEqual(['known a.test.js 1/1', 'unexercised b.test.js 0/1']);
    expect(judgeShortly(text, run('2-0')).entries).toEqual(['known a.test.js 1/1', 'fixed b.test.js 0/1']);
    expect(judgeShortly(text, run('1-0', left('a.test.js', { key: 'process.umask' }))).entries).toContain(
      'fixed b.test.js 0/1',
    );
  });

  test('nor what was changed before a file began', () => {
    const outside = left('a.test.js', { owner: '(outside)' });
    expect(judgeShortly(text, run('2-0', outside)).entries).toEqual([
      'unexercised a.test.js 0/1',
      'unexercised b.test.js 0/1',
    ]);
  });

  test('what dies with the file is not shared', () => {
    const records = [recordOf('a.test.js', [leakAt('a.test.js:1')]), recordOf('b.test.js')];
    expect(judgeShortly('b.test.js mock-registered src/x.js\n', records).entries).toContain('fixed b.test.js 0/1');
  });

  test('a module that no guarded file ran may have run in an unguarded one', () => {
    const list = 'src/x.js core-module-mutated fs.x\n';
    expect(judgeShortly(list, [recordOf('a.test.js')]).entries).toEqual(['fixed src/x.js 0/1']);
    expect(judgeShortly(list, [recordOf('a.test.js')], { unguarded: ['b.test.js'] }).entries).toEqual([
      'unexercised src/x.js 0/1',
    ]);
  });
});

describe('whatever the run,', () => {
  test('each entry has exactly one verdict', () => {
    fc.assert(
      fc.property(judgeInputs, (input) => {
        const { new: _new, ...entries } = judge(input).entries;
        const own = Object.values(entries)
          .flat()
          .map(identityOf)
          .filter((identity) => input.baseline.entries.some((entry) => identityOf(entry) === identity));
        expect(own.toSorted()).toEqual(input.baseline.entries.map(identityOf).toSorted());
      }),
    );
  });

  test('the leaks that fail are those of the entries that fail', () => {
    fc.assert(
      fc.property(judgeInputs, (input) => {
        const { leaks, entries } = judge(input);
        const failing = new Set([...entries.new, ...entries.grown].map(identityOf));
        const shown = new Set(leaks.filter(({ verdict }) => verdict === 'new' || verdict === 'grown').map(identityOf));
        expect(shown).toEqual(failing);
      }),
    );
  });

  test('no entry is fixed or shrunk when its owner was not exercised', () => {
    fc.assert(
      fc.property(judgeInputs, (input) => {
        const { fixed, shrunk } = judge(input).entries;
        for (const { owner } of [...fixed, ...shrunk]) {
          const own = input.records.filter((record) => record.path === owner);
          expect(own.every((record) => record.exercised && record.unobservable.length === 0)).toBe(true);
          expect(input.missing).not.toContain(owner);
          if (own.length === 0)
            expect([input.run.complete, input.missing, input.unguarded.includes(owner)]).toEqual([true, [], false]);
        }
      }),
    );
  });

  test('no entry is stale for a leak that is alive at any grade, but in number', () => {
    fc.assert(
      fc.property(judgeInputs, (input) => {
        const alive = new Set(input.records.flatMap(({ leaks }) => leaks.map(identityOf)));
        const { fixed, gone, moved } = judge(input).entries;
        const exact = [...fixed, ...gone, ...moved].filter(({ owner }) => owner !== '(outside)');
        expect(exact.filter((entry) => alive.has(identityOf(entry)))).toEqual([]);
      }),
    );
  });

  test('the order of records makes no difference to the verdicts', () => {
    fc.assert(
      fc.property(judgeInputs, (input) => {
        const { leaks, entries, counts } = judge(input);
        const reversed = judge({ ...input, records: input.records.toReversed() });
        const bare = (list: typeof entries) =>
          Object.values(list).map((items) => items.map((entry) => ({ ...entry, because: null })));
        expect(reversed.leaks).toEqual(leaks);
        expect(reversed.counts).toEqual(counts);
        expect(bare(reversed.entries)).toEqual(bare(entries));
      }),
    );
  });

  test('after pruning, the same run finds nothing stale any more', () => {
    fc.assert(
      fc.property(judgeInputs, (input) => {
        const pruned = shrink(input.baseline, judge(input).entries);
        const { fixed, gone, moved } = judge({ ...input, baseline: pruned }).entries;
        expect([fixed, gone, moved]).toEqual([[], [], []]);
      }),
    );
  });
});
