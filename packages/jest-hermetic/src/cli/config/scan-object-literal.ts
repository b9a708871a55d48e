/** One property of a literal: its name, and where its value stands in the text (end exclusive). */
export interface ScannedProperty {
  name: string;
  valueStart: number;
  valueEnd: number;
}

const NAME = /(?:([A-Za-z_$][\w$]*)|'([^'\\\n]*)'|"([^"\\\n]*)")\s*:\s*/y;
const CLOSER: Record<string, string> = { '{': '}', '[': ']', '(': ')' };

/**
 * The properties of the object literal whose `{` stands at `start`, or null for anything but `name: value` pairs
 * (a spread, a method, a shorthand, a computed name) and for text that ends too early. It reads only as much
 * JavaScript as a config needs; a caller checks the outcome by loading the edited file.
 */
export function scanObjectLiteral(text: string, start: number): ScannedProperty[] | null {
  const properties: ScannedProperty[] = [];
  let at = skipBlank(text, start + 1);
  while (text[at] !== '}') {
    NAME.lastIndex = at;
    const name = NAME.exec(text);
    if (name === null) return null;
    const valueStart = NAME.lastIndex;
    const ends = skipValue(text, valueStart);
    if (ends === null) return null;
    const { valueEnd, next } = ends;
    properties.push({ name: name[1] ?? name[2] ?? name[3] ?? '', valueStart, valueEnd });
    at = text[next] === ',' ? skipBlank(text, next + 1) : next;
  }
  return properties;
}

/** Where the value ends, and the position of the `,` or `}` behind it; null when the text ends before. */
function skipValue(text: string, from: number): { valueEnd: number; next: number } | null {
  const open: string[] = [];
  let at = from;
  let valueEnd = from;
  while (at < text.length) {
    const character = text[at] ?? '';
    if (open.length === 0 && (character === ',' || character === '}')) return { valueEnd, next: at };
    if (character === open[open.length - 1]) open.pop();
    else if (character in CLOSER) open.push(CLOSER[character] ?? '');
    else if ('\'"`'.includes(character)) at = skipString(text, at);
    else if (text.startsWith('//', at) || text.startsWith('/*', at)) {
      at = skipBlank(text, at);
      continue;
    }
    at += 1;
    if (character.trim() !== '') valueEnd = at;
  }
  return null;
}

/** The position of the quote that ends the string which begins at `at`. */
function skipString(text: string, at: number): number {
  const quote = text[at];
  for (let i = at + 1; i < text.length; i += 1) {
    if (text[i] === '\\') i += 1;
    else if (text[i] === quote) return i;
  }
  return text.length;
}

/** The position of the first character from `from` on that is neither white space nor in a comment. */
export function skipBlank(text: string, from: number): number {
  const blank = /(?:\s|\uFEFF|\/\/[^\n]*|\/\*[^]*?\*\/)*/y;
  blank.lastIndex = from;
  blank.exec(text);
  return blank.lastIndex;
}
