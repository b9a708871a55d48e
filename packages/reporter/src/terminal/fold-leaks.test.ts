import type { Leak } from '@jest-hermetic/leak-record';
import { sampleLeak, sampleScope } from '../testing/samples';
import { foldLeaks } from './fold-leaks';

const listener = (event: string, changes: Partial<Leak> = {}) =>
  sampleLeak({ kind: 'process-state', key: `process.stderr:${event}`, recipe: 'process-state/listener', ...changes });

const keysOf = (leaks: Leak[]) => foldLeaks(leaks).map((group) => group.map(({ key }) => key));

test('listeners of one call are one group, where the first of them stands', () => {
  expect(keysOf([listener('close'), sampleLeak(), listener('error'), listener('finish')])).toEqual([
    ['process.stderr:close', 'process.stderr:error', 'process.stderr:finish'],
    ['src/config.ts'],
  ]);
});

test.each<[string, Partial<Leak>]>([
  ['owner', { owner: 'src/b.test.ts' }],
  ['site', { site: { file: 'src/cart.test.ts', line: 3, column: 1 } }],
  ['scopes', { scopes: [sampleScope({ name: 'another' })] }],
  ['recipe', { recipe: 'process-state/cwd' }],
  ['kind', { kind: 'host-object-mutated' }],
])('another %s is another group', (_, changes) => {
  expect(keysOf([listener('close'), listener('error', changes)])).toHaveLength(2);
});

test('without a site nothing is put together', () => {
  expect(keysOf([listener('close', { site: null }), listener('error', { site: null })])).toHaveLength(2);
});
