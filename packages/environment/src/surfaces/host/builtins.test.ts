import { isLoaded, isWatchable, loadedBuiltins, patchesOthers } from './builtins';

test.each([
  ['fs', true],
  ['fs/promises', true],
  ['_stream_wrap', false],
  ['sys', false],
  ['inspector/promises', false],
])('loading %s is without effect: %s', (name, expected) => {
  expect(isWatchable(name)).toBe(expected);
});

test.each([
  ['domain', true],
  ['fs', false],
])('Node changes others while it loads %s: %s', (name, expected) => {
  expect(patchesOthers(name)).toBe(expected);
});

test('only what the process has compiled is loaded to be watched', () => {
  expect([isLoaded('fs'), isLoaded('no-such')]).toEqual([true, false]);
  expect(loadedBuiltins()).toContain('fs');
  expect(loadedBuiltins().filter((name) => !isLoaded(name))).toEqual([]);
  // Both are compiled always, and watched otherwise.
  expect(isLoaded('module')).toBe(true);
  expect(loadedBuiltins().filter((name) => name === 'module' || !isWatchable(name))).toEqual([]);
});
