import type { LeakIdentity } from '@jest-hermetic/leak-record';
import fc from 'fast-check';
import { pairMoved } from './pair-moved';
import './testing/property-runs';

const leak = (owner: string): LeakIdentity => ({ owner, kind: 'mock-registered', key: 'k' });
const pairs = (gone: string[], found: string[], renames: Record<string, string> = {}) =>
  pairMoved(gone.map(leak), found.map(leak), new Map(Object.entries(renames))).map(
    ({ from, to, byGit }) => `${from.owner} -> ${to.owner}${byGit ? ' (git)' : ''}`,
  );

test.each<[string, string[], string[], Record<string, string>, string[]]>([
  ['the base name pairs', ['a.js'], ['x/a.js'], {}, ['a.js -> x/a.js']],
  ['the longest agreement goes first', ['p/q/a.js', 'a.js'], ['x/q/a.js'], {}, ['p/q/a.js -> x/q/a.js']],
  ['equal ones go in order', ['2/a.js', '1/a.js'], ['4/a.js', '3/a.js'], {}, ['1/a.js -> 3/a.js', '2/a.js -> 4/a.js']],
  ['git goes before all names', ['a.js', 'p/a.js'], ['x/p/a.js'], { 'a.js': 'x/p/a.js' }, ['a.js -> x/p/a.js (git)']],
  [
    'of two renames to one the nearer',
    ['a/b.js', 'c.js'],
    ['b.js'],
    { 'c.js': 'b.js', 'a/b.js': 'b.js' },
    ['a/b.js -> b.js (git)'],
  ],
  ['a package has no namesake', ['node_modules/p'], ['src/p'], {}, []],
  ['another name is no move', ['a.js'], ['b.js'], {}, []],
])('%s', (_name, gone, found, renames, expected) => expect(pairs(gone, found, renames)).toEqual(expected));

const path = fc.array(fc.constantFrom('a', 'b', 'c'), { minLength: 1, maxLength: 4 }).map((parts) => parts.join('/'));
const paths = fc.uniqueArray(path, { maxLength: 8 });

test('it pairs as trying every pair would, the nearest first', () => {
  fc.assert(
    fc.property(paths, paths, (gone, found) => {
      const every = gone.flatMap((from) => found.map((to) => ({ from, to, near: agreeing(from, to) })));
      const order = every.filter(({ near }) => near > 0).toSorted((a, b) => b.near - a.near || compare(a, b));
      const used = new Set<string>();
      const expected = order.filter(({ from, to }) => {
        const isFree = !used.has(`from ${from}`) && !used.has(`to ${to}`);
        if (isFree) used.add(`from ${from}`).add(`to ${to}`);
        return isFree;
      });
      expect(pairs(gone, found)).toEqual(expected.toSorted(compare).map(({ from, to }) => `${from} -> ${to}`));
    }),
  );
});

type Pair = { from: string; to: string };

function compare(a: Pair, b: Pair): number {
  return a.from < b.from ? -1 : a.from > b.from ? 1 : a.to < b.to ? -1 : 1;
}

function agreeing(a: string, b: string): number {
  const [left, right] = [a.split('/').toReversed(), b.split('/').toReversed()];
  let count = 0;
  while (count < left.length && left[count] === right[count]) count++;
  return count;
}
