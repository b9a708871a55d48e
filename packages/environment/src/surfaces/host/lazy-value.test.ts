import { isLazyValue } from './lazy-value';
import { hostGetters } from './watched-object';

const VALUE = { made: 'once' };
const dataOf = (value: unknown): PropertyDescriptor => ({
  value,
  writable: true,
  enumerable: true,
  configurable: true,
});

/** An object of the host with a property that Node makes when it is read first. */
function lazy({ isHosts = true } = {}) {
  const object: { Blob?: unknown } = {};
  const get = jest.fn(function (this: object) {
    Object.defineProperty(this, 'Blob', dataOf(VALUE));
    return VALUE;
  });
  if (isHosts) hostGetters.add(get);
  const before: PropertyDescriptor = { get, configurable: true, enumerable: true };
  Object.defineProperty(object, 'Blob', before);
  /** Code does that; whether it is no more than that the property was read. */
  const isRead = (act: () => void): boolean => {
    act();
    const after = Object.getOwnPropertyDescriptor(object, 'Blob');
    get.mockClear();
    const change = { kind: 'core-module-mutated' as const, key: 'buffer.Blob', object, property: 'Blob' };
    return isLazyValue({ ...change, before, after });
  };
  return { object, get, isRead };
}

test('a lazy property that was read is no change', () => {
  const { object, isRead } = lazy();
  expect(isRead(() => void object.Blob)).toBe(true);
  expect(object.Blob).toBe(VALUE);
});

test('another value in its place is one, and stays', () => {
  const { object, isRead } = lazy();
  const stub = {};
  expect(isRead(() => Object.defineProperty(object, 'Blob', dataOf(stub)))).toBe(false);
  expect(object.Blob).toBe(stub);
});

test.each<[title: string, act: (object: object) => void]>([
  ['a deletion', (object) => Reflect.deleteProperty(object, 'Blob')],
  ['another getter', (object) => Object.defineProperty(object, 'Blob', { get: () => VALUE })],
])('%s is one, and nothing is asked', (_title, act) => {
  const { object, get, isRead } = lazy();
  expect(isRead(() => act(object))).toBe(false);
  expect(get).not.toHaveBeenCalled();
});

test('a getter that is not of the host is not asked', () => {
  const { object, get, isRead } = lazy({ isHosts: false });
  expect(isRead(() => void object.Blob)).toBe(false);
  expect(get).not.toHaveBeenCalled();
});

test('a getter that throws by now tells nothing', () => {
  const { object, get, isRead } = lazy();
  get.mockImplementation(() => {
    throw new Error('gone');
  });
  expect(isRead(() => Object.defineProperty(object, 'Blob', dataOf(VALUE)))).toBe(false);
});
