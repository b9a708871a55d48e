import { baselineOf, entry, leak, report, reportFile } from '../testing/reports';
import { planInit } from './plan-init';

const GATING = { gate: 'escaped', contain: 'off' } as const;

test('lists every leak that counts, with its number of owner sites', () => {
  const leaks = [
    leak({ key: 'src/y.js', lines: [3, 9] }),
    leak({ key: 'src/y.js', lines: [9, 12], verdict: 'known' }),
    leak({ key: 'src/x.js' }),
    leak({ key: 'latent', grade: 'latent', verdict: 'below-gate' }),
    leak({ key: 'allowed', verdict: 'allowed' }),
    leak({ key: 'outside', verdict: 'unattributed' }),
  ];
  expect(planInit(report({ leaks }), baselineOf(), GATING).entries).toEqual([
    entry({ key: 'src/x.js', line: null }),
    entry({ key: 'src/y.js', line: null, sites: 3 }),
  ]);
});

test('written anew, it keeps the comments of lines that stay', () => {
  const previous = baselineOf(entry({ comment: 'PROJ-1' }), entry({ owner: 'old.test.js', comment: 'PROJ-2' }));
  expect(planInit(report({ leaks: [leak()] }), previous, GATING).entries).toEqual([entry({ comment: 'PROJ-1' })]);
});

test('a partial run is refused with exit code 5 and its reason', () => {
  const partial = report({ run: { complete: false, partialBecause: ['-t was given'] } });
  expect(() => planInit(partial, baselineOf(), GATING)).toThrow(
    expect.objectContaining({ exitCode: 5, message: expect.stringContaining('-t was given') }),
  );
});

test('a run in which no file was guarded is refused', () => {
  const bare = report({ files: [reportFile({ guarded: false })] });
  expect(() => planInit(bare, baselineOf(), GATING)).toThrow(expect.objectContaining({ exitCode: 5 }));
});
