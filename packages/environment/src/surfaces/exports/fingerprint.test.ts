import { fingerprintOf } from './fingerprint';

test('equal data has equal texts, whatever object holds it', () => {
  expect(fingerprintOf({ a: [1, { b: null }] })).toBe(fingerprintOf({ a: [1, { b: null }] }));
});

test('functions are all alike', () => {
  expect(fingerprintOf({ a: () => 1 })).toBe(fingerprintOf({ a: () => 2 }));
  expect(fingerprintOf({ a: () => 1 })).not.toBe(fingerprintOf({ a: null }));
});

test.each([
  [{ a: 1 }, { a: '1' }],
  [[1], { 0: 1, length: 1 }],
  [[1], [1, 2]],
  [{ a: undefined }, {}],
  [{ a: {} }, { a: [] }],
  ['a', 'b'],
])('%j and %j differ', (a, b) => {
  expect(fingerprintOf(a)).not.toBe(fingerprintOf(b));
});

test('no getter is called, and cyclic data and revoked proxies have an end', () => {
  const cyclic: Record<string, unknown> = {};
  cyclic['self'] = cyclic;
  Object.defineProperty(cyclic, 'bad', {
    enumerable: true,
    get() {
      throw new Error('called');
    },
  });
  const { proxy, revoke } = Proxy.revocable({}, {});
  revoke();
  expect(() => fingerprintOf([cyclic, proxy])).not.toThrow();
});
