import type { SlotChange } from '../slot';
import { describeSlot } from '../../report/describe-value';
import { restoreSlot } from './restore-slot';
import { WatchedObject } from './watched-object';

const make = () => ({ a: 1, b: () => 2, get c() { return 3; } }); // prettier-ignore

function watch(object: object): { look: () => SlotChange[]; told: () => string[] } {
  const watched = new WatchedObject(object, { kind: 'core-module-mutated', text: 'm', depth: 0 });
  const look = (): SlotChange[] => {
    const changes: SlotChange[] = [];
    watched.look(changes, false);
    return changes;
  };
  const told = () =>
    look().map(({ key, before, after }) => `${key}: ${describeSlot(before)} -> ${describeSlot(after)}`);
  return { look, told };
}

describe('an object that is locked as a whole', () => {
  test.each<[string, (object: object) => void]>([
    ['Object.freeze(m): open -> frozen', Object.freeze],
    ['Object.seal(m): open -> sealed', Object.seal],
    ['Object.preventExtensions(m): open -> not extensible', Object.preventExtensions],
  ])('%s, once', (expected, lock) => {
    const object = make();
    const { told } = watch(object);
    lock(object);
    expect(told()).toEqual([expected]);
    expect(told()).toEqual([]);
  });

  test('one made by a class, which keeps records of its own under symbols', () => {
    const agent = new (class Agent extends Map {})();
    const { told } = watch(agent);
    Object.freeze(agent);
    expect(told()).toEqual(['Object.freeze(m): open -> frozen']);
  });

  test('further and further', () => {
    const object = make();
    const { told } = watch(object);
    Object.preventExtensions(object);
    expect(told()).toEqual(['Object.preventExtensions(m): open -> not extensible']);
    Object.seal(object);
    expect(told()).toEqual(['Object.seal(m): not extensible -> sealed']);
    Object.freeze(object);
    expect(told()).toEqual(['Object.freeze(m): sealed -> frozen']);
  });

  test('what was changed besides is told besides', () => {
    const object: Record<string, unknown> = make();
    const { told } = watch(object);
    object['a'] = 9;
    object['d'] = 4;
    delete object['c'];
    Object.freeze(object);
    expect(told().sort()).toEqual([
      'Object.freeze(m): open -> frozen',
      'm.a: 1 -> 9',
      'm.c: an accessor -> absent',
      'm.d: absent -> 4',
    ]);
  });

  test('one property that was locked is a change of that property', () => {
    const object = make();
    const { told } = watch(object);
    Object.defineProperty(object, 'a', { configurable: false });
    expect(told()).toEqual(['m.a: 1 -> 1']);
    Object.defineProperty(object, 'b', { writable: false });
    Object.preventExtensions(object);
    expect(told()).toEqual([
      'Object.preventExtensions(m): open -> not extensible',
      expect.stringMatching(/^m\.b: function b -> function b$/),
    ]);
  });

  test('one that was locked before is none, and nothing else is', () => {
    expect(watch(Object.freeze(make())).told()).toEqual([]);
    expect(watch(make()).told()).toEqual([]);
  });

  test('nothing puts it back', () => {
    const object = make();
    const { look } = watch(object);
    Object.preventExtensions(object);
    const [change] = look();
    expect(restoreSlot(change!)).toBe(false);
    expect(Reflect.ownKeys(object)).toEqual(['a', 'b', 'c']);
  });
});

test('a function is looked at for what is enumerable, a prototype that is one for all', () => {
  const method = { value: () => 1, configurable: true, writable: true };
  const plain = watch(() => 1);
  const prototype = Object.defineProperty(() => 1, 'constructor', { ...method, value: Function });
  Object.defineProperty(prototype, 'call', method);
  const listed = watch(prototype);
  Object.defineProperty(prototype, 'call', { ...method, value: () => 2 });
  expect(listed.told()).toEqual(['m.call: function value -> function value']);
  expect(plain.told()).toEqual([]);
});
