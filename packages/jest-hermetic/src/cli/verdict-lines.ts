import { KINDS, type ReportEntry } from '@jest-hermetic/leak-record';
import { hermeticCommand, shellWord } from '@jest-hermetic/reporter';
import type { EntryGroups } from './plans/judge-report';

/** The verdicts that are named one by one; the others are only counted. */
const NAMED = ['new', 'grown', 'shrunk', 'fixed', 'gone', 'moved', 'unexercised'] as const;

/** The verdicts of lines that say more than is true. */
const STALE = ['shrunk', 'fixed', 'gone', 'moved'] as const;

const VERDICT_WIDTH = Math.max(...NAMED.map((name) => name.length));
const KIND_WIDTH = Math.max(...KINDS.map((kind) => kind.length));

/** One line an entry, new ones first, then one line with the counts. `baseline` is the path as it is shown. */
export function describeGroups(groups: EntryGroups, baseline: string): string[] {
  const named = NAMED.flatMap((verdict) => groups[verdict].map((entry) => describeEntry(verdict, entry, baseline)));
  const counts = [
    `${groups.new.length} new`,
    ...(groups.grown.length > 0 ? [`${groups.grown.length} grown`] : []),
    `${countStale(groups)} stale`,
    `${groups.known.length} known`,
    ...(groups.unexercised.length > 0 ? [`${groups.unexercised.length} not judged`] : []),
  ];
  return [...named, counts.join(' · ')];
}

/** How many entries say more than is true. */
export function countStale(groups: EntryGroups): number {
  return STALE.reduce((sum, verdict) => sum + groups[verdict].length, 0);
}

function describeEntry(verdict: (typeof NAMED)[number], entry: ReportEntry, baseline: string): string {
  const place = entry.line === null ? '' : `${baseline}:${entry.line}  `;
  const count = countOf(verdict, entry);
  const because = entry.because === null ? '' : `  (${entry.because})`;
  const line = `${verdict.padEnd(VERDICT_WIDTH)}  ${entry.kind.padEnd(KIND_WIDTH)}  ${place}${entry.owner} ${entry.key}`;
  return line + count + because;
}

function countOf(verdict: (typeof NAMED)[number], { allowed, sites, movedTo }: ReportEntry): string {
  if (verdict === 'grown' || verdict === 'shrunk') return `  x${allowed} -> x${sites}`;
  return verdict === 'moved' && movedTo !== null ? ` -> ${movedTo}` : '';
}

/** What to type next, one line for each kind of reason; none when all is clean. `jestArguments` are those given to us. */
export function nextSteps(groups: EntryGroups, jestArguments: readonly string[]): string[] {
  const leak = groups.new[0] ?? groups.grown[0];
  const words = shellWords(jestArguments);
  return [
    ...(leak === undefined
      ? []
      : [`Fix the leaks, or: ${hermeticCommand(`accept ${shellWord(leak.owner)} --reason "..."`, words)}`]),
    ...(countStale(groups) > 0 ? [`Tidy the list: ${hermeticCommand('prune', words)}`] : []),
  ];
}

/** Arguments ready for a shell; null when there are none. */
export function shellWords(words: readonly string[]): string | null {
  return words.length === 0 ? null : words.map(shellWord).join(' ');
}
