import fc from 'fast-check';
import './testing/property-runs';
import { EMPTY_BASELINE, HEADER, addEntries, formatBaseline, initialBaseline, parseBaseline } from './index';
import { sitesByIdentity, smallBaselines } from './testing/arbitraries';

const leak = (owner: string, sites = 1) => ({ owner, kind: 'process-state' as const, key: 'k', sites });
const bodyOf = (text: string) => text.replace(`${HEADER}\n`, '');

describe('addEntries', () => {
  const add = (text: string, leaks: ReturnType<typeof leak>[], reason = 'PROJ-1') =>
    bodyOf(formatBaseline(addEntries(parseBaseline(text, 'x'), leaks, reason)));

  test('adds lines with the reason as their comment, sorted in', () => {
    expect(add('b.js process-state k\n', [leak('c.js', 2), leak('a.js')])).toBe(
      'a.js process-state k  # PROJ-1\nb.js process-state k\nc.js process-state k x2  # PROJ-1\n',
    );
  });

  test('raises an entry and keeps its comments', () => {
    expect(add('# above\na.js process-state k  # old\n', [leak('a.js', 3)])).toBe(
      '# above\na.js process-state k x3  # old; PROJ-1\n',
    );
  });

  test('does not lower an entry, nor say a reason twice', () => {
    expect(add('a.js process-state k x5  # PROJ-1\n', [leak('a.js', 3)])).toBe('a.js process-state k x5  # PROJ-1\n');
  });

  test('a reason of many lines is one comment', () => {
    expect(add('', [leak('a.js')], ' until\n\n the # rewrite\r\nb.js process-state k ')).toBe(
      'a.js process-state k  # until the # rewrite b.js process-state k\n',
    );
  });

  test.each(['', ' \n '])('an empty reason %j is refused', (reason) => {
    expect(() => addEntries(EMPTY_BASELINE, [leak('a.js')], reason)).toThrow(/with a reason only/);
  });

  test('any reason leaves a file that is read back with just that entry', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (words) => {
        const grown = addEntries(EMPTY_BASELINE, [leak('a.js')], `PROJ-1 ${words}`);
        expect(parseBaseline(formatBaseline(grown), 'x').entries).toEqual([{ ...grown.entries[0], line: 2 }]);
      }),
    );
  });

  test('never lowers or removes an entry', () => {
    fc.assert(
      fc.property(smallBaselines, smallBaselines, (baseline, added) => {
        const before = sitesByIdentity(baseline);
        const after = sitesByIdentity(addEntries(baseline, added.entries, 'why'));
        for (const [identity, sites] of before) expect(after.get(identity)).toBeGreaterThanOrEqual(sites);
        for (const [identity, sites] of sitesByIdentity(added)) {
          expect(after.get(identity)).toBe(Math.max(sites, before.get(identity) ?? 0));
        }
      }),
    );
  });
});

test('initialBaseline lists each leak with its count and no comment', () => {
  expect(bodyOf(formatBaseline(initialBaseline([leak('b.js', 2), leak('a.js')])))).toBe(
    'a.js process-state k\nb.js process-state k x2\n',
  );
});

test.each([
  [leak('(outside)'), /cannot be listed/],
  [leak('a.js', 0), /0 sites; an entry needs at least one/],
  [leak('a.js', 1.5), /1\.5 sites/],
])('%j cannot be listed', (wrong, words) => {
  expect(() => initialBaseline([wrong])).toThrow(words);
  expect(() => addEntries(EMPTY_BASELINE, [wrong], 'why')).toThrow(words);
});
