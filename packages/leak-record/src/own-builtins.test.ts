import fs from 'node:fs';
import path from 'node:path';
import { asTestsLeftIt, lookAsTestsLeftIt, withOwnBuiltins } from './own-builtins';

const before = {
  flatMap: Object.getOwnPropertyDescriptor(Array.prototype, 'flatMap')!,
  posix: Object.getOwnPropertyDescriptor(path, 'posix')!,
  statSync: Object.getOwnPropertyDescriptor(fs, 'statSync')!,
};

afterEach(() => {
  Object.defineProperty(Array.prototype, 'flatMap', before.flatMap);
  Object.defineProperty(path, 'posix', before.posix);
  Object.defineProperty(fs, 'statSync', before.statSync);
  delete (Object.prototype as { get?: unknown }).get;
});

const useAll = () => [fs.statSync(__filename).isFile(), path.posix.resolve('/a', 'b'), [1].flatMap((n) => [n, n])];
const RIGHT = [true, '/a/b', [1, 1]];

test('what tests replaced, deleted or hid behind an accessor is as it was, and afterwards as they left it', () => {
  const stub = { configurable: true, get: () => () => ({ isFile: () => false }) };
  Object.defineProperty(fs, 'statSync', stub);
  Object.defineProperty(path, 'posix', { ...before.posix, value: 1 });
  Reflect.deleteProperty(Array.prototype, 'flatMap');
  expect(withOwnBuiltins(useAll)).toEqual(RIGHT);
  expect(Object.getOwnPropertyDescriptor(fs, 'statSync')).toMatchObject(stub);
  expect(path.posix).toBe(1);
  expect('flatMap' in Array.prototype).toBe(false);
});

test('so it is when the work throws', () => {
  Object.defineProperty(path, 'posix', { ...before.posix, value: 1 });
  let thrown: unknown = null;
  try {
    withOwnBuiltins(() => {
      throw new Error(typeof path.posix);
    });
  } catch (error) {
    thrown = error;
  }
  expect(path.posix).toBe(1);
  expect(thrown).toMatchObject({ message: 'object' });
});

test('a `get` on Object.prototype is in nobody’s way', () => {
  Object.defineProperty(path, 'posix', { ...before.posix, value: 1 });
  Object.defineProperty(Object.prototype, 'get', { value: 1, configurable: true });
  const found = withOwnBuiltins(() => path.posix.resolve('/a', 'b'));
  delete (Object.prototype as { get?: unknown }).get;
  expect(found).toBe('/a/b');
});

test('what is to be looked at, or changed for good, is as tests left it', () => {
  Object.defineProperty(path, 'posix', { ...before.posix, value: 1 });
  const found = withOwnBuiltins(() => [typeof path.posix, asTestsLeftIt(() => typeof path.posix), typeof path.posix]);
  expect(found).toEqual(['object', 'number', 'object']);
  expect(path.posix).toBe(1);
  withOwnBuiltins(() => asTestsLeftIt(() => Object.defineProperty(path, 'posix', before.posix)));
  expect(typeof path.posix).toBe('object');
  expect(asTestsLeftIt(() => typeof path.posix)).toBe('object');
});

test.each([
  ['replaced something', 'number'],
  ['replaced nothing', 'object'],
])('a look sees what is there, and leaves it so, where tests have %s', (_title, type) => {
  if (type === 'number') Object.defineProperty(path, 'posix', { ...before.posix, value: 1 });
  const look = (): string => typeof path.posix;
  expect(
    withOwnBuiltins(() => [look(), lookAsTestsLeftIt(look), lookAsTestsLeftIt(() => withOwnBuiltins(look)), look()]),
  ).toEqual(['object', type, 'object', 'object']);
  expect(lookAsTestsLeftIt(look)).toBe(type);
});
