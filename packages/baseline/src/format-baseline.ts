import { HEADER, uniteEntries, type Baseline, type BaselineEntry } from './baseline';
import { quoteField } from './entry-fields';
import { oneLine } from './one-line';

/** The text of a baseline file: the same entries and comments always give the same bytes. */
export function formatBaseline({ preamble, entries, tail }: Baseline): string {
  const top = preamble.length === 0 ? [HEADER] : [HEADER, ...preamble.map(commentLine), ''];
  const body = uniteEntries(entries).flatMap((entry) => [...entry.above.map(commentLine), formatEntry(entry)]);
  return [...top, ...body, ...tail.map(commentLine), ''].join('\n');
}

/** One entry as its line, without the line feed. */
export function formatEntry({ owner, kind, key, sites, comment }: Omit<BaselineEntry, 'above' | 'line'>): string {
  const fields = [quoteField(owner), kind, quoteField(key)];
  if (sites > 1) fields.push(`x${sites}`);
  const words = comment === null ? '' : oneLine(comment);
  return fields.join(' ') + (words === '' ? '' : `  # ${words}`);
}

function commentLine(comment: string): string {
  const line = oneLine(comment);
  return line.startsWith('#') ? line : `# ${line}`;
}
