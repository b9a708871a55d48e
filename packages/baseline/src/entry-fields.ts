import { shorten } from './shorten';

/** The fields of one line, or what is wrong with its writing. */
export type Fields = { fields: string[]; comment: string | null } | { problem: string };

/**
 * What a field must be quoted for: white space, the two signs with a meaning, characters that a text file does not
 * keep (control characters, halves of surrogate pairs), and the looks of a conflict marker.
 */
const NEEDS_QUOTES = /[\s#"\p{Cc}\p{Cs}]|^$|^(?:<{7}|={7}|>{7}|\|{7})/u;

const BARE = /[^\s"#]+/y;
const SPACE = /\s*/y;

/** A field as it stands in the file. */
export function quoteField(field: string): string {
  return NEEDS_QUOTES.test(field) ? JSON.stringify(field) : field;
}

/** Splits one line into its fields and the comment behind them. */
export function splitFields(line: string): Fields {
  const fields: string[] = [];
  let at = match(SPACE, line, 0).length;
  while (at < line.length) {
    if (line[at] === '#') return { fields, comment: line.slice(at + 1).trim() || null };
    const raw = line[at] === '"' ? quotedAt(line, at) : match(BARE, line, at);
    if (raw === '') return { problem: 'a quoted field has no closing ". Close it; inside, a " is written \\".' };
    const field = raw.startsWith('"') ? unquote(raw) : raw;
    if (field === null)
      return { problem: `${shorten(raw)} is no JSON string. Write a backslash as \\\\ and a " as \\".` };
    at += raw.length;
    const space = match(SPACE, line, at);
    if (at < line.length && space === '') return { problem: notParted(line, at - raw.length) };
    fields.push(field);
    at += space.length;
  }
  return { fields, comment: null };
}

function match(pattern: RegExp, line: string, at: number): string {
  pattern.lastIndex = at;
  return pattern.exec(line)?.[0] ?? '';
}

/** By hand: a pattern with a choice in a loop would need stack for every character of a long field. */
function quotedAt(line: string, start: number): string {
  for (let at = start + 1; at < line.length; at++) {
    if (line[at] === '\\') at++;
    else if (line[at] === '"') return line.slice(start, at + 1);
  }
  return '';
}

function unquote(raw: string): string | null {
  try {
    return JSON.parse(raw) as string;
  } catch {
    return null;
  }
}

function notParted(line: string, start: number): string {
  const word = /^\S+/.exec(line.slice(start))?.[0] ?? '';
  if (word.startsWith('"')) return `there is no space after a quoted field in ${shorten(word)}. Put one there.`;
  return `a field with # or " is written as a JSON string: ${shorten(JSON.stringify(word))}. A comment needs a space before its #.`;
}
