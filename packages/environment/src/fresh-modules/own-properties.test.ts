import fc from 'fast-check';
import { hasOwnState, saveOwnProperties } from './own-properties';

/** Everything about the own properties, their order included. */
const picture = (object: object) =>
  Reflect.ownKeys(object).map((key) => [key, Object.getOwnPropertyDescriptor(object, key)]);

describe('saveOwnProperties', () => {
  test.each<[string, (object: Record<PropertyKey, unknown>) => void]>([
    ['a value', (object) => (object['a'] = 2)],
    ['an addition', (object) => (object['new'] = 2)],
    ['a symbol', (object) => (object[Symbol.for('s')] = 2)],
    ['a deletion', (object) => delete object['a']],
    ['an accessor over a value', (object) => Object.defineProperty(object, 'a', { get: () => 5 })],
    ['a value over an accessor', (object) => Object.defineProperty(object, 'got', { value: 5 })],
    ['flags', (object) => Object.defineProperty(object, 'a', { enumerable: false })],
  ])('puts back %s', (_name, change) => {
    const object = { a: 1, get got(): never { throw new Error('a getter was called'); }, z: 3 }; // prettier-ignore
    const before = picture(object);
    const restore = saveOwnProperties(object);
    change(object as never);
    expect(picture(object)).not.toEqual(before);
    restore();
    expect(picture(object)).toEqual(before);
  });

  test('leaves what cannot be put back, without a throw', () => {
    const object: Record<string, unknown> = { a: 1 };
    const restore = saveOwnProperties(object);
    Object.defineProperty(object, 'fixed', { value: 1 });
    Object.freeze(object);
    expect(restore).not.toThrow();
    expect(object).toHaveProperty('fixed', 1);
  });

  test('any sequence of writes and deletions', () => {
    const key = fc.constantFrom('a', 'b', 'c', 'd', '0');
    const step = fc.oneof(
      fc.record({ key, value: fc.integer() }),
      fc.record({ key }),
      fc.record({ key, get: fc.constant(() => 1) }),
    );
    fc.assert(
      fc.property(fc.dictionary(key, fc.integer()), fc.array(step), (object, steps) => {
        const before = picture(object);
        const restore = saveOwnProperties(object);
        for (const { key: name, ...descriptor } of steps) {
          if (Object.keys(descriptor).length === 0) delete object[name];
          else Object.defineProperty(object, name, { configurable: true, enumerable: true, ...descriptor });
        }
        restore();
        expect(picture(object)).toEqual(before);
      }),
    );
  });
});

test('hasOwnState leaves out what cannot be read without running code, and bytes', () => {
  const states = [{}, () => {}, null, 1, 'text', new Proxy({}, {}), Buffer.alloc(1), []].map(hasOwnState);
  expect(states).toEqual([true, true, false, false, false, false, false, true]);
});
