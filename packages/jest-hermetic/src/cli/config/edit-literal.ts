import type { ConfigForm } from './config-file';
import { writeProperty, writeValue, type WantedProperty } from './format-lines';
import { OUR_ENVIRONMENT, OUR_REPORTER } from './missing-lines';
import { scanObjectLiteral, type ScannedProperty } from './scan-object-literal';

/** A text with what was missing in it, or why it was left alone. */
export type EditedText = { text: string } | { refused: string };

/**
 * Puts the properties into the object literal whose `{` stands at `start`. What is there stays byte for byte: a
 * reporter is added to the list, an option to the options; only the name of an environment is replaced.
 */
export function editLiteral(
  text: string,
  start: number,
  wanted: readonly WantedProperty[],
  form: ConfigForm,
): EditedText {
  const properties = scanObjectLiteral(text, start);
  if (properties === null) return { refused: 'its object literal is more than plain properties' };
  const named = new Map(properties.map((property) => [property.name, property]));
  if (named.has('projects')) return { refused: 'it has several projects' };

  const added: string[] = [];
  const replaced: Replacement[] = [];
  for (const property of wanted) {
    const present = named.get(property.name);
    if (present === undefined) {
      added.push(writeProperty(property, form));
      continue;
    }
    const edit = replacementFor(property, present, text, form);
    if ('refused' in edit) return edit;
    replaced.push(edit);
  }
  return {
    text: insertAtStart(replaceAll(text, replaced), start, added, properties.length === 0 && form !== 'script'),
  };
}

interface Replacement {
  from: number;
  to: number;
  value: string;
}

function replacementFor(
  { name, value }: WantedProperty,
  { valueStart: from, valueEnd: to }: ScannedProperty,
  text: string,
  form: ConfigForm,
): Replacement | { refused: string } {
  const present = text.slice(from, to);
  if (name === 'testEnvironmentOptions') {
    const inner = scanObjectLiteral(text, from);
    if (text[from] !== '{' || inner === null || inner.some((one) => one.name === 'hermetic')) {
      return { refused: 'its testEnvironmentOptions is not a plain literal that can be extended' };
    }
    const [hermetic] = Object.entries(value as Record<string, unknown>).map(([key, part]) => ({
      name: key,
      value: part,
    }));
    const line = writeProperty(hermetic!, form);
    return { from, to, value: `{ ${line}${inner.length === 0 ? ' }' : `,${present.slice(1)}`}` };
  }
  const changed =
    name === 'reporters' ? withReporter(present, value as unknown[], form) : withEnvironment(present, form);
  return changed === null
    ? { refused: `its ${name} is not a plain literal that can be extended` }
    : { from, to, value: changed };
}

function withEnvironment(present: string, form: ConfigForm): string | null {
  return /^(['"])[^'"\\\n]*\1$/.test(present) ? writeValue(OUR_ENVIRONMENT, form) : null;
}

function withReporter(present: string, all: readonly unknown[], form: ConfigForm): string | null {
  const list = /^\[([^]*?)(,?)(\s*)\]$/.exec(present);
  if (list === null || /\/[/*]/.test(present)) return null;
  const [, items = '', comma = '', space = ''] = list;
  if (items.trim() === '') return writeValue(all, form);
  const isMultiline = space.includes('\n');
  return `[${items},${isMultiline ? `${space}  ` : ' '}${writeValue(OUR_REPORTER, form)}${comma}${space}]`;
}

function replaceAll(text: string, edits: readonly Replacement[]): string {
  // From the end backwards, so that the positions of the earlier ones stay true.
  return edits
    .toSorted((a, b) => b.from - a.from)
    .reduce((result, { from, to, value }) => result.slice(0, from) + value + result.slice(to), text);
}

/** Puts lines behind the `{`; `isAll` when nothing may follow the last of them, so that it gets no comma. */
function insertAtStart(text: string, literal: number, lines: readonly string[], isAll: boolean): string {
  if (lines.length === 0) return text;
  const rest = text.slice(literal + 1);
  const newline = text.includes('\r\n') ? '\r\n' : '\n';
  const outer = /^[ \t]*/.exec(text.slice(text.lastIndexOf('\n', literal) + 1))?.[0] ?? '';
  const indent = /^[^\S\n]*\r?\n([ \t]+)[^\s}]/.exec(rest)?.[1] ?? `${outer}  `;
  const block = lines.map((line) => newline + indent + line).join(',') + (isAll ? '' : ',');
  if (/^[^\S\n]*\r?\n/.test(rest)) return text.slice(0, literal + 1) + block + rest;
  const isEmpty = rest.trimStart().startsWith('}');
  return text.slice(0, literal + 1) + block + newline + (isEmpty ? outer : indent) + rest.trimStart();
}
