import { identityOf, type EntryVerdict, type Leak, type ReportFile } from '@jest-hermetic/leak-record';
import type { BaselineEntry } from '@jest-hermetic/baseline';
import { baselineOf, entry, leak, report, reportEntry, reportFile } from '../testing/reports';
import { groupsOf, judgeReport, type EntryGroups } from './judge-report';

const GATING = { gate: 'escaped', contain: 'off' } as const;

interface Row {
  entries?: BaselineEntry[];
  leaks?: Leak[];
  files?: ReportFile[];
  exists?: boolean;
  verdict: EntryVerdict;
  sites: number;
}

describe('an entry that the run did not judge', () => {
  test.each<[string, Row]>([
    ['its leak is there', { leaks: [leak()], verdict: 'known', sites: 1 }],
    ['more places leak', { leaks: [leak({ lines: [3, 9] })], verdict: 'grown', sites: 2 }],
    ['fewer places leak', { entries: [entry({ sites: 3 })], leaks: [leak()], verdict: 'shrunk', sites: 1 }],
    ['nothing leaks', { verdict: 'fixed', sites: 0 }],
    [
      'it leaks below the gate only',
      { leaks: [leak({ grade: 'latent', verdict: 'below-gate' })], verdict: 'known', sites: 1 },
    ],
    ['the owner is gone', { exists: false, verdict: 'gone', sites: 0 }],
    ['the owner did not run', { files: [], verdict: 'unexercised', sites: 0 }],
    ['the owner failed', { files: [reportFile({ exercised: false })], verdict: 'unexercised', sites: 0 }],
    [
      'the kind was not watched',
      { files: [reportFile({ unobservable: ['mock-registered'] })], verdict: 'unexercised', sites: 0 },
    ],
    [
      'fewer places leak but the owner failed',
      {
        entries: [entry({ sites: 3 })],
        leaks: [leak()],
        files: [reportFile({ exercised: false })],
        verdict: 'known',
        sites: 1,
      },
    ],
  ])('%s', (_, { entries = [entry()], leaks = [], files, exists = true, verdict, sites }) => {
    const run = report({ leaks, ...(files && { files }) });
    const groups = judgeReport(run, baselineOf(...entries), GATING, () => exists);
    expect(flatten(groups)).toEqual([[verdict, identityOf(entry()), sites]]);
  });
});

test('a leak whose line was deleted is new', () => {
  const run = report({ leaks: [leak({ verdict: 'known' })], groups: { known: [reportEntry()] } });
  expect(flatten(judgeReport(run, baselineOf(), GATING, () => true))).toEqual([['new', identityOf(entry()), 1]]);
});

test('a line that is as it was keeps its verdict, with the line number of now', () => {
  const because = 'test/setup.ts ran in 42 files';
  const owner = 'test/setup.ts';
  const run = report({ groups: { fixed: [reportEntry({ owner, because, line: 7, sites: 0 })] } });
  const groups = judgeReport(run, baselineOf(entry({ owner, line: 2 })), GATING, () => true);
  expect(groups.fixed).toEqual([reportEntry({ owner, because, line: 2, sites: 0 })]);
});

test('the leak of a moved line is not new beside it', () => {
  const run = report({
    leaks: [leak({ owner: 'b/a.test.js', verdict: 'known' })],
    groups: { moved: [reportEntry({ movedTo: 'b/a.test.js' })] },
  });
  const groups = judgeReport(run, baselineOf(entry()), GATING, () => false);
  expect(flatten(groups)).toEqual([['moved', identityOf(entry()), 1]]);
});

test('leaks that do not count are not new', () => {
  const leaks = (['below-gate', 'allowed', 'unattributed'] as const).map((verdict) => leak({ key: verdict, verdict }));
  expect(flatten(judgeReport(report({ leaks }), baselineOf(), GATING, () => true))).toEqual([]);
});

test('against an unchanged baseline the groups are those of the run', () => {
  const groups = { new: [reportEntry({ allowed: 0 })], known: [reportEntry({ key: 'y' })] };
  expect(groupsOf(report({ groups }))).toMatchObject(groups);
});

function flatten(groups: EntryGroups): [string, string, number][] {
  return Object.entries(groups).flatMap(([verdict, entries]) =>
    entries.map((judged): [string, string, number] => [verdict, identityOf(judged), judged.sites]),
  );
}
