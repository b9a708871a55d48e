import { identityOf, type EntryVerdict, type Report, type ReportEntry } from '@jest-hermetic/leak-record';
import type { Baseline, BaselineEntry } from '@jest-hermetic/baseline';
import { countAlive, countGated, type Gating } from './count-leaks';

/** What a report says of every entry, by verdict. */
export type EntryGroups = Record<EntryVerdict, ReportEntry[]>;

const VERDICTS: readonly EntryVerdict[] = ['new', 'grown', 'known', 'shrunk', 'fixed', 'gone', 'moved', 'unexercised'];

/**
 * Judges the leaks of a report against a baseline that changed since. An entry that the run judged keeps its verdict;
 * one that was added or whose count changed is judged from what the report says of its owner, and called stale only if
 * the owner is a test file that ran to its end.
 * @param ownerExists Whether the owner of an entry is still there.
 */
export function judgeReport(
  report: Report,
  baseline: Baseline,
  gating: Gating,
  ownerExists: (owner: string) => boolean,
): EntryGroups {
  const groups = emptyGroups();
  const judged = judgedInRun(report);
  const gated = new Map(countGated(report.leaks, gating).map((leak) => [identityOf(leak), leak]));
  const alive = new Map(countAlive(report.leaks).map((leak) => [identityOf(leak), leak.sites]));

  const spokenFor = new Set<string>();
  for (const entry of baseline.entries) {
    const identity = identityOf(entry);
    spokenFor.add(identity);
    const before = judged.get(identity);
    if (before !== undefined && before.entry.allowed === entry.sites) {
      groups[before.verdict].push({ ...before.entry, line: entry.line });
      const { movedTo } = before.entry;
      if (movedTo !== null) spokenFor.add(identityOf({ ...entry, owner: movedTo }));
      continue;
    }
    const counts = { gated: gated.get(identity)?.sites ?? 0, alive: alive.get(identity) ?? 0 };
    const { verdict, because } = judgeChanged(report, entry, counts, ownerExists(entry.owner));
    const sites = verdict === 'grown' ? counts.gated : counts.alive;
    groups[verdict].push({
      ...identityPart(entry),
      allowed: entry.sites,
      sites,
      line: entry.line,
      because,
      movedTo: null,
    });
  }

  for (const [identity, leak] of gated) {
    if (spokenFor.has(identity)) continue;
    groups.new.push({ ...leak, allowed: 0, line: null, because: null, movedTo: null });
  }
  return groups;
}

/** The groups as the run itself wrote them. */
export function groupsOf(report: Report): EntryGroups {
  return Object.fromEntries(VERDICTS.map((verdict) => [verdict, report.baseline[verdict]])) as EntryGroups;
}

function judgeChanged(
  report: Report,
  entry: BaselineEntry,
  counts: { gated: number; alive: number },
  exists: boolean,
): { verdict: EntryVerdict; because: string | null } {
  if (counts.gated > entry.sites) return { verdict: 'grown', because: null };
  if (!exists) return { verdict: 'gone', because: `${entry.owner} does not exist` };
  if (counts.alive >= entry.sites) return { verdict: 'known', because: null };
  const doubt = whyNotExercised(report, entry);
  if (doubt !== null) return { verdict: counts.alive > 0 ? 'known' : 'unexercised', because: doubt };
  return counts.alive === 0
    ? { verdict: 'fixed', because: `${entry.owner} ran to its end and did not leak it` }
    : { verdict: 'shrunk', because: `${counts.alive} of ${entry.sites} places still leak it` };
}

function whyNotExercised(report: Report, entry: BaselineEntry): string | null {
  const file = report.files.find(({ path }) => path === entry.owner);
  if (file === undefined) return 'no test file of that name ran; run Jest again to judge the line';
  if (!file.exercised) return file.unexercisedBecause ?? 'it did not run to its end';
  return file.unobservable.includes(entry.kind) ? `${entry.kind} could not be watched` : null;
}

function judgedInRun(report: Report): Map<string, { verdict: EntryVerdict; entry: ReportEntry }> {
  const judged = VERDICTS.filter((verdict) => verdict !== 'new').flatMap((verdict) =>
    report.baseline[verdict].map((entry) => [identityOf(entry), { verdict, entry }] as const),
  );
  return new Map(judged);
}

function identityPart({ owner, kind, key }: BaselineEntry) {
  return { owner, kind, key };
}

function emptyGroups(): EntryGroups {
  return { new: [], grown: [], known: [], shrunk: [], fixed: [], gone: [], moved: [], unexercised: [] };
}
