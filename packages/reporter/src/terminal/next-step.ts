import type { Report } from '@jest-hermetic/leak-record';
import { hermeticCommand } from '../command-line';
import { shellWord } from '../shell';
import type { Style } from './layout';
import { staleEntries } from './stale-section';

/** The last line: what to do next. Empty when there is nothing to do. */
export function nextStep(report: Report, { color, jestArguments }: Style, stale: 'fail' | 'warn'): string[] {
  const parts: string[] = [];
  const added = report.baseline.new;
  const grown = report.baseline.grown;
  const prune = hermeticCommand('prune', jestArguments);
  const staleCount = staleEntries(report).length;
  if (added.length > 0) parts.push(`${added.length} new (fix it, or: ${acceptCommand(added, jestArguments)})`);
  if (grown.length > 0) parts.push(`${grown.length} grown (fix it, or: ${acceptCommand(grown, jestArguments)})`);
  if (staleCount > 0 && parts.length === 0) {
    const onlyWarned = stale === 'warn' ? ' (a warning here)' : '';
    const entries = staleCount === 1 ? 'its line' : 'their lines';
    return [
      ` Nothing new leaked, and something was fixed${onlyWarned}. Take ${entries} off the list: ${color.bold(prune)}`,
    ];
  }
  if (staleCount > 0) parts.push(`${staleCount} stale (${prune})`);
  return parts.length === 0 ? [] : [` ${parts.join(' · ')}`];
}

function acceptCommand(entries: Report['baseline']['new'], jestArguments: string | null): string {
  const owners = new Set(entries.map(({ owner }) => owner));
  const [first = ''] = owners;
  const owner = owners.size === 1 ? shellWord(first) : '<owner>';
  return hermeticCommand(`accept ${owner} --reason "..."`, jestArguments);
}
