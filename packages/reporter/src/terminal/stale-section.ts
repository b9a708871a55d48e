import type { Report, ReportEntry } from '@jest-hermetic/leak-record';
import { hermeticCommand } from '../command-line';
import { cut, INDENT, labelled, wrap, type Style } from './layout';

const STALE = ['fixed', 'shrunk', 'moved', 'gone'] as const;

/** The baseline entries that count as stale, with the verdict on each, in the order of the file. */
export function staleEntries({ baseline }: Report): { verdict: (typeof STALE)[number]; entry: ReportEntry }[] {
  const all = STALE.flatMap((verdict) => baseline[verdict].map((entry) => ({ verdict, entry })));
  return all.toSorted((a, b) => (a.entry.line ?? 0) - (b.entry.line ?? 0));
}

/** Every stale entry with its place in the baseline, why it counts as stale, and the command that takes it out. */
export function staleSection(report: Report, style: Style): string[] {
  const stale = staleEntries(report);
  if (stale.length === 0) return [];
  const { shown, more } = cut(stale);
  const { color, columns } = style;
  const blocks = shown.flatMap(({ verdict, entry }) => {
    const place = entry.line === null ? report.baseline.path : `${report.baseline.path}:${entry.line}`;
    return [
      ` ${color.yellow.bold.inverse('STALE')}  ${color.bold(place)}  ${entry.owner} ${entry.kind} ${entry.key}`,
      ...wrap(`${verdict}: ${reason(verdict, entry)}`, columns - INDENT.length).map((line) => `${INDENT}${line}`),
    ];
  });
  return [...blocks, ...more, ...labelled('do', [hermeticCommand('prune', style.jestArguments)], style), ''];
}

function reason(verdict: (typeof STALE)[number], entry: ReportEntry): string {
  const because = entry.because === null ? '' : `: ${entry.because}`;
  switch (verdict) {
    case 'fixed':
      return entry.because ?? 'the leak is not there any more.';
    case 'shrunk':
      return entry.because ?? `${entry.sites} of the ${entry.allowed} sites listed still leak.`;
    case 'moved':
      return `the leak is now of ${entry.movedTo ?? 'another file'}${because}.`;
    case 'gone':
      return entry.because ?? `${entry.owner} does not exist any more.`;
  }
}
