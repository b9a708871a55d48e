import { judge, type Baseline, type JudgeInput } from '@jest-hermetic/baseline';
import { compareIdentities, identityOf, type EntryVerdict, type ReportEntry } from '@jest-hermetic/leak-record';
import { OTHER_ENVIRONMENT } from '@jest-hermetic/reporter';
import type { Gating } from './count-leaks';
import type { EntryGroups } from './judge-report';
import { recordsOf } from './records-of-report';
import type { Run } from './runs-of-reports';

/** What judging several runs needs besides them. */
export interface MergeContext extends Pick<JudgeInput, 'ownerExists' | 'renames'> {
  baseline: Baseline;
  gating: Gating;
  /** Reports that were named and are not there: whatever they would have said is not known. */
  absent: readonly string[];
}

/** Of what several runs say of one entry the first counts: a line is stale only when no run still needs it. */
const PRECEDENCE: readonly EntryVerdict[] = [
  'grown',
  'new',
  'moved',
  'known',
  'unexercised',
  'shrunk',
  'gone',
  'fixed',
];

/** Judges each run as if all its parts had been one, and makes one verdict of all runs. The order changes nothing. */
export function mergeRuns(runs: readonly Run[], context: MergeContext): EntryGroups {
  const best = new Map<string, { verdict: EntryVerdict; entry: ReportEntry }>();
  for (const groups of runs.map((run) => judgeRun(run, context))) {
    for (const verdict of PRECEDENCE) {
      for (const entry of groups[verdict]) {
        const identity = identityOf(entry);
        const other = best.get(identity);
        if (other === undefined || isBefore({ verdict, entry }, other)) best.set(identity, { verdict, entry });
      }
    }
  }
  const merged: EntryGroups = {
    new: [],
    grown: [],
    known: [],
    shrunk: [],
    fixed: [],
    gone: [],
    moved: [],
    unexercised: [],
  };
  for (const { verdict, entry } of best.values()) merged[verdict].push(entry);
  for (const list of Object.values(merged)) list.sort(compareIdentities);
  return merged;
}

function judgeRun({ reports, partialBecause }: Run, context: MergeContext): EntryGroups {
  const reasons = [...partialBecause, ...context.absent.map((name) => `${name} is missing`)];
  const bare = reports.flatMap(({ files }) => files.filter(({ guarded }) => !guarded));
  const isOther = ({ unexercisedBecause }: (typeof bare)[number]) =>
    unexercisedBecause?.startsWith(OTHER_ENVIRONMENT) === true;
  return judge({
    records: reports.flatMap((report, index) => recordsOf(report, context.gating, String(index), reasons.length === 0)),
    run: { complete: reasons.length === 0, partialBecause: reasons },
    unguarded: bare.filter(isOther).map(({ path }) => path),
    missing: bare.filter((file) => !isOther(file)).map(({ path }) => path),
    baseline: context.baseline,
    ownerExists: context.ownerExists,
    renames: context.renames,
  }).entries;
}

type Judged = { verdict: EntryVerdict; entry: ReportEntry };

function isBefore(a: Judged, b: Judged): boolean {
  const order = PRECEDENCE.indexOf(a.verdict) - PRECEDENCE.indexOf(b.verdict);
  if (order !== 0) return order < 0;
  const sites = a.entry.sites - b.entry.sites;
  return sites === 0 ? (a.entry.because ?? '') < (b.entry.because ?? '') : sites > 0;
}
