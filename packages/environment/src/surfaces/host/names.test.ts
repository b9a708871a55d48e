import { childName, isBetterName, keyOf, type SlotName } from './names';

const core = (text: string): SlotName => ({ kind: 'core-module-mutated', text, depth: text.split('.').length - 1 });
const host = (text: string): SlotName => ({ ...core(text), kind: 'host-object-mutated' });

test.each([
  [host('URL'), core('url.URL'), true],
  [host('crypto.subtle.digest'), core('a'), true],
  [core('b'), core('a.b'), true],
  [core('fs.promises'), core('fs/promises'), true],
  [core('path'), core('path.posix'), true],
  [core('path'), core('path/posix'), true],
  [core('events'), core('events.EventEmitter'), true],
  [core('http.a'), core('https.a'), true],
  [core('b'), core('a'), false],
])('%j before %j: %s', (a, b, expected) => {
  expect(isBetterName(a, b)).toBe(expected);
  expect(isBetterName(b, a)).toBe(!expected);
});

test('keys are written as code writes them', () => {
  expect(keyOf(core('fs'), 'readFile')).toBe('fs.readFile');
  expect(keyOf(core('fs'), Symbol.iterator)).toBe('fs[Symbol.iterator]');
  expect(keyOf(core('fs'), Symbol('x y'))).toBe('fs[Symbol(x y)]');
  expect(childName(core('fs'), 'promises')).toEqual(core('fs.promises'));
});
