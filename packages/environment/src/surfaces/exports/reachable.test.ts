import { runInNewContext } from 'node:vm';
import { isClass, isHostMade, isWatchable, oneLevelBelow } from './reachable';

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
