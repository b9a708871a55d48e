import { judge, parseBaseline } from '@jest-hermetic/baseline';
import { OTHER_SHARDS } from '@jest-hermetic/reporter';
import { leak, report, reportFile } from '../testing/reports';
import { recordsOf } from './records-of-report';

type Leaks = NonNullable<Parameters<typeof report>[0]>['leaks'];

function verdictsOf(leaks: Leaks, gate: 'latent' | 'escaped' | 'observed', contain: 'off' | 'scope' = 'off'): string[] {
  const records = recordsOf(report({ leaks: leaks! }), { gate, contain }, '0', true);
  const { leaks: judged } = judge({
    records,
    run: { complete: true, partialBecause: [] },
    unguarded: [],
    missing: [],
    baseline: parseBaseline('', 'x'),
    ownerExists: () => true,
    renames: new Map(),
  });
  return judged.map(({ verdict }) => verdict);
}

test.each([
  ['a leak that counted', leak(), 'escaped', 'off', 'new'],
  ['one that was on the list', leak({ verdict: 'known' }), 'escaped', 'off', 'new'],
  ['one below the gate', leak({ verdict: 'below-gate', grade: 'latent' }), 'escaped', 'off', 'below-gate'],
  ['one below the gate of its own project', leak({ verdict: 'below-gate' }), 'escaped', 'off', 'below-gate'],
  ['one that counted in its own project', leak({ grade: 'latent' }), 'escaped', 'off', 'new'],
  ['one that was put back, under the highest gate', leak(), 'observed', 'scope', 'new'],
  ['one that an opt-out allows', leak({ verdict: 'allowed', allowed: 'because' }), 'escaped', 'off', 'allowed'],
  ['one of nobody', leak({ owner: '(outside)', verdict: 'unattributed' }), 'escaped', 'off', 'unattributed'],
] as const)('%s keeps what its run said', (_name, found, gate, contain, verdict) => {
  expect(verdictsOf([found], gate, contain)).toEqual([verdict]);
});

test('files become records, without those that left none, and their workers keep apart', () => {
  const files = [
    reportFile({ evaluated: ['setup.js'], worker: '7-0', unobservable: ['process-state'] }),
    reportFile({ path: 'b.test.js', guarded: false, worker: null }),
  ];
  expect(recordsOf(report({ files }), { gate: 'escaped', contain: 'off' }, 'one', true)).toEqual([
    expect.objectContaining({
      path: 'a.test.js',
      worker: 'one 7-0',
      evaluated: ['setup.js'],
      unobservable: [{ kind: 'process-state', reason: '' }],
      leaks: [],
    }),
  ]);
});

test('a file that a shard could not speak for is exercised once all shards are there', () => {
  const files = [reportFile({ exercised: false, unexercisedBecause: OTHER_SHARDS })];
  const exercised = (isOfWhole: boolean) =>
    recordsOf(report({ files }), { gate: 'escaped', contain: 'off' }, 'one', isOfWhole).map(
      (record) => record.exercised,
    );
  expect([exercised(true), exercised(false)]).toEqual([[true], [false]]);
});
