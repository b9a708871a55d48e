import type { Leak, Site } from '@jest-hermetic/leak-record';
import type { Chalk } from 'chalk';

/** What every part of the terminal report needs. */
export interface Style {
  /** Width to write for, in characters. */
  columns: number;
  color: Chalk;
  /** What the commands that are printed need of Jest's command line, ready for a shell; null for nothing. */
  jestArguments: string | null;
}

/** Width of the words at the left of a block: `received by   `. */
const LABEL_WIDTH = 14;
/** Indentation of everything below the first line of a block. */
export const INDENT = '   ';

/** Breaks text at spaces so that no line is longer than `width`; a longer word gets a line of its own. */
export function wrap(text: string, width: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    if (line !== '' && line.length + 1 + word.length > width) {
      lines.push(line);
      line = word;
    } else line = line === '' ? word : `${line} ${word}`;
  }
  return [...lines, line];
}

/** `left` with `right` at the end of the line, or, where there is no room, as a line of its own below. */
export function spread(left: string, right: string, { columns, color }: Style, indent = ''): string[] {
  const room = columns - indent.length - left.length - right.length;
  const dim = color.dim(right);
  return room >= 2 ? [`${indent}${left}${' '.repeat(room)}${dim}`] : [`${indent}${left}`, `${indent}${dim}`];
}

/** A paragraph with a word at its left: the lines after the first stand below the first. */
export function labelled(label: string, lines: readonly string[], { color }: Style): string[] {
  return lines.map((line, index) => {
    const left =
      index === 0 ? color.bold(label) + ' '.repeat(Math.max(1, LABEL_WIDTH - label.length)) : ' '.repeat(LABEL_WIDTH);
    return `${INDENT}${left}${line}`.trimEnd();
  });
}

/** Width that is left for the text of a labelled paragraph. */
export function labelledWidth({ columns }: Style): number {
  return Math.max(40, columns - INDENT.length - LABEL_WIDTH);
}

/** `1 file`, `2 files`. */
export function counted(count: number, noun: string, plural = `${noun}s`): string {
  return `${count} ${count === 1 ? noun : plural}`;
}

/** The most findings of one group that are shown; the report file has them all. */
export const MOST_SHOWN = 10;

/** The first findings of a group, and the line that says how many more there are. */
export function cut<T>(items: readonly T[]): { shown: readonly T[]; more: string[] } {
  const left = items.length - MOST_SHOWN;
  return { shown: items.slice(0, MOST_SHOWN), more: left > 0 ? [`${INDENT}+${left} more`] : [] };
}

/** `src/cart.ts:3`. */
export function placeOf({ file, line }: Site): string {
  return `${file}:${line}`;
}

/** How many files a list of leaks is of. */
export function ownersOf(leaks: readonly Leak[]): string {
  return counted(new Set(leaks.map(({ owner }) => owner)).size, 'file');
}
