import { isBookkeeping, isIgnoredKey, isJestMark, type Role } from './noise';

const mark = Symbol.for('$$jest-protect-from-deletion');

test.each<[PropertyKey, boolean]>([
  [mark, true],
  [Symbol.for('mark'), false],
  ['$$jest-protect-from-deletion', false],
])('%p is a mark of Jest: %s', (key, expected) => {
  expect(isJestMark(key)).toBe(expected);
});

test.each<[Role, string, PropertyKey, boolean]>([
  ['plain', 'fs', mark, true],
  ['plain', 'fs', 'readFile', false],
  ['function', 'fs.readFile', 'name', true],
  ['plain', 'fs', 'name', false],
  ['plain', 'process', '_events', true],
  ['plain', 'fs', '_events', false],
  ['plain', 'process', 'platform', false],
])('of a %s %s the property %p is never looked at: %s', (role, name, key, expected) => {
  expect(isIgnoredKey(role, name, key)).toBe(expected);
});

test.each<[Role, PropertyKey, unknown, boolean]>([
  ['instance', '_private', 1, true],
  ['instance', 'sockets', {}, true],
  ['instance', Symbol('state'), 1, true],
  ['instance', 'maxSockets', 1, false],
  ['instance', '_private', () => {}, false],
  ['plain', '_private', 1, false],
])("on a %s %p = %p is the object's own bookkeeping: %s", (role, key, value, expected) => {
  expect(isBookkeeping(role, key, undefined, { value })).toBe(expected);
});
