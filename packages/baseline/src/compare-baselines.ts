import { identityOf } from '@jest-hermetic/leak-record';
import type { Baseline, BaselineEntry } from './baseline';
import type { JudgeInput } from './judge-input';
import { pairMoved } from './pair-moved';

/** What is compared: the list as it is, and as it was where the branch started and at the tip of the base branch. */
export interface CompareInput extends Pick<JudgeInput, 'ownerExists' | 'renames'> {
  start: Baseline;
  tip: Baseline;
  now: Baseline;
}

/** What a branch did to the list. */
export interface BaselineChange {
  /** Entries that allow more than before; `before` is 0 for one that was not there. */
  grew: { entry: BaselineEntry; before: number }[];
  /** Entries whose owner was renamed. */
  moved: { entry: BaselineEntry; from: string }[];
  /** Entries that are gone or lower. */
  shrank: BaselineEntry[];
  /** Entries that the base branch removed or lowered since this branch left it; `there` is what it allows now. */
  behind: { entry: BaselineEntry; there: number }[];
}

/**
 * Compares lists, not runs. A line that the base branch has by now did not grow here; a line that only the base
 * branch dropped did not either: the branch is behind.
 */
export function compareBaselines({ start, tip, now, ownerExists, renames }: CompareInput): BaselineChange {
  const before = sitesOf(start);
  const there = sitesOf(tip);
  const listed = sitesOf(now);
  const lost = start.entries.filter((entry) => !listed.has(identityOf(entry)));
  const raised = now.entries.filter((entry) => {
    const identity = identityOf(entry);
    return entry.sites > Math.max(before.get(identity) ?? 0, there.get(identity) ?? 0);
  });
  const moves = pairMoved(
    lost.filter(({ owner }) => !ownerExists(owner)),
    raised.filter((entry) => !before.has(identityOf(entry))),
    renames,
  );
  const origins = new Map(moves.map(({ from, to }) => [to, from]));
  const grew = raised.filter((entry) => entry.sites > (origins.get(entry)?.sites ?? 0));
  return {
    grew: grew.map((entry) => ({ entry, before: origins.get(entry)?.sites ?? before.get(identityOf(entry)) ?? 0 })),
    moved: moves.filter(({ to }) => !grew.includes(to)).map(({ from, to }) => ({ entry: to, from: from.owner })),
    shrank: start.entries.filter(
      (entry) =>
        (listed.get(identityOf(entry)) ?? 0) < entry.sites &&
        !moves.some(({ from, to }) => from === entry && !grew.includes(to)),
    ),
    behind: now.entries
      .filter((entry) => !raised.includes(entry) && entry.sites > (there.get(identityOf(entry)) ?? 0))
      .map((entry) => ({ entry, there: there.get(identityOf(entry)) ?? 0 })),
  };
}

function sitesOf({ entries }: Baseline): Map<string, number> {
  return new Map(entries.map((entry) => [identityOf(entry), entry.sites]));
}
