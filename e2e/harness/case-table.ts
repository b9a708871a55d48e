import type { Report } from '@jest-hermetic/leak-record';
import type { Case } from './case-file';
import { describeLeak, type Comparison } from './compare-case';
import type { OpenEntry } from './open-entries';

/** What is to be said of a case: `open` is a gap that is listed, `WRONG` everything else that is not right. */
export type CaseVerdict = 'ok' | 'open' | 'WRONG';

/** What {@link formatCase} prints. */
export interface CaseRow {
  subject: Case;
  /** Null when the run wrote none. */
  report: Report | null;
  comparison: Comparison;
  entry: OpenEntry | null;
  verdict: CaseVerdict;
}

/** A gap that is not listed is WRONG, and so is an entry whose case has become right: it hides the next gap. */
export function judgeCase({ wrong, missing }: Comparison, entry: OpenEntry | null): CaseVerdict {
  if (wrong.length > 0) return 'WRONG';
  if (entry) return missing.length > 0 ? 'open' : 'WRONG';
  return missing.length > 0 ? 'WRONG' : 'ok';
}

/** The rows of one case: its verdict, every leak above `latent`, and what is not right. */
export function formatCase({ subject, report, comparison, entry, verdict }: CaseRow): string {
  const { wrong, missing } = comparison;
  const expectsLatent = subject.truth.leaks.some(({ grade }) => grade === 'latent');
  const leaks = (report?.leaks ?? []).filter(({ grade }) => grade !== 'latent' || expectsLatent);
  const stale = entry && wrong.length === 0 && missing.length === 0;
  return [
    `${verdict.padEnd(5)}  ${subject.truth.id}`,
    ...leaks.map((leak) => `       ${describeLeak(leak)}`),
    ...(report?.advice ?? []).map(
      ({ kind, owner, key, site }) => `       advice ${kind} ${owner} ${key} at ${site?.file}:${site?.line}`,
    ),
    ...wrong.map((text) => `     ! ${text}`),
    ...missing.map((text) => `     ? ${text}`),
    ...(entry && !stale ? [`       open: ${entry.reason}`] : []),
    ...(stale ? ['     ! it is right now: take it out of e2e/cases/open.json'] : []),
  ].join('\n');
}
