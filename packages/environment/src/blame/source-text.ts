import type { RawFrame } from '../site/frame';

/** A place in code as V8 gives it: both numbers are 1-based, not source-mapped. */
export interface Position {
  readonly line: number;
  readonly column: number;
}

/** A piece of a file's code; `to` is the place behind its last letter. */
export interface CodeRange {
  readonly file: string;
  readonly from: Position;
  readonly to: Position;
}

/** Whether `a` comes before `b` in a file. */
export function isBefore(a: Position, b: Position): boolean {
  return a.line < b.line || (a.line === b.line && a.column < b.column);
}

/** Whether a frame stands in a range. */
export function isIn(frame: RawFrame, { file, from, to }: CodeRange): boolean {
  return frame.file === file && !isBefore(frame, from) && isBefore(frame, to);
}

/** The range of `text` that begins at a place. */
export function rangeFrom({ file, line, column }: RawFrame, text: string): CodeRange {
  const lines = text.split('\n');
  const last = lines.at(-1) as string;
  const to = { line: line + lines.length - 1, column: lines.length === 1 ? column + last.length : last.length + 1 };
  return { file, from: { line, column }, to };
}

const RETURNED = /(?:=>|\breturn)(?:\s|\(|\/\*[^*]*\*\/)*$/;

/** More than stands between `return` and what is returned. */
const BEFORE = 80;

/**
 * Whether a function with this text is returned by another one somewhere in the code, as by a wrapper (Babel's
 * `_asyncToGenerator` is one): that a frame is in it tells nothing of whose callback was wrapped.
 */
export function isReturned(code: string, text: string): boolean {
  for (let at = code.indexOf(text); at !== -1; at = code.indexOf(text, at + text.length))
    if (RETURNED.test(code.slice(Math.max(0, at - BEFORE), at))) return true;
  return false;
}

/** The code of one file as it runs, in which pieces of it are found without asking V8. */
export class SourceText {
  readonly file: string;
  readonly #code: string;
  readonly #firstLineShift: number;
  #lineStarts: number[] | null = null;

  constructor(file: string, code: string, firstLineShift: number) {
    this.file = file;
    this.#code = code;
    this.#firstLineShift = firstLineShift;
  }

  /** Where `text` stands, at most `most` places; overlapping ones are not told apart. */
  placesOf(text: string, most: number): RawFrame[] {
    const places: RawFrame[] = [];
    for (let at = this.#code.indexOf(text); at !== -1; at = this.#code.indexOf(text, at + text.length)) {
      if (places.length === most) break;
      places.push(this.#placeAt(at));
    }
    return places;
  }

  /** The range of a text that stands here exactly once, else null. */
  rangeOf(text: string): CodeRange | null {
    const [place, another] = this.placesOf(text, 2);
    return place === undefined || another !== undefined ? null : rangeFrom(place, text);
  }

  /** See {@link isReturned}. */
  returns(text: string): boolean {
    return isReturned(this.#code, text);
  }

  #placeAt(offset: number): RawFrame {
    const starts = (this.#lineStarts ??= lineStarts(this.#code));
    let [low, high] = [0, starts.length - 1];
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((starts[middle] as number) <= offset) low = middle;
      else high = middle - 1;
    }
    const shift = low === 0 ? this.#firstLineShift : 0;
    return { file: this.file, line: low + 1, column: offset - (starts[low] as number) + 1 + shift };
  }
}

function lineStarts(code: string): number[] {
  const starts = [0];
  for (let at = code.indexOf('\n'); at !== -1; at = code.indexOf('\n', at + 1)) starts.push(at + 1);
  return starts;
}
