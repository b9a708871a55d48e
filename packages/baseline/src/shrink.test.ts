import fc from 'fast-check';
import { runs } from './testing/property-runs';
import { identityOf, type ReportEntry } from '@jest-hermetic/leak-record';
import { HEADER, formatBaseline, parseBaseline, shrink, type StaleEntries } from './index';
import { sitesByIdentity, smallBaselines, staleEntries } from './testing/arbitraries';

const NOTHING: StaleEntries = { shrunk: [], fixed: [], gone: [], moved: [] };

function entryOf(owner: string, change: Partial<ReportEntry> = {}): ReportEntry {
  return {
    owner,
    kind: 'process-state',
    key: 'k',
    allowed: 1,
    sites: 0,
    line: 1,
    because: null,
    movedTo: null,
    ...change,
  };
}

function shrinkText(text: string, stale: Partial<StaleEntries>): string {
  return formatBaseline(shrink(parseBaseline(text, 'x'), { ...NOTHING, ...stale })).replace(`${HEADER}\n`, '');
}

const TEXT = '# about a\na.js process-state k x3  # why a\nb.js process-state k\n# the end\n';

test.each<[string, Partial<StaleEntries>, string]>([
  ['nothing stale, nothing changed', {}, TEXT],
  ['fixed is removed with its comments', { fixed: [entryOf('a.js')] }, 'b.js process-state k\n# the end\n'],
  ['gone is removed', { gone: [entryOf('b.js')] }, '# about a\na.js process-state k x3  # why a\n# the end\n'],
  ['shrunk is lowered', { shrunk: [entryOf('a.js', { sites: 2 })] }, TEXT.replace('x3', 'x2')],
  ['shrunk to one has no count', { shrunk: [entryOf('a.js', { sites: 1 })] }, TEXT.replace(' x3', '')],
  ['shrunk never raises', { shrunk: [entryOf('b.js', { sites: 5 })] }, TEXT],
  [
    'moved takes count and comments along, and is sorted anew',
    { moved: [entryOf('a.js', { movedTo: 'c.js' })] },
    'b.js process-state k\n# about a\nc.js process-state k x3  # why a\n# the end\n',
  ],
  [
    'moved onto an entry that is there raises nothing',
    { moved: [entryOf('a.js', { movedTo: 'b.js' })] },
    '# about a\nb.js process-state k  # why a\n# the end\n',
  ],
  [
    'what is not listed is passed over',
    { fixed: [entryOf('z.js')], moved: [entryOf('y.js', { movedTo: 'x.js' })] },
    TEXT,
  ],
  ['another kind is another leak', { fixed: [entryOf('a.js', { kind: 'module-purged' })] }, TEXT],
])('%s', (_name, stale, expected) => {
  expect(shrinkText(TEXT, stale)).toBe(expected);
});

test('the baseline that was given is left as it was', () => {
  const baseline = parseBaseline(TEXT, 'x');
  shrink(baseline, { ...NOTHING, fixed: [entryOf('a.js')], shrunk: [entryOf('b.js')] });
  expect(formatBaseline(baseline)).toBe(`${HEADER}\n${TEXT}`);
});

test('never grows: no entry is raised, a new one is a moved one, and the sum does not rise', () => {
  fc.assert(
    fc.property(smallBaselines, staleEntries, (baseline, stale) => {
      const before = sitesByIdentity(baseline);
      const after = sitesByIdentity(shrink(baseline, stale));
      const targets = stale.moved.map(({ movedTo, kind, key }) => identityOf({ owner: movedTo ?? '', kind, key }));
      for (const [identity, sites] of after) {
        if (before.has(identity)) expect(sites).toBeLessThanOrEqual(before.get(identity)!);
        else expect(targets).toContain(identity);
      }
      const sum = (sites: Map<string, number>) => [...sites.values()].reduce((a, b) => a + b, 0);
      expect(after.size).toBeLessThanOrEqual(before.size);
      expect(sum(after)).toBeLessThanOrEqual(sum(before));
    }),
    runs(500),
  );
});

test('doing it twice changes nothing more', () => {
  fc.assert(
    fc.property(smallBaselines, staleEntries, (baseline, stale) => {
      const once = shrink(baseline, stale);
      expect(shrink(once, stale)).toEqual(once);
    }),
    runs(500),
  );
});
