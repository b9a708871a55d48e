import { Ledger } from '../ledger/ledger';
import type { ActFacts } from '../ledger/act';
import type { RawFrame } from '../site/frame';
import { Spies } from '../surfaces/spies';
import { actFacts } from '../testing/key-script';
import { inBody, makeSuite } from '../testing/scopes';
import { findMade } from './made-at';

const mockLocations = new Map<unknown, RawFrame>();

// Where V8 says that functions were made has tests of its own; here it is given.
jest.mock('../site/value-location', () => ({
  locateFunctions: (values: unknown[]) => values.map((value) => mockLocations.get(value) ?? null),
}));

const frame = (file: string): RawFrame => ({ file, line: 2, column: 1 });
const select = (frames: readonly RawFrame[]) => ({ site: frames[0] ?? null, via: null, owner: null });
const spies = new Spies();

const madeIn = (file: string | null, value: () => unknown = () => {}): PropertyDescriptor => {
  const made = () => value();
  if (file !== null) mockLocations.set(made, frame(file));
  return { value: made };
};

function madeOf(facts: Partial<ActFacts>) {
  const act = new Ledger().makeAct(
    actFacts({ kind: 'core-module-mutated', context: inBody(makeSuite().adds), ...facts }),
  );
  return findMade([act], spies, select).get(act);
}

test.each<[title: string, before: string | null, after: string, made: { byPackage: string | null; stacked: boolean }]>([
  ['by the user', null, '/p/a.test.js', { byPackage: null, stacked: false }],
  ['by a package', null, '/p/node_modules/gfs/i.js', { byPackage: 'gfs', stacked: false }],
  [
    'by the same file of a package again',
    '/p/node_modules/gfs/i.js',
    '/p/node_modules/gfs/i.js',
    { byPackage: 'gfs', stacked: true },
  ],
  [
    'by a package over another one',
    '/p/node_modules/other/i.js',
    '/p/node_modules/gfs/i.js',
    { byPackage: 'gfs', stacked: false },
  ],
  ['by the user over a package', '/p/node_modules/gfs/i.js', '/p/a.test.js', { byPackage: null, stacked: false }],
])('a value that was made %s', (_title, before, after, made) => {
  const value = { before: madeIn(before), after: madeIn(after) };
  expect(madeOf({ value })).toEqual({ ...made, at: select([frame(after)]) });
});

test('a loader that a package made has no place, one that the user made has', () => {
  const made = (file: string) =>
    madeOf({ kind: 'host-require-cache', value: { before: undefined, after: madeIn(file) } });
  expect(made('/p/node_modules/pirates/i.js')).toBeUndefined();
  expect(made('/p/a.test.js')?.at).toEqual(select([frame('/p/a.test.js')]));
});

test('a getter is the value of an accessor', () => {
  const { value: get } = madeIn('/p/a.test.js') as { value: () => unknown };
  expect(madeOf({ value: { before: undefined, after: { get } } })?.at).toEqual(select([frame('/p/a.test.js')]));
});

test('a mock is the user’s and was made where jest.fn was called', () => {
  const mock = jest.fn();
  spies.made.note(mock, [frame('/p/helper.js')]);
  mockLocations.set(mock, frame('/p/node_modules/jest-mock/build/index.js'));
  expect(madeOf({ value: { before: undefined, after: { value: mock } } })).toEqual({
    at: select([frame('/p/helper.js')]),
    byPackage: null,
    stacked: false,
  });
});

test('of a list of listeners, the one that was added', () => {
  const { value: made } = madeIn('/p/a.test.js') as { value: unknown };
  const value = { before: [], after: [made], made };
  expect(madeOf({ kind: 'process-state', value })?.at).toEqual(select([frame('/p/a.test.js')]));
});

test('a listener that a package adds on top of its own is stacked', () => {
  const listeners = ['/p/node_modules/gfs/i.js', '/p/node_modules/gfs/i.js', '/p/src/x.js'].map(
    (file) => (madeIn(file) as { value: unknown }).value,
  );
  const [first, second, users] = listeners;
  const added = (before: unknown[], made: unknown) =>
    madeOf({ kind: 'process-state', value: { before, after: [...before, made], made } });
  expect(added([], first)).toMatchObject({ byPackage: 'gfs', stacked: false });
  expect(added([first], second)).toMatchObject({ byPackage: 'gfs', stacked: true });
  expect(added([users], second)).toMatchObject({ byPackage: 'gfs', stacked: false });
});

describe('plain data that a scope added to a core module', () => {
  const { adds } = makeSuite();
  const added = (key: string, value: unknown, before?: PropertyDescriptor): ActFacts =>
    actFacts({ kind: 'core-module-mutated', context: inBody(adds), key, value: { before, after: { value } } });
  const byPackageOf = (patch: PropertyDescriptor, mark: ActFacts): string | null | undefined => {
    const ledger = new Ledger();
    const acts = [ledger.makeAct(added('https.request', patch.value, { value: 1 })), ledger.makeAct(mark)];
    return findMade(acts, spies, select).get(acts[1]!)?.byPackage;
  };

  test('beside what a package installed there is the mark of that package', () => {
    expect(byPackageOf(madeIn('/p/node_modules/gfs/i.js'), added('https.__patched', true))).toBe('gfs');
  });

  test('is nobody’s mark beside a patch of the user’s, elsewhere, or where it was there before', () => {
    expect(byPackageOf(madeIn('/p/src/patch.js'), added('https.__patched', true))).toBeUndefined();
    expect(byPackageOf(madeIn('/p/node_modules/gfs/i.js'), added('http.__patched', true))).toBeUndefined();
    const overwritten = added('https.timeout', 5, { value: 1 });
    expect(byPackageOf(madeIn('/p/node_modules/gfs/i.js'), overwritten)).toBeUndefined();
    const object = added('https.state', {});
    expect(byPackageOf(madeIn('/p/node_modules/gfs/i.js'), object)).toBeUndefined();
  });
});

test.each<[title: string, facts: Partial<ActFacts>]>([
  [
    'whose call is known',
    { frames: select([frame('/p/a.test.js')]), value: { before: undefined, after: madeIn('/p/b.js') } },
  ],
  ['without a value', { value: null }],
  ['on a plain value', { value: { before: { value: 1 }, after: { value: 2 } } }],
  ['on process state', { kind: 'process-state', value: { before: '/a', after: '/b' } }],
])('nothing is said of an act %s', (_title, facts) => {
  expect(madeOf(facts)).toBeUndefined();
});
