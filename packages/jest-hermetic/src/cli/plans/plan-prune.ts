import { shrink, type Baseline, type BaselineEntry } from '@jest-hermetic/baseline';
import { identityOf, type Report } from '@jest-hermetic/leak-record';

/** A baseline that shrank, and one line of text for each entry that changed; none when nothing did. */
export interface PrunePlan {
  baseline: Baseline;
  changes: string[];
  /** Owners whose file says whether the report is still true of them. */
  touchedOwners: string[];
}

/**
 * Takes out of `baseline` what `report` proves: entries that are fixed or gone, sites that are no longer there, owners
 * that moved. The report must have been made against this very baseline. Nothing is ever added and no count rises.
 */
export function planPrune(baseline: Baseline, report: Report): PrunePlan {
  const shrunk = shrink(baseline, report.baseline);
  const after = new Map(shrunk.entries.map((entry) => [identityOf(entry), entry]));
  const movedTo = new Map(report.baseline.moved.map((entry) => [identityOf(entry), entry.movedTo]));
  const changes: string[] = [];
  const touchedOwners = new Set<string>();

  for (const entry of baseline.entries) {
    const left = after.get(identityOf(entry));
    if (left !== undefined && left.sites === entry.sites) continue;
    const target = movedTo.get(identityOf(entry)) ?? null;
    changes.push(describeChange(entry, left, target));
    touchedOwners.add(target ?? entry.owner);
  }
  return { baseline: shrunk, changes, touchedOwners: [...touchedOwners] };
}

function describeChange(before: BaselineEntry, after: BaselineEntry | undefined, movedTo: string | null): string {
  const name = `${before.owner} ${before.kind} ${before.key}`;
  if (after !== undefined) return `lowered  ${name} x${before.sites} -> x${after.sites}`;
  return movedTo === null ? `removed  ${name}` : `moved    ${name} -> ${movedTo}`;
}
