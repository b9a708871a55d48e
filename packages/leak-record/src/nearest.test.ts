import { KINDS } from './kinds';
import { nearestOf } from './nearest';

test.each([
  ['mock-registred', 'mock-registered'],
  ['MODULE-PURGED', 'module-purged'],
  ['core-modul-mutated', 'core-module-mutated'],
  ['export-mutate', 'export-mutated'],
  ['x', null],
  ['', null],
])('%j -> %j', (name, expected) => {
  expect(nearestOf(name, KINDS)).toBe(expected);
});
