import { loadLater } from '@jest-hermetic/leak-record';
import type { JudgeInput, Judgement } from './judge-input';

const judging = loadLater(() => require('./judge-findings') as typeof import('./judge-findings'));

/**
 * The verdict on every leak and every baseline entry of a run. Pure: no disk, clock, git or Jest.
 *
 * A `moved` entry is not also `new`: its leak has the verdict `known`, or `grown` when the new owner has more sites
 * than the entry allows (then the new owner is listed under `grown` too).
 */
export function judge(input: JudgeInput): Judgement {
  const isQuiet = input.baseline.entries.length === 0 && input.records.every(({ leaks }) => leaks.length === 0);
  return isQuiet ? nothing() : judging().judgeFindings(input);
}

/** The verdict on no leaks and no entries: most runs, which need not load what judges. */
function nothing(): Judgement {
  return {
    leaks: [],
    entries: { new: [], grown: [], known: [], shrunk: [], fixed: [], gone: [], moved: [], unexercised: [] },
    counts: {
      leaks: { new: 0, grown: 0, known: 0, 'below-gate': 0, allowed: 0, unattributed: 0 },
      entries: { new: 0, grown: 0, known: 0, shrunk: 0, fixed: 0, gone: 0, moved: 0, unexercised: 0 },
      failing: 0,
      stale: 0,
    },
  };
}
