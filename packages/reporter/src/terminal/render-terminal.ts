import type { Leak, Report } from '@jest-hermetic/leak-record';
import type { Chalk } from 'chalk';
import { UNREADABLE } from '../build-report';
import { counted, cut, spread } from './layout';
import { leakBlock, type BlockContext } from './leak-block';
import { nextStep } from './next-step';
import { staleEntries, staleSection } from './stale-section';
import { isLost, summaryLines, type SummaryContext } from './summary-lines';

/** How to write a report for a terminal. */
export interface TerminalOptions {
  /** Width in characters. */
  columns: number;
  /** Colours; with a level of 0 the text is the same without them. */
  color: Chalk;
  /** The text of a file (relative to rootDir), or null when there is none. */
  sources: (path: string) => string | null;
  /** Lists known, allowed and below-gate leaks one by one. */
  verbose: boolean;
  /** Opt-outs that covered nothing, and the like; they are not in the report. */
  notes?: readonly string[];
  /** Whether stale entries fail the run. */
  stale?: 'fail' | 'warn';
}

/** The report as people meet it, with a line feed at its end; empty when there is nothing to say. */
export function renderTerminal(report: Report, options: TerminalOptions): string {
  const { columns, color, sources, verbose, notes = [], stale = 'fail' } = options;
  const summary: SummaryContext = { columns, color, sources, verbose, notes };
  const block: BlockContext = { columns, color, sources, jest: report.jest };
  const lines = summaryLines(report, summary);
  const body = [
    ...leakSection(report, 'new', block),
    ...leakSection(report, 'grown', block),
    ...staleSection(report, { columns, color }),
    ...lines,
    ...gapBefore(nextStep(report, { columns, color }, stale), lines),
    ...unguardedRun(report),
  ];
  return [...header(report, options, body.length > 0), ...body, ''].join('\n');
}

function header(report: Report, { columns, color }: TerminalOptions, withBody: boolean): string[] {
  const { baseline, files } = report;
  const name = color.bold.inverse(' LEAKS '.trim());
  const counts = [
    ...part(baseline.new.length, 'new'),
    ...part(baseline.grown.length, 'grown'),
    ...part(staleEntries(report).length, 'stale'),
    ...part(baseline.known.length, 'known'),
  ];
  const guarded = files.filter((file) => file.guarded).length;
  const nothing =
    guarded === 0 || baseline.hash === UNREADABLE ? 'nothing was judged' : `none in ${counted(guarded, 'file')}`;
  const words = counts.length > 0 ? counts.join(' · ') : nothing;
  const path = baseline.entries > 0 || counts.length > 0 ? baseline.path : '';
  const [first = '', ...rest] = spread(`LEAKS  ${words}`, path, { columns, color }, ' ');
  const lines = [first.replace('LEAKS', name).trimEnd(), ...(path === '' ? [] : rest)];
  return withBody ? [...lines, ''] : lines;
}

function part(count: number, word: string): string[] {
  return count > 0 ? [`${count} ${word}`] : [];
}

function leakSection(report: Report, verdict: 'new' | 'grown', context: BlockContext): string[] {
  const { shown, more } = cut(report.leaks.filter((leak) => leak.verdict === verdict));
  const blocks = shown.flatMap((leak) => leakBlock(leak, context, verdict.toUpperCase(), growth(leak, report)));
  return [...blocks, ...more, ...(more.length > 0 ? [''] : [])];
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

function gapBefore(lines: string[], above: string[]): string[] {
  return lines.length > 0 && above.length > 0 ? ['', ...lines] : lines;
}

/** Said when jest-hermetic is the reporter and no file ran under its environment. */
function unguardedRun({ files }: Report): string[] {
  if (files.length === 0 || files.some((file) => file.guarded || isLost(file))) return [];
  return [
    ` No test file ran under jest-hermetic, so nothing was judged. In the Jest config write:`,
    `     testEnvironment: 'jest-hermetic',   // or 'jest-hermetic/jsdom'`,
  ];
}
