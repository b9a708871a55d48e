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
