import { loadLater, type Report, type ReportFile } from '@jest-hermetic/leak-record';
import type { Chalk } from 'chalk';
import { UNREADABLE } from '../build-report';
import { listed, unwatchedKinds } from '../unobservable';
import type { Findings } from './findings';
import { counted, spread, type Style } from './layout';
import { isLost, problemLines, summaryLines, type SummaryContext } from './summary-lines';

const finding = loadLater(() => require('./findings') as typeof import('./findings'));

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
  /** What may have kept test files from running; not in the report. */
  causes?: readonly string[];
  /** Opt-outs that covered nothing, and the like; they are not in the report. */
  notes?: readonly string[];
  /** Whether stale entries fail the run. */
  stale?: 'fail' | 'warn';
  /** What the commands that are printed need of Jest's command line, ready for a shell: `-c unit.config.js`. */
  jestArguments?: string | null;
}

/** The report as people meet it, with a line feed at its end; empty when there is nothing to say. */
export function renderTerminal(report: Report, options: TerminalOptions): string {
  const { columns, color, sources, verbose, causes = [], notes = [], stale = 'fail', jestArguments = null } = options;
  const style: Style = { columns, color, jestArguments };
  const summary: SummaryContext = { ...style, sources, verbose, causes, notes };
  const lines = summaryLines(report, summary);
  const { sections, next } = isQuiet(report) ? NO_FINDINGS : finding().findings(report, style, sources, stale);
  const body = [...sections, ...lines, ...gapBefore(next, lines), ...unguardedRun(report)];
  return [...header(report, style, body.length > 0), ...body, ''].join('\n');
}

/** Only what went wrong, for a run whose findings somebody else tells; empty when nothing did. */
export function renderProblems(report: Report, { columns, color }: Pick<TerminalOptions, 'columns' | 'color'>): string {
  return problemLines(report, { columns, color, jestArguments: null })
    .map((line) => `${line}\n`)
    .join('');
}

const NO_FINDINGS: Findings = { sections: [], next: [] };

/** Whether nothing fails the run. */
function isQuiet(report: Report): boolean {
  const { leaks, baseline } = report;
  const failing = leaks.some(({ verdict }) => verdict === 'new' || verdict === 'grown');
  return !failing && baseline.new.length + baseline.grown.length + staleCount(report) === 0;
}

function staleCount({ baseline: { shrunk, fixed, gone, moved } }: Report): number {
  return shrunk.length + fixed.length + gone.length + moved.length;
}

function header(report: Report, style: Style, withBody: boolean): string[] {
  const { baseline } = report;
  const name = style.color.bold.inverse(' LEAKS '.trim());
  const counts = [
    ...part(baseline.new.length, 'new'),
    ...part(baseline.grown.length, 'grown'),
    ...part(staleCount(report), 'stale'),
    ...part(baseline.known.length, 'known'),
  ];
  const words = counts.length > 0 ? counts.join(' · ') : nothingFound(report);
  const path = baseline.entries > 0 || counts.length > 0 ? baseline.path : '';
  const [first = '', ...rest] = spread(`LEAKS  ${words}`, path, style, ' ');
  const lines = [first.replace('LEAKS', name).trimEnd(), ...(path === '' ? [] : rest)];
  return withBody ? [...lines, ''] : lines;
}

/** Says no more than is known: files that broke off, and kinds that could not be watched, are not clean. */
function nothingFound({ files, baseline }: Report): string {
  if (!files.some(({ guarded }) => guarded) || baseline.hash === UNREADABLE) return 'nothing was judged';
  const judged = files.filter((file) => file.guarded || brokeOff(file)).length;
  const broken = files.filter(brokeOff).length;
  const exception = broken === 0 ? '' : `, of which ${broken} did not run to ${broken === 1 ? 'its' : 'their'} end`;
  const unwatched = unwatchedKinds(files);
  const blind = unwatched.length === 0 ? '' : `; ${listed(unwatched)} could not be watched`;
  return `none ${blind === '' ? '' : 'seen '}in ${counted(judged, 'file')}${exception}${blind}`;
}

function brokeOff({ unexercisedBecause }: ReportFile): boolean {
  return unexercisedBecause?.includes('run to its end') === true;
}

function part(count: number, word: string): string[] {
  return count > 0 ? [`${count} ${word}`] : [];
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
