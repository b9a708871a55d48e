import { OUTSIDE_OWNER } from '@jest-hermetic/leak-record';
import { EMPTY_BASELINE, uniteEntries, type Baseline, type BaselineEntry, type LeakCount } from './baseline';
import { oneLine } from './one-line';

/**
 * The baseline with `leaks` allowed too: the one way to grow. `sites` is the number at or above the gate, as a report
 * has it in its `new` and `grown` entries; a higher count that is listed already stays. `reason` becomes the comment
 * of each line, behind one that is there.
 *
 * @throws {Error} when the reason is empty, or a leak has no exact owner or no site
 */
export function addEntries(baseline: Baseline, leaks: readonly LeakCount[], reason: string): Baseline {
  const comment = oneLine(reason);
  if (comment === '') throw new Error('A leak is accepted with a reason only: say why it has to stay for now.');
  const added = leaks.map((leak) => toEntry(leak, comment));
  return { ...baseline, entries: uniteEntries([...baseline.entries, ...added]) };
}

/** The first baseline: every leak given, with its number of sites at or above the gate. */
export function initialBaseline(leaks: readonly LeakCount[]): Baseline {
  return { ...EMPTY_BASELINE, entries: uniteEntries(leaks.map((leak) => toEntry(leak, null))) };
}

function toEntry({ owner, kind, key, sites }: LeakCount, comment: string | null): BaselineEntry {
  if (owner === OUTSIDE_OWNER) {
    throw new Error(
      `A leak of ${OUTSIDE_OWNER} cannot be listed: nobody knows which file made it, and it fails no run.`,
    );
  }
  if (!Number.isSafeInteger(sites) || sites < 1) {
    throw new Error(`${owner} ${kind} ${key} has ${sites} sites; an entry needs at least one.`);
  }
  return { owner, kind, key, sites, comment, above: [], line: null };
}
