import { KINDS, isKind } from '@jest-hermetic/leak-record';
import { nearestOf } from '@jest-hermetic/leak-record/nearest';
import type { BaselineEntry } from './baseline';
import { splitFields } from './entry-fields';
import { shorten } from './shorten';

const FORM = '<owner> <kind> <key> [xN]';

/** Reads one line that is neither empty nor a comment; `problem` has cause and remedy. */
export function readEntry(line: string): Omit<BaselineEntry, 'above' | 'line'> | { problem: string } {
  const split = splitFields(line);
  if ('problem' in split) return split;
  const { fields, comment } = split;
  const [owner = '', kind = '', key = '', count] = fields;

  if (fields.length < 3) {
    const found = `${fields.length} field${fields.length === 1 ? '' : 's'}`;
    return { problem: `${found} where an entry has three: ${FORM}. Complete the line or delete it.` };
  }
  if (!isKind(kind)) return { problem: wrongKind(kind, fields) };
  if (fields.length > 4) {
    return { problem: `${fields.length} fields where an entry has three or four: ${FORM}. ${QUOTE_SPACES}` };
  }
  if (owner === '' || key === '') return { problem: 'an empty owner or key. Name it or delete the line.' };
  const sites = count === undefined ? 1 : readCount(count);
  if (sites === null) return { problem: wrongCount(count!) };
  return { owner, kind, key, sites, comment };
}

const QUOTE_SPACES = 'A field with a space is written as a JSON string, like "a file.test.js".';

function wrongKind(kind: string, fields: readonly string[]): string {
  const misplaced = fields.findIndex(isKind);
  if (misplaced > 1) {
    const owner = JSON.stringify(fields.slice(0, misplaced).join(' '));
    return `"${shorten(kind)}" is no kind. If the owner has a space in its name, write ${shorten(owner)}.`;
  }
  const nearest = nearestOf(shorten(kind), KINDS);
  const hint = nearest === null ? '' : ` Did you mean "${nearest}"?`;
  return `unknown kind ${shorten(JSON.stringify(kind))}.${hint} The kinds are ${KINDS.join(', ')}.`;
}

function readCount(text: string): number | null {
  const digits = /^x([1-9]\d*)$/.exec(text)?.[1];
  const count = Number(digits);
  return Number.isSafeInteger(count) ? count : null;
}

function wrongCount(text: string): string {
  const found = shorten(JSON.stringify(text));
  if (/^x0+$/.test(text)) return `the count ${found} allows no site. Delete the line.`;
  return `bad count ${found}. It is an x and a whole number, like x2, and is left out for 1. ${QUOTE_SPACES}`;
}
