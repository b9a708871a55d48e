import { identityOf, type EntryVerdict, type LeakIdentity, type ReportEntry } from '@jest-hermetic/leak-record';
import { joinComments, uniteEntries, type Baseline, type BaselineEntry } from './baseline';

/** The verdicts that {@link shrink} acts on. */
export type StaleEntries = Readonly<
  Record<Extract<EntryVerdict, 'shrunk' | 'fixed' | 'gone' | 'moved'>, readonly ReportEntry[]>
>;

/**
 * The baseline without what a run proves stale: `fixed` and `gone` entries are removed, `shrunk` ones lowered to the
 * sites alive, `moved` ones rewritten to their new owner. Nothing is ever added or raised; doing it twice changes
 * nothing more; entries that the baseline does not have are passed over.
 */
export function shrink(baseline: Baseline, stale: StaleEntries): Baseline {
  const removed = new Set([...stale.fixed, ...stale.gone].map(identityOf));
  const alive = new Map(stale.shrunk.map((entry) => [identityOf(entry), entry.sites]));
  const entries = moveEntries(baseline.entries, stale.moved)
    .filter((entry) => !removed.has(identityOf(entry)))
    .map((entry) => lower(entry, alive.get(identityOf(entry))));
  return { ...baseline, entries: uniteEntries(entries) };
}

function lower(entry: BaselineEntry, alive: number | undefined): BaselineEntry {
  return alive === undefined ? entry : { ...entry, sites: Math.min(entry.sites, Math.max(alive, 1)) };
}

/** A move onto an entry that is there already must not raise its count, so only the comments go over. */
function moveEntries(entries: readonly BaselineEntry[], moved: readonly ReportEntry[]): BaselineEntry[] {
  const origins = new Set(moved.map(identityOf));
  const targets = new Map(
    moved
      .map((entry) => [identityOf(entry), targetOf(entry)] as const)
      // Of a chain of moves only the last step is sure to be new.
      .filter(
        ([origin, target]) => target !== null && identityOf(target) !== origin && !origins.has(identityOf(target)),
      ),
  );
  const kept = new Map(
    entries.filter((entry) => !targets.has(identityOf(entry))).map((entry) => [identityOf(entry), entry]),
  );
  const arriving: BaselineEntry[] = [];
  for (const entry of entries) {
    const target = targets.get(identityOf(entry));
    if (!target) continue;
    const there = kept.get(identityOf(target));
    if (there === undefined) arriving.push({ ...entry, ...target });
    else kept.set(identityOf(target), withComments(there, entry));
  }
  return [...kept.values(), ...arriving];
}

function targetOf({ kind, key, movedTo }: ReportEntry): LeakIdentity | null {
  return movedTo === null ? null : { owner: movedTo, kind, key };
}

function withComments(entry: BaselineEntry, from: BaselineEntry): BaselineEntry {
  return {
    ...entry,
    comment: joinComments(entry.comment, from.comment),
    above: [...entry.above, ...from.above.filter((comment) => !entry.above.includes(comment))],
  };
}
