import fc from 'fast-check';
import './testing/property-runs';
import { EMPTY_BASELINE, HEADER, formatBaseline, formatEntry, parseBaseline } from './index';
import { baselines } from './testing/arbitraries';

test('an empty baseline is the header', () => {
  expect(formatBaseline(EMPTY_BASELINE)).toBe(`${HEADER}\n`);
});

test.each([
  [{ owner: 'a.js', key: 'k', sites: 1, comment: null }, 'a.js process-state k'],
  [{ owner: 'a.js', key: 'k', sites: 2, comment: 'why' }, 'a.js process-state k x2  # why'],
  [{ owner: 'my a.js', key: 'x#y', sites: 1, comment: null }, '"my a.js" process-state "x#y"'],
  [{ owner: 'a"b', key: '<<<<<<<', sites: 1, comment: null }, '"a\\"b" process-state "<<<<<<<"'],
  [{ owner: 'a\nb', key: '\ud800', sites: 1, comment: null }, '"a\\nb" process-state "\\ud800"'],
  [{ owner: 'a.js', key: 'k', sites: 1, comment: ' two\r\n lines\0 ' }, 'a.js process-state k  # two lines'],
  [{ owner: 'a.js', key: 'k', sites: 1, comment: '\n' }, 'a.js process-state k'],
])('%j', (entry, line) => {
  expect(formatEntry({ kind: 'process-state', ...entry })).toBe(line);
});

test('entries are sorted by code unit, not by the rules of a language', () => {
  const text = ['ä.js', 'a.js', 'Z.js', 'a-b.js'].map((owner) => `${owner} process-state k\n`).join('');
  const sorted = ['Z.js', 'a-b.js', 'a.js', 'ä.js'].map((owner) => `${owner} process-state k\n`).join('');
  expect(formatBaseline(parseBaseline(text, 'x'))).toBe(`${HEADER}\n${sorted}`);
});

test('the text does not depend on the order of the entries, ends in one line feed, and has no carriage return', () => {
  fc.assert(
    fc.property(baselines, (baseline) => {
      const text = formatBaseline(baseline);
      expect(formatBaseline({ ...baseline, entries: baseline.entries.toReversed() })).toBe(text);
      expect(text).toMatch(/[^\n]\n$|\n\n$/);
      expect(text).not.toContain('\r');
      expect(Buffer.from(text, 'utf8').toString('utf8')).toBe(text);
    }),
  );
});
