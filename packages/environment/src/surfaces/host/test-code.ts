import { mentionsIn } from './mentions';
import type { Mentions } from './mentions';

/** The code of the tests of one file, and what it mentions. */
export class TestCode {
  readonly #codeOf: (file: string) => string | undefined;
  readonly #files = new Set<string>();
  #mentions: { readonly found: Mentions | null; readonly files: number } | null = null;

  /** @param codeOf the code of a module as it runs, or undefined when Jest does not have it any more */
  constructor(codeOf: (file: string) => string | undefined) {
    this.#codeOf = codeOf;
  }

  /** A file of the tests is about to run. */
  add(file: string): void {
    this.#files.add(file);
  }

  /** What all of it mentions; null when some of it is unknown, as ES modules are. */
  mentions(): Mentions | null {
    if (this.#mentions?.files !== this.#files.size) this.#mentions = { found: this.#read(), files: this.#files.size };
    return this.#mentions.found;
  }

  #read(): Mentions | null {
    const texts = [...this.#files].map((file) => this.#codeOf(file));
    return texts.length === 0 || texts.includes(undefined) ? null : mentionsIn(texts as string[]);
  }
}
