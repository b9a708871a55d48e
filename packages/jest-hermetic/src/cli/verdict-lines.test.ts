import { groupsOf } from './plans/judge-report';
import { report, reportEntry } from './testing/reports';
import { describeGroups, nextSteps } from './verdict-lines';

const GROUPS = groupsOf(
  report({
    groups: {
      new: [reportEntry({ owner: 'new file.test.js', line: null, allowed: 0 })],
      known: [reportEntry(), reportEntry({ key: 'y' })],
      shrunk: [reportEntry({ owner: 'c.test.js', allowed: 3, sites: 1, line: 4 })],
      moved: [reportEntry({ owner: 'd.test.js', movedTo: 'e/d.test.js', line: 5 })],
      unexercised: [reportEntry({ owner: 'f.test.js', line: 6, because: 'it did not run' })],
    },
  }),
);

test('names what is not known, new first, and counts the rest', () => {
  expect(describeGroups(GROUPS, 'leak-baseline.txt')).toEqual([
    'new          mock-registered      new file.test.js src/x.js',
    'shrunk       mock-registered      leak-baseline.txt:4  c.test.js src/x.js  x3 -> x1',
    'moved        mock-registered      leak-baseline.txt:5  d.test.js src/x.js -> e/d.test.js',
    'unexercised  mock-registered      leak-baseline.txt:6  f.test.js src/x.js  (it did not run)',
    '1 new · 2 stale · 2 known · 1 not judged',
  ]);
});

test('says what to type next, in a form that a shell takes', () => {
  expect(nextSteps(GROUPS, [])).toEqual([
    `Fix the leaks, or: npx jest-hermetic accept 'new file.test.js' --reason "..."`,
    'Tidy the list: npx jest-hermetic prune',
  ]);
  expect(nextSteps(groupsOf(report()), [])).toEqual([]);
});

test('what was given to Jest is in the next commands', () => {
  expect(nextSteps(GROUPS, ['-c', 'conf/my unit.js'])).toEqual([
    `Fix the leaks, or: npx jest-hermetic accept 'new file.test.js' --reason "..." -- -c 'conf/my unit.js'`,
    "Tidy the list: npx jest-hermetic prune -- -c 'conf/my unit.js'",
  ]);
});
