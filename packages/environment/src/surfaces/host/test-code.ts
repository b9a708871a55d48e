import { mentionsIn } from './mentions';
import type { Mentions } from './mentions';

/** `prototype`, `getPrototypeOf`, `__proto__`. */
const PROTOTYPE = /proto/i;

/** The parts of Node's module loader that are watched, and its methods that change them. */
const LOADER = /_cache|_extensions|globalPaths|_initPaths|_load\b/;

/** What makes a property one that nobody can put back. */
const LOCK = /\bconfigurable\s*:\s*(?:false|!1)|\b(?:freeze|seal)\b/;

/** Whether code may change the host's module loader: true also when it is not known. */
export function mayChangeLoader(code: string | undefined): boolean {
  return code === undefined || LOADER.test(code);
}

/** What so many files say. */
interface Answers {
  readonly prototypes: boolean;
  readonly loader: boolean;
  readonly locks: boolean;
  readonly files: number;
}

/** The code of the tests of one file, and what it mentions. */
export class TestCode {
  readonly #codeOf: (file: string) => string | undefined;
  readonly #files = new Set<string>();
  #mentions: { readonly found: Mentions | null; readonly files: number } | null = null;
  #answered: Answers | null = null;

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

  /** Whether some of it may change prototypes: true also when some is unknown. */
  mayChangePrototypes(): boolean {
    return this.#answers().prototypes;
  }

  /** The same of the host's module loader. */
  mayChangeLoader(): boolean {
    return this.#answers().loader;
  }

  /** Whether some of it may make a property one that nobody can put back; code that is unknown is taken not to. */
  mayLock(): boolean {
    return this.#answers().locks;
  }

  #answers(): Answers {
    if (this.#answered?.files !== this.#files.size) {
      const texts = this.#texts();
      const prototypes = texts.some((text) => text === undefined || PROTOTYPE.test(text));
      const locks = texts.some((text) => text !== undefined && LOCK.test(text));
      this.#answered = { prototypes, loader: texts.some(mayChangeLoader), locks, files: this.#files.size };
    }
    return this.#answered;
  }

  #texts(): (string | undefined)[] {
    return this.#files.size === 0 ? [undefined] : [...this.#files].map((file) => this.#codeOf(file));
  }

  #read(): Mentions | null {
    const texts = this.#texts();
    return texts.includes(undefined) ? null : mentionsIn(texts as string[]);
  }
}
