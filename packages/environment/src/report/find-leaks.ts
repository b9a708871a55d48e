import type { FoundLeak } from '@jest-hermetic/leak-record';
import type { FileState } from '../file-state';
import { judgeExportActs } from '../surfaces/exports/judge-act';
import { buildLeaks } from './build-leaks';
import { madeOnce } from './made-once';
import { SiteFinder } from './sites';

/** The leaks of a file as far as they are graded by now. */
export function findLeaks(state: FileState): FoundLeak[] {
  const acts = state.ledger.leaked();
  const { relative, runtime, allowsInUse, containmentInUse } = state;
  const made = madeOnce(state, acts);
  const judged = runtime === null ? { acts, made } : judgeExportActs(acts, made, runtime.exports);
  return buildLeaks(judged.acts, {
    allowedBecause: (act) => allowsInUse?.reasonFor(act) ?? null,
    whyStays: (act) => containmentInUse?.whyStays(act) ?? null,
    testPath: relative(state.testFile),
    relative,
    sites: new SiteFinder(state.mapper(), relative),
    made: judged.made,
  });
}
