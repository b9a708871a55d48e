import { baselineOf, entry, report, reportEntry } from '../testing/reports';
import { planPrune } from './plan-prune';

const FOUR = baselineOf(
  entry({ owner: 'fixed.test.js', comment: 'PROJ-1' }),
  entry({ owner: 'gone.test.js' }),
  entry({ owner: 'moved.test.js', comment: 'PROJ-2', above: ['# a note'] }),
  entry({ owner: 'shrunk.test.js', sites: 3, comment: 'PROJ-3' }),
);

test('removes, lowers and renames what the report proves, and keeps comments', () => {
  const groups = {
    fixed: [reportEntry({ owner: 'fixed.test.js', sites: 0 })],
    gone: [reportEntry({ owner: 'gone.test.js', sites: 0 })],
    moved: [reportEntry({ owner: 'moved.test.js', movedTo: 'b/moved.test.js' })],
    shrunk: [reportEntry({ owner: 'shrunk.test.js', allowed: 3, sites: 2 })],
  };
  const plan = planPrune(FOUR, report({ groups }));
  expect(plan.baseline.entries).toEqual([
    entry({ owner: 'b/moved.test.js', comment: 'PROJ-2', above: ['# a note'] }),
    entry({ owner: 'shrunk.test.js', sites: 2, comment: 'PROJ-3' }),
  ]);
  expect(plan.changes).toEqual([
    'removed  fixed.test.js mock-registered src/x.js',
    'removed  gone.test.js mock-registered src/x.js',
    'moved    moved.test.js mock-registered src/x.js -> b/moved.test.js',
    'lowered  shrunk.test.js mock-registered src/x.js x3 -> x2',
  ]);
  expect(plan.touchedOwners).toEqual(['fixed.test.js', 'gone.test.js', 'b/moved.test.js', 'shrunk.test.js']);
});

test('a report without stale entries changes nothing', () => {
  const groups = {
    known: [reportEntry({ owner: 'fixed.test.js' })],
    unexercised: [reportEntry({ owner: 'gone.test.js' })],
  };
  expect(planPrune(FOUR, report({ groups }))).toEqual({ baseline: FOUR, changes: [], touchedOwners: [] });
});

test('never adds an entry and never raises a count', () => {
  const groups = {
    new: [reportEntry({ owner: 'new.test.js', allowed: 0 })],
    grown: [reportEntry({ owner: 'fixed.test.js', sites: 5 })],
    shrunk: [reportEntry({ owner: 'shrunk.test.js', allowed: 3, sites: 9 })],
  };
  expect(planPrune(FOUR, report({ groups })).baseline).toEqual(FOUR);
});
