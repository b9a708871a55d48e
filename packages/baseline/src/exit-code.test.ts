import fc from 'fast-check';
import './testing/property-runs';
import { exitCodeOf, type RunFindings } from './index';

const CLEAN: RunFindings = {
  usage: 0,
  nothingJudged: false,
  grewAgainstBase: 0,
  leaks: 0,
  stale: 0,
  staleMode: 'fail',
  unwatched: 0,
};

test.each<[Partial<RunFindings>, number, string[]]>([
  [{}, 0, []],
  [{ stale: 1 }, 3, ['1 stale baseline entry']],
  [{ stale: 2, staleMode: 'warn' }, 0, ['2 stale baseline entries (only a warning here)']],
  [{ unwatched: 2 }, 5, ['2 kinds of leaks could not be watched at all']],
  [{ unwatched: 1, leaks: 1 }, 1, ['1 leak not in the baseline', '1 kind of leaks could not be watched at all']],
  [
    { unwatched: 1, stale: 1, staleMode: 'warn' },
    5,
    ['1 stale baseline entry (only a warning here)', '1 kind of leaks could not be watched at all'],
  ],
  [{ leaks: 1, stale: 2 }, 1, ['1 leak not in the baseline', '2 stale baseline entries']],
  [
    { leaks: 1, stale: 1, staleMode: 'warn' },
    1,
    ['1 leak not in the baseline', '1 stale baseline entry (only a warning here)'],
  ],
  [{ grewAgainstBase: 2, leaks: 3 }, 4, ['2 baseline lines grew against the base', '3 leaks not in the baseline']],
  [
    { nothingJudged: true, grewAgainstBase: 1 },
    5,
    ['nothing could be judged', '1 baseline line grew against the base'],
  ],
  [
    { usage: 1, nothingJudged: true },
    2,
    ['1 problem of the configuration or of jest-hermetic itself', 'nothing could be judged'],
  ],
])('%j -> %i', (findings, code, reasons) => {
  expect(exitCodeOf({ ...CLEAN, ...findings })).toEqual({ code, reasons });
});

test('is 0 only when nothing fails, and names every finding', () => {
  const findings = fc.record({
    usage: fc.nat(2),
    nothingJudged: fc.boolean(),
    grewAgainstBase: fc.nat(2),
    leaks: fc.nat(2),
    stale: fc.nat(2),
    staleMode: fc.constantFrom('fail' as const, 'warn' as const),
    unwatched: fc.nat(1),
  });
  fc.assert(
    fc.property(findings, (found) => {
      const { usage, nothingJudged, grewAgainstBase, leaks, stale, staleMode, unwatched } = found;
      const failing = [usage, nothingJudged, grewAgainstBase, leaks, unwatched, staleMode === 'fail' && stale].filter(
        Boolean,
      );
      const { code, reasons } = exitCodeOf(found);
      expect(code === 0).toBe(failing.length === 0);
      expect(reasons).toHaveLength(
        [usage, nothingJudged, grewAgainstBase, leaks, stale, unwatched].filter(Boolean).length,
      );
    }),
  );
});
