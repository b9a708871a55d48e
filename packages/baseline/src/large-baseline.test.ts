import { KINDS } from '@jest-hermetic/leak-record';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  formatBaseline,
  judge,
  parseBaseline,
  readBaselineFile,
  shrink,
  writeAtomically,
  type BaselineEntry,
} from './index';
import { inputOf, leakAt, recordOf } from './testing/builders';
import { useTempDirectory } from './testing/temp-directory';

const LINES = 20_000;
/** Far more than it takes (a second), far less than anything that grows with the square of the lines. */
const LIMIT = 30_000;

const directory = useTempDirectory();
const ownerOf = (index: number) => `src/dir${index % 200}/file${Math.floor(index / 4)}.test.js`;
const entries = Array.from({ length: LINES }, (_, index): BaselineEntry => {
  const key = `src/mod${index % 4}.js`;
  return { owner: ownerOf(index), kind: KINDS[1], key, sites: 1 + (index % 3), comment: null, above: [], line: null };
});
const text = formatBaseline({ preamble: [], entries, tail: [] });
const baseline = parseBaseline(text, 'x');
const recordsOf = (prefix: string) =>
  entries.map(({ owner, key }) =>
    recordOf(prefix + owner, [leakAt(`${prefix}${owner}:1`, { key, scopes: [] })], { evaluated: ['setup.js'] }),
  );

test(
  `a list of ${LINES} lines is written and read in no time`,
  () => {
    const file = join(directory(), 'leaks.txt');
    writeAtomically(file, text);
    const read = readBaselineFile(file).baseline;
    expect(read.entries).toHaveLength(LINES);
    writeAtomically(file, formatBaseline(read));
    expect(readFileSync(file, 'utf8')).toBe(text);
  },
  LIMIT,
);

test.each(['setup.js', 'node_modules/p', 'src/never-seen.js'])(
  `${LINES} lines of %s alone are judged by ${LINES} files`,
  (owner) => {
    const own = entries.map((entry, index) => ({ ...entry, owner, kind: KINDS[3], key: `fs.k${index}` }));
    const records = entries.map((entry) => recordOf(entry.owner, [], { evaluated: ['setup.js', 'node_modules/p'] }));
    const judged = judge({ ...inputOf('', records), baseline: { ...baseline, entries: own } });
    expect(judged.counts.entries.fixed).toBe(LINES);
  },
  LIMIT,
);

test(
  `${LINES} files of one name move at once`,
  () => {
    const own = entries.map((entry, index) => ({ ...entry, owner: `old/d${index}/index.test.js`, key: 'k' }));
    const records = own.map(({ owner }) => recordOf(`new/${owner}`, [leakAt(`new/${owner}:1`, { key: 'k' })]));
    const judged = judge({
      ...inputOf('', records, { ownerExists: () => false }),
      baseline: { ...baseline, entries: own },
    });
    expect(judged.counts.entries).toMatchObject({ moved: LINES, gone: 0, new: 0 });
    expect(judged.entries.moved.every(({ owner, movedTo }) => movedTo === `new/${owner}`)).toBe(true);
  },
  LIMIT,
);

test.each([
  ['nothing ran', [], () => true, { unexercised: LINES }],
  ['all is fixed', entries.map(({ owner }) => recordOf(owner)), () => true, { fixed: LINES }],
  ['all is gone', [], () => false, { gone: LINES }],
  ['all is alive in part', recordsOf(''), () => true, { known: 6667, shrunk: 13_333 }],
  ['all has moved', recordsOf('new/'), () => false, { moved: LINES }],
])(
  'it is judged and shrunk when %s',
  (_name, records, ownerExists, counts) => {
    const judged = judge({ ...inputOf('', records, { ownerExists }), baseline });
    expect(judged.counts.entries).toMatchObject(counts);
    expect(shrink(baseline, judged.entries).entries.length).toBeLessThanOrEqual(LINES);
  },
  LIMIT,
);
