import { sampleFile } from './testing/samples';
import { listed, unwatchedKinds } from './unobservable';

const blind = sampleFile('a', { unobservable: ['mock-registered', 'module-purged'] });
const other = sampleFile('b', { unobservable: ['export-mutated'] });

test.each([
  ['all files are blind', [blind, other], ['module-purged', 'mock-registered', 'export-mutated']],
  ['one sees all', [blind, sampleFile('c')], []],
  ['one is not guarded', [blind, sampleFile('c', { guarded: false })], ['module-purged', 'mock-registered']],
  ['there is none', [], []],
])('%s', (_, files, kinds) => {
  expect(unwatchedKinds(files)).toEqual(kinds);
});

test.each([
  [[], ''],
  [['a'], 'a'],
  [['a', 'b', 'c'], 'a, b and c'],
])('%j in a sentence', (items, words) => {
  expect(listed(items)).toBe(words);
});
