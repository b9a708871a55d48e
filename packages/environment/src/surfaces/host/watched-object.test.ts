import type { SlotChange } from '../slot';
import { WatchedObject, sameDescriptor, timesRemembered } from './watched-object';

const data = (value: unknown, flags: PropertyDescriptor = {}): PropertyDescriptor => ({
  value,
  writable: true,
  enumerable: true,
  configurable: true,
  ...flags,
});
const accessor = (get?: () => unknown, set?: () => void): PropertyDescriptor => ({
  get,
  set,
  enumerable: true,
  configurable: true,
});
const [get, set] = [() => undefined, () => {}];

test.each<[title: string, a: PropertyDescriptor | undefined, b: PropertyDescriptor | undefined, expected: boolean]>([
  ['the same value', data(1), data(1), true],
  ['NaN', data(NaN), data(NaN), true],
  ['0 and -0', data(0), data(-0), true],
  ['another value', data(1), data(2), false],
  ['not writable', data(1), data(1, { writable: false }), false],
  ['not enumerable', data(1), data(1, { enumerable: false }), false],
  ['not configurable', data(1), data(1, { configurable: false }), false],
  ['not there twice', undefined, undefined, true],
  ['not there', undefined, data(undefined), false],
  ['the same accessor', accessor(get, set), accessor(get, set), true],
  ['another getter', accessor(get), accessor(() => 1), false],
  ['another setter', accessor(get, set), accessor(get), false],
  ['an accessor for data', data(undefined), accessor(get), false],
])('descriptors: %s', (_title, a, b, expected) => {
  expect([sameDescriptor(a, b), sameDescriptor(b, a)]).toEqual([expected, expected]);
});

function watch(object: object): { watched: WatchedObject; found: (look: (changes: SlotChange[]) => void) => string[] } {
  const watched = new WatchedObject(object, { kind: 'core-module-mutated', text: 'fs', depth: 0 });
  const found = (look: (changes: SlotChange[]) => void): string[] => {
    const changes: SlotChange[] = [];
    look(changes);
    return changes.map(({ key }) => key);
  };
  return { watched, found };
}

test('a look at some properties sees those, and others that are there by now', () => {
  const object: Record<string, number> = { a: 1, b: 1 };
  const { watched, found } = watch(object);
  const indexes = watched.indexesOf(new Set(['a']));
  object['b'] = 2;
  expect(found((changes) => watched.lookAt(changes, indexes, ['fresh']))).toEqual([]);
  object['a'] = 2;
  expect(found((changes) => watched.lookAt(changes, indexes, []))).toEqual(['fs.a', 'fs.b']);
  object['fresh'] = 1;
  expect(found((changes) => watched.lookAt(changes, indexes, []))).toEqual([]);
  expect(found((changes) => watched.lookAt(changes, indexes, ['fresh']))).toEqual(['fs.fresh']);
});

test('once the names of a function are listed, one that is not enumerable counts, also if they are listed again', () => {
  const object = (): void => {};
  const { watched, found } = watch(object);
  const hide = (name: string): void => void Object.defineProperty(object, name, { value: 1, configurable: true });
  hide('before');
  expect(found((changes) => watched.listNames(changes))).toEqual([]);
  hide('after');
  expect(found((changes) => watched.listNames(changes))).toEqual([]);
  expect(found((changes) => watched.lookAtNames(changes))).toEqual(['fs.after']);
  expect(found((changes) => watched.lookAtNames(changes))).toEqual([]);
});

test('names that V8 makes, and marks of Jest, are not compared', () => {
  class Agent {}
  const { watched, found } = watch(Agent);
  Object.defineProperty(Agent, 'name', { value: 'Other' });
  Object.defineProperty(Agent, Symbol.for('$$jest-mark'), { value: 1 });
  expect(found((changes) => watched.look(changes, true))).toEqual([]);
});

test('one property is remembered as it is now, whether it was there, is there, or neither', () => {
  const object: Record<string, number> = { a: 1, b: 1 };
  const { watched, found } = watch(object);
  const before = timesRemembered();
  object['a'] = 2;
  watched.rememberOne('a');
  watched.rememberOne('never');
  expect([watched.keys, timesRemembered()]).toEqual([['a', 'b'], before]);
  object['fresh'] = 1;
  watched.rememberOne('fresh');
  delete object['a'];
  watched.rememberOne('a');
  object['b'] = 2;
  expect(found((changes) => watched.look(changes, true))).toEqual(['fs.b']);
});

test('a function is looked at for what is enumerable, a prototype that is one for all', () => {
  const method = { value: () => 1, configurable: true, writable: true };
  const prototype = Object.defineProperty(() => 1, 'constructor', { ...method, value: Function });
  Object.defineProperty(prototype, 'call', method);
  const [plain, listed] = [watch(() => 1), watch(prototype)];
  expect(plain.found((changes) => plain.watched.look(changes, false))).toEqual([]);
  Object.defineProperty(prototype, 'call', { ...method, value: () => 2 });
  expect(listed.found((changes) => listed.watched.look(changes, false))).toEqual(['fs.call']);
});
