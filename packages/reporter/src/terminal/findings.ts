import type { Leak, Report } from '@jest-hermetic/leak-record';
import { foldLeaks, type LeakGroup } from './fold-leaks';
import { counted, INDENT, MOST_SHOWN, type Style } from './layout';
import { leakBlock, type BlockContext } from './leak-block';
import { nextStep } from './next-step';
import { staleSection } from './stale-section';

/** What fails a run, as lines. */
export interface Findings {
  readonly sections: readonly string[];
  /** What to do next; empty when there is nothing to do. */
  readonly next: string[];
}

/** What is new, grown or stale. */
export function findings(
  report: Report,
  style: Style,
  sources: BlockContext['sources'],
  stale: 'fail' | 'warn',
): Findings {
  const block: BlockContext = { ...style, sources, jest: report.jest };
  const sections = [
    ...leakSection(report, 'new', block),
    ...leakSection(report, 'grown', block),
    ...staleSection(report, style),
  ];
  return { sections, next: nextStep(report, style, stale) };
}

function leakSection(report: Report, verdict: 'new' | 'grown', context: BlockContext): string[] {
  const leaks = report.leaks.filter((leak) => leak.verdict === verdict);
  const groups = verdict === 'new' ? foldLeaks(leaks) : leaks.map((leak): LeakGroup => [leak]);
  const blocks = groups.slice(0, MOST_SHOWN).flatMap((group) => {
    const [leak] = group;
    const keys = group.map(({ key }) => key);
    return leakBlock(leak, context, verdict.toUpperCase(), growth(leak, report), keys);
  });
  const left = groups.slice(MOST_SHOWN).flat().length;
  return [...blocks, ...(left > 0 ? [`${INDENT}+${left} more`, ''] : [])];
}

function growth(leak: Leak, { baseline }: Report): string | null {
  if (leak.verdict !== 'grown') return null;
  const entry = baseline.grown.find(
    ({ owner, kind, key }) => owner === leak.owner && kind === leak.kind && key === leak.key,
  );
  if (entry === undefined) return null;
  const place = entry.line === null ? baseline.path : `${baseline.path}:${entry.line}`;
  return `${place} allows ${counted(entry.allowed, 'site')} of it, and ${entry.sites} leak now. One of them is too many.`;
}
