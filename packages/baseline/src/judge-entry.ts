import { OUTSIDE_OWNER, type EntryVerdict, type ReportEntry } from '@jest-hermetic/leak-record';
import type { BaselineEntry } from './baseline';
import { whyUnexercised } from './exercised';
import { isPackage } from './owner-exists';
import type { FoundIdentity } from './find-identities';
import type { RunIndex } from './run-index';
import { whyHidden, type SharedState } from './shared-state';

/** The verdict on one baseline entry, `new` and `moved` aside. `found` is its leak, when any record has it. */
export function judgeEntry(
  entry: BaselineEntry,
  found: FoundIdentity | undefined,
  run: RunIndex,
  shared: SharedState,
): { verdict: Exclude<EntryVerdict, 'new' | 'moved'>; entry: ReportEntry } {
  const alive = found?.alive.size ?? 0;
  const gated = found?.gated.size ?? 0;
  const say = <V extends EntryVerdict>(verdict: V, sites: number, because: string | null) => ({
    verdict,
    entry: toReportEntry(entry, sites, because),
  });

  if (gated > entry.sites) return say('grown', gated, tooMany(gated, entry.sites));
  if (alive >= entry.sites) return say('known', alive, null);
  if (alive === 0 && isGone(entry.owner, run)) return say('gone', 0, whyGone(entry.owner));
  const unexercised = whyUnexercised(entry, run) ?? whyHidden(entry, shared, run);
  if (alive > 0 && unexercised !== null) return say('known', alive, null);
  if (unexercised !== null) return say('unexercised', 0, unexercised);
  if (alive > 0) return say('shrunk', alive, `${alive} of the ${entry.sites} sites listed ${leaks(alive)}`);
  return say('fixed', 0, whyFixed(entry, run));
}

/** The entry that a leak would be which the baseline does not have. */
export function newEntry({ owner, kind, key, gated }: FoundIdentity): ReportEntry {
  return { owner, kind, key, allowed: 0, sites: gated.size, line: null, because: null, movedTo: null };
}

/** Why an entry is `grown`. */
export function tooMany(sites: number, allowed: number): string {
  return `${sites} sites leak where the baseline allows ${allowed}`;
}

function toReportEntry(entry: BaselineEntry, sites: number, because: string | null): ReportEntry {
  const { owner, kind, key, line } = entry;
  return { owner, kind, key, allowed: entry.sites, sites, line, because, movedTo: null };
}

/** What ran here is there, whatever the disk says: a source map may name a file that was not installed. */
function isGone(owner: string, { byPath, evaluated, ownerExists }: RunIndex): boolean {
  if (owner === OUTSIDE_OWNER) return true;
  return !byPath.has(owner) && !evaluated.has(owner) && !ownerExists(owner);
}

function whyGone(owner: string): string {
  if (owner === OUTSIDE_OWNER) return `${owner} is no file and cannot be listed`;
  return isPackage(owner) ? `${owner} is not installed any more` : `${owner} does not exist any more`;
}

function whyFixed({ owner, key }: BaselineEntry, { byPath, evaluated, files }: RunIndex): string {
  if (byPath.has(owner)) return `${owner} ran to its end and left ${key} as it was`;
  const seen = evaluated.get(owner);
  if (seen === undefined) return `in a complete run of ${countFiles(files)} nothing of ${owner} touched ${key}`;
  return `${owner} ran in ${countFiles(seen.files)} and ${key} was as before after each`;
}

function countFiles(count: number): string {
  return count === 1 ? '1 file' : `${count} files`;
}

function leaks(count: number): string {
  return count === 1 ? 'still leaks' : 'still leak';
}
