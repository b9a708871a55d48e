import fc from 'fast-check';
import './testing/property-runs';
import { compareBaselines, parseBaseline, type Baseline } from './index';
import { smallBaselines } from './testing/arbitraries';

const list = (...lines: string[]): Baseline => parseBaseline(lines.join('\n'), 'x');
const X = 'a.test.js mock-registered src/x.js';

interface Row {
  start: string[];
  tip?: string[];
  now: string[];
  gone?: string[];
  says: { grew?: string[]; moved?: string[]; shrank?: string[]; behind?: string[] };
}

test.each<[string, Row]>([
  ['nothing', { start: [X], now: [X], says: {} }],
  ['a line more', { start: [], now: [X], says: { grew: ['a.test.js 0->1'] } }],
  ['a count more', { start: [X], now: [`${X} x3`], says: { grew: ['a.test.js 1->3'] } }],
  ['a line less', { start: [X], now: [], says: { shrank: ['a.test.js'] } }],
  ['a count less', { start: [`${X} x3`], now: [X], says: { shrank: ['a.test.js'], behind: [] }, tip: [X] }],
  ['the base dropped it', { start: [X], tip: [], now: [X], says: { behind: ['a.test.js 0'] } }],
  ['the base lowered it', { start: [`${X} x2`], tip: [X], now: [`${X} x2`], says: { behind: ['a.test.js 1'] } }],
  ['the base has it too by now', { start: [], tip: [X], now: [X], says: {} }],
  ['both dropped it', { start: [X], tip: [], now: [], says: { shrank: ['a.test.js'] } }],
  [
    'the owner has another directory',
    { start: [X], now: [`b/${X}`], gone: ['a.test.js'], says: { moved: ['a.test.js -> b/a.test.js'] } },
  ],
  [
    'the owner is there still',
    { start: [X], now: [`b/${X}`], says: { grew: ['b/a.test.js 0->1'], shrank: ['a.test.js'] } },
  ],
  [
    'moved and more',
    {
      start: [X],
      now: [`b/${X} x2`],
      gone: ['a.test.js'],
      says: { grew: ['b/a.test.js 1->2'], shrank: ['a.test.js'] },
    },
  ],
])('%s', (_name, { start, tip = start, now, gone = [], says }) => {
  const { grew, moved, shrank, behind } = compareBaselines({
    start: list(...start),
    tip: list(...tip),
    now: list(...now),
    ownerExists: (owner) => !gone.includes(owner),
    renames: new Map(),
  });
  expect({
    grew: grew.map(({ entry, before }) => `${entry.owner} ${before}->${entry.sites}`),
    moved: moved.map(({ entry, from }) => `${from} -> ${entry.owner}`),
    shrank: shrank.map(({ owner }) => owner),
    behind: behind.map(({ entry, there }) => `${entry.owner} ${there}`),
  }).toEqual({ grew: [], moved: [], shrank: [], behind: [], ...says });
});

test('a list never grew against itself, and one that says less never did', () => {
  const exists = { ownerExists: () => true, renames: new Map<string, string>() };
  fc.assert(
    fc.property(smallBaselines, smallBaselines, (start, other) => {
      expect(compareBaselines({ start, tip: other, now: start, ...exists }).grew).toEqual([]);
      const less = { ...start, entries: start.entries.slice(1) };
      expect(compareBaselines({ start, tip: other, now: less, ...exists }).grew).toEqual([]);
      const { grew } = compareBaselines({ start: less, tip: less, now: start, ...exists });
      expect(grew.map(({ entry }) => entry)).toEqual(start.entries.slice(0, 1));
    }),
  );
});
