import { sourceOf } from '../originals';
import type { Callback } from '../scopes/started-entries';
import { locateCallbacks } from '../site/callback-location';
import type { RawFrame } from '../site/frame';
import { isBefore, isIn, isReturned, rangeFrom } from './source-text';
import type { CodeRange, SourceText } from './source-text';

/** What the ranges are found from. */
export interface CallbackRangesOptions {
  /** Every test and hook of the file. */
  readonly callbacks: () => Iterable<Callback>;
  /** The code of the test file as it runs, or null. */
  readonly text: () => SourceText | null;
  /** The code of another file as it runs, or undefined. */
  readonly codeOf: (file: string) => string | undefined;
  readonly locate?: typeof locateCallbacks;
}

/** With more callbacks than this V8 is not asked where they are: it takes a third of a second for so many. */
const MOST_LOCATED = 1_000;

/**
 * Where the callbacks of tests and hooks stand in the code. Most texts occur once in their file, and so tell it
 * themselves; for the others (`test.each`, several alike, other files) V8's inspector is asked, once a file.
 */
export class CallbackRanges {
  readonly #options: Required<CallbackRangesOptions>;
  #callbacks: Callback[] | null = null;
  #text: SourceText | null = null;
  readonly #ranges = new Map<object, CodeRange>();
  #isWhole = false;

  constructor(options: CallbackRangesOptions) {
    this.#options = { locate: locateCallbacks, ...options };
  }

  /** The range of the entry with this declaration, as far as it is known without asking V8; null otherwise. */
  of(declaration: object | null): CodeRange | null {
    this.#readTexts();
    return declaration === null ? null : (this.#ranges.get(declaration) ?? null);
  }

  /** The declarations of the entries whose callback is the innermost around a frame; several may share a callback. */
  around(frame: RawFrame): object[] {
    this.#readTexts();
    let innermost: CodeRange | null = null;
    let found: object[] = [];
    for (const [declaration, range] of this.#ranges) {
      if (!isIn(frame, range)) continue;
      if (innermost === null || isBefore(innermost.from, range.from)) {
        innermost = range;
        found = [declaration];
      } else if (!isBefore(range.from, innermost.from)) found.push(declaration);
    }
    return found;
  }

  /** Asks V8 for what the texts do not tell. */
  complete(): void {
    const callbacks = this.#readTexts();
    if (this.#isWhole) return;
    this.#isWhole = true;
    const unknown = callbacks.filter(({ declaration }) => !this.#ranges.has(declaration));
    if (unknown.length === 0 || unknown.length > MOST_LOCATED) return;
    const located = this.#options.locate(unknown.map(({ fn }) => fn));
    for (const [index, { declaration }] of unknown.entries()) {
      const found = located[index];
      if (found) this.#note(declaration, rangeFrom(found.place, found.text), sourceOf((unknown[index] as Callback).fn));
    }
  }

  #readTexts(): Callback[] {
    if (this.#callbacks !== null) return this.#callbacks;
    const callbacks = (this.#callbacks = [...this.#options.callbacks()]);
    const text = (this.#text = this.#options.text());
    if (text === null) return callbacks;
    const alike = new Map<string, Callback[]>();
    for (const callback of callbacks) {
      const own = sourceOf(callback.fn);
      alike.set(own, [...(alike.get(own) ?? []), callback]);
    }
    for (const [own, [callback, another]] of alike) {
      if (callback === undefined || another !== undefined || callback.setupFile !== null) continue;
      const range = text.rangeOf(own);
      if (range !== null) this.#note(callback.declaration, range, own);
    }
    return callbacks;
  }

  #note(declaration: object, range: CodeRange, own: string): void {
    const text = this.#text;
    const isWrapper =
      text?.file === range.file ? text.returns(own) : isReturned(this.#options.codeOf(range.file) ?? '', own);
    if (!isWrapper) this.#ranges.set(declaration, range);
  }
}
