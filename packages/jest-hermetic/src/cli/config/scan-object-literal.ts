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
    const end = skipValue(text, valueStart);
    if (end === null) return null;
    properties.push({
      name: name[1] ?? name[2] ?? name[3] ?? '',
      valueStart,
      valueEnd: valueStart + text.slice(valueStart, end).trimEnd().length,
    });
    at = text[end] === ',' ? skipBlank(text, end + 1) : end;
  }
  return properties;
}

/** The position of the `,` or `}` that ends the value, or null when the text ends before. */
function skipValue(text: string, from: number): number | null {
  const open: string[] = [];
  let at = from;
  while (at < text.length) {
    const character = text[at] ?? '';
    if (open.length === 0 && (character === ',' || character === '}')) return at;
    if (character === open[open.length - 1]) open.pop();
    else if (character in CLOSER) open.push(CLOSER[character] ?? '');
    else if ('\'"`'.includes(character)) at = skipString(text, at);
    else if (text.startsWith('//', at) || text.startsWith('/*', at)) {
      at = skipBlank(text, at);
      continue;
    }
    at += 1;
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

function skipBlank(text: string, from: number): number {
  const blank = /(?:\s|\/\/[^\n]*|\/\*[^]*?\*\/)*/y;
  blank.lastIndex = from;
  blank.exec(text);
  return blank.lastIndex;
}
