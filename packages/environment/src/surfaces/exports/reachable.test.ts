import { runInNewContext } from 'node:vm';
import { findBelow, isClass, isHostMade, isWatchable, mockWithin, oneLevelBelow } from './reachable';

class Service {
  load(): number {
    return 1;
  }
}
function ordinary(): void {}

test.each<[string, unknown, boolean]>([
  ['an object', {}, true],
  ['a function', ordinary, true],
  ['a class', Service, true],
  ['null', null, false],
  ['text', 'text', false],
  ['bytes', new Uint8Array(1), false],
  ['a mock', jest.fn(), false],
  ['a proxy', new Proxy({}, {}), false],
  ['what has a proxy behind it', Object.create(new Proxy({}, {})), false],
])('%s can be watched: %#', (_name, value, expected) => {
  expect(isWatchable(value)).toBe(expected);
});

test.each<[string, object, boolean]>([
  ['an object of this realm', {}, true],
  ['a function of this realm', ordinary, true],
  ['an object of another realm', runInNewContext('({})') as object, false],
  ['an instance', new Service(), false],
])('%s, where this code is the host, is host-made: %#', (_name, value, expected) => {
  expect(isHostMade(value)).toBe(expected);
});

test('a class is told from a function', () => {
  expect([isClass(Service), isClass(ordinary), isClass(() => {})]).toEqual([true, false, false]);
});

test('the prototype of a class is watched, the empty one of an ordinary function is not', () => {
  const below = oneLevelBelow({ Service, ordinary }, () => false);
  expect(below.map(({ path }) => path)).toEqual(['Service', 'Service.prototype', 'ordinary']);
});

test('what is foreign is left out', () => {
  const other = {};
  expect(oneLevelBelow({ other, own: {} }, (object) => object === other).map(({ path }) => path)).toEqual(['own']);
});

test('a property `prototype` of what is no class is a property like any other, two levels below', () => {
  const below = oneLevelBelow({ conf: { prototype: { a: 1, b: 2 } } }, () => false);
  expect(below.map(({ path }) => path)).toEqual(['conf']);
});

describe('the way to an object', () => {
  const wanted = {};
  const nobody = (): boolean => false;

  test.each<[title: string, exported: object, path: string | null]>([
    ['an export', { wanted }, 'wanted'],
    ['deep in data, past cycles and what is no object', withCycle({ a: null, b: 1, c: [{ wanted }] }), 'c.0.wanted'],
    ['behind a function', { load: Object.assign(() => {}, { wanted }) }, null],
    ['nowhere', { a: {} }, null],
  ])('%s', (_title, exported, path) => {
    expect(findBelow(exported, wanted, nobody)).toBe(path);
  });

  test('does not lead through what is foreign, but may end there', () => {
    const foreign = { wanted };
    const isForeign = (object: object): boolean => object === foreign;
    expect(findBelow({ foreign }, wanted, isForeign)).toBeNull();
    expect(findBelow({ foreign }, foreign, isForeign)).toBe('foreign');
  });

  test('is given up after some hundred objects', () => {
    const rows = (count: number): object[] => [...Array.from({ length: count }, () => ({})), { wanted }];
    expect(findBelow({ rows: rows(100) }, wanted, nobody)).toBe('rows.100.wanted');
    expect(findBelow({ rows: rows(1_000) }, wanted, nobody)).toBeNull();
  });
});

const mock = jest.fn();

test.each<[title: string, value: unknown, found: unknown]>([
  ['an object that holds one', { a: 1, mock }, mock],
  ['an object that holds none', { a: () => {} }, null],
  ['a mock itself', mock, null],
  ['a function that holds one', Object.assign(() => {}, { mock }), null],
  ['a proxy', new Proxy({ mock }, {}), null],
  ['null', null, null],
])('the mock in %s: %#', (_title, value, found) => {
  expect(mockWithin(value)).toBe(found);
});

function withCycle(exported: Record<string, unknown>): object {
  exported['b2'] = exported;
  return exported;
}
