import type { ActFacts } from '../ledger/act';
import { Ledger } from '../ledger/ledger';
import { relativePath } from '../site/file-paths';
import type { RawFrame } from '../site/frame';
import type { SiteMapper } from '../site/source-maps';
import { actFacts } from '../testing/key-script';
import { inBody, inHook, makeSuite } from '../testing/scopes';
import { buildLeaks } from './build-leaks';
import type { LeakBuilderOptions } from './build-leaks';
import type { Made } from './made-at';
import { SiteFinder } from './sites';

const { cart, adds, empties, alone } = makeSuite();
const relative = (file: string): string => relativePath('/p', file);
const mapper = { map: ({ file, ...place }: RawFrame) => ({ file: relative(file), ...place }) } as SiteMapper;
const sites = new SiteFinder(mapper, relative);
const at = (line: number) => ({ site: { file: '/p/a.test.js', line, column: 3 }, via: null, owner: null });

const ledger = new Ledger();
const act = (facts: Partial<ActFacts>) =>
  ledger.makeAct(actFacts({ context: inBody(adds), frames: at(5), siteIs: 'call', call: 'jest.doMock', ...facts }));

const build = (acts: ReturnType<typeof act>[], made: LeakBuilderOptions['made'] = new Map()) =>
  buildLeaks(acts, { testPath: 'a.test.js', relative, sites, made, allowedBecause: () => null });

test('one leak with everything that is known of it', () => {
  const leaked = act({ module: 'cjs' });
  leaked.grade = 'observed';
  leaked.escapedTo = inBody(empties);
  leaked.receipts.push(
    { context: inBody(empties), from: { file: '/p/src/x.js', line: 1, column: 2 }, sameTestRetry: false },
    { context: inHook(cart, 'beforeEach', empties), from: null, sameTestRetry: true },
  );
  expect(build([leaked])).toEqual([
    {
      owner: 'a.test.js',
      kind: 'mock-registered',
      key: 'src/config.js',
      grade: 'observed',
      site: { file: 'a.test.js', line: 5, column: 3 },
      siteIs: 'call',
      via: null,
      call: 'jest.doMock',
      virtual: false,
      module: 'cjs',
      scopes: [
        {
          type: 'test',
          name: 'cart adds',
          hook: null,
          ownerSite: { file: 'a.test.js', line: 5, column: 3 },
          escapedTo: { test: 'cart empties', file: 'a.test.js' },
          observedBy: [
            {
              test: 'cart empties',
              describe: null,
              hook: null,
              sameTestRetry: false,
              file: 'a.test.js',
              from: { file: 'src/x.js', line: 1, column: 2 },
            },
            {
              test: null,
              describe: 'cart',
              hook: 'beforeEach',
              sameTestRetry: true,
              file: 'a.test.js',
              from: null,
            },
          ],
        },
      ],
      candidates: [],
      modules: [],
      was: null,
      is: null,
      allowed: null,
      recipe: expect.stringMatching(/^mock-registered\//),
    },
  ]);
});

test('one leak a site: its scopes in order, the strongest grade, the sum of the modules', () => {
  const [first, second, third] = [act({}), act({ context: inBody(alone) }), act({ frames: at(6) })] as const;
  [first.grade, second.grade, third.grade] = ['latent', 'escaped', 'latent'];
  first.modules.set('src/b.js', 'removed').set('src/a.js', 'removed');
  second.modules.set('src/a.js', 'replaced').set('src/c.js', 'removed');
  const leaks = build([first, second, third]);
  expect(leaks.map(({ site, grade }) => [site?.line, grade])).toEqual([
    [5, 'escaped'],
    [6, 'latent'],
  ]);
  expect(leaks[0]?.scopes.map(({ name }) => name)).toEqual(['cart adds', 'alone']);
  expect(leaks[0]?.modules).toEqual([
    { path: 'src/a.js', effect: 'replaced' },
    { path: 'src/b.js', effect: 'removed' },
    { path: 'src/c.js', effect: 'removed' },
  ]);
});

test('a scope that leaks twice at one site is listed once, with all who received it', () => {
  const [first, second] = [act({}), act({})] as const;
  const receipt = (context: ReturnType<typeof inBody>) => ({ context, from: null, sameTestRetry: false });
  first.receipts.push(receipt(inBody(empties)));
  second.receipts.push(receipt(inBody(empties)), receipt(inBody(alone)));
  second.escapedTo = inBody(alone);
  const [leak] = build([first, second]);
  expect(leak?.scopes).toHaveLength(1);
  expect(leak?.scopes[0]?.escapedTo).toEqual({ test: 'alone', file: 'a.test.js' });
  expect(leak?.scopes[0]?.observedBy.map(({ test }) => test)).toEqual(['cart empties', 'alone']);
});

describe('what packages do to host state', () => {
  const value = { before: { value: 1 }, after: { value: () => {} } };
  const slot: Partial<ActFacts> = { kind: 'core-module-mutated', key: 'fs.close', value, frames: null, call: null };
  const made = (changes: Partial<Made>): Made => ({ at: null, byPackage: 'gfs', stacked: false, ...changes });

  test.each<[title: string, facts: Partial<ActFacts>, made: Made | undefined, owner: string | null]>([
    ['a value of a test', slot, made({ byPackage: null }), 'a.test.js'],
    ['a package’s bookkeeping is no leak', slot, made({}), null],
    ['a second layer of the same package is its leak', slot, made({ stacked: true }), 'node_modules/gfs'],
    ['nor is a plain value', { ...slot, context: inBody(adds, '/p/node_modules/gfs/i.js') }, undefined, null],
    ['a mock registration is always somebody’s', {}, made({}), 'a.test.js'],
  ])('%s', (_title, facts, found, owner) => {
    const leaked = act(facts);
    const leaks = build([leaked], new Map(found === undefined ? [] : [[leaked, found]]));
    expect(leaks.map((leak) => leak.owner)).toEqual(owner === null ? [] : [owner]);
    if (owner?.startsWith('node_modules/')) expect(leaks[0]?.scopes).toMatchObject([{ type: 'file', name: null }]);
  });
});

test.each<[before: unknown, after: unknown, was: string, is: string]>([
  [{ value: 1 }, undefined, '1', 'absent'],
  [undefined, { get: () => 1 }, 'absent', 'an accessor'],
])('a slot %#', (before, after, was, is) => {
  const value = { before, after };
  expect(build([act({ kind: 'host-object-mutated', key: 'URL.x', value })])).toMatchObject([{ was, is }]);
});

test.each<[before: unknown, after: unknown, was: string, is: string]>([
  ['/a', '/b', '"/a"', '"/b"'],
  [[], [() => {}], '0 listeners', '1 listener'],
])('process state %#', (before, after, was, is) => {
  const value = { before, after };
  expect(build([act({ kind: 'process-state', key: 'process.cwd', value })])).toMatchObject([{ was, is }]);
});
