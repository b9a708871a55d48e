import { describeSlot, describeState, describeValue } from './describe-value';
import { isMock } from '../surfaces/spies';

const revoked = (() => {
  const { proxy, revoke } = Proxy.revocable(() => {}, {});
  revoke();
  return proxy;
})();
const renamed = Object.defineProperty(() => {}, 'name', {
  get: () => {
    throw new Error('a getter was called');
  },
});

test.each<[words: string, value: unknown]>([
  ['undefined', undefined],
  ['null', null],
  ['1', 1],
  ['12n', 12n],
  ['Symbol(x)', Symbol('x')],
  ['"a \\"text\\""', 'a "text"'],
  [`"${'a'.repeat(58)}…`, 'a'.repeat(200)],
  ['an object', { a: 1 }],
  ['an object', new Map()],
  ['an array', [1]],
  ['function readFile', function readFile() {}],
  ['function Svc', class Svc {}],
  ['a function', (() => () => {})()],
  ['a function', renamed],
  ['a mock function', jest.fn()],
  ['a mock function', Object.assign(() => {}, { isSinonProxy: true })],
])('%s', (words, value) => {
  expect(describeValue(value)).toBe(words);
  expect(describeSlot({ value })).toBe(words);
});

test('a slot that is absent or an accessor', () => {
  const get = jest.fn();
  expect(describeSlot(undefined)).toBe('absent');
  expect(describeSlot({ get })).toBe('an accessor');
  expect(describeSlot({ set: get })).toBe('an accessor');
  expect(get).not.toHaveBeenCalled();
});

test('a revoked proxy is described without an error', () => {
  expect(describeValue(revoked)).toBe('a function');
  expect(isMock(revoked)).toBe(false);
});

test.each([undefined, null, {}, { _isMockFunction: true }, () => {}])('%j is no mock', (value) => {
  expect(isMock(value)).toBe(false);
});

test.each<[words: string, key: string, value: unknown]>([
  ['0o022', 'process.umask', 0o22],
  ['0o000', 'process.umask', 0],
  ['18', 'process.exitCode', 18],
  ['"/a"', 'process.cwd', '/a'],
  ['0 listeners', 'process.stdout:resize', []],
  ['1 listener', 'process.stdout:resize', [() => {}]],
])('process state as %s', (words, key, value) => {
  expect(describeState(key, value)).toBe(words);
});
