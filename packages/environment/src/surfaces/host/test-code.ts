import { loadLater } from '@jest-hermetic/leak-record';
import { regExpExec, setDelete, setForEach } from '../../originals';
import type { Mentions } from './mentions';
import { withoutMap } from './without-map';

const mentioning = loadLater(() => require('./mentions') as typeof import('./mentions'));

/** `prototype`, `getPrototypeOf`, `__proto__`. */
const PROTOTYPE = /proto/i;

/** The parts of Node's module loader that are watched, and its methods that change them. */
const LOADER = /_cache|_extensions|globalPaths|_initPaths|_load\b/;

/** What adds a property that is not enumerable, which only a whole look sees. Not what compilers write. */
const DEFINES = /\bdefinePropert(?:y|ies)\b(?!\((?:exports\b|o, (?:k2|"default"),))/;

/** What makes a property one that nobody can put back. */
const LOCK = /\bconfigurable\s*:\s*(?:false|!1)|\b(?:freeze|seal)\b/;

/** How code comes by the host's own language: each sandbox has another one. */
const LANGUAGE = /\brunInThisContext\b|\b(?:get|set)PrototypeOf\b|__proto__(?!\s*:\s*null)|\.constructor\b/;

/** Whether code may change the host's module loader: true also when it is not known. */
export function mayChangeLoader(code: string | undefined): boolean {
  return code === undefined || LOADER.test(code);
}

/** What the files that are known say, all together. */
interface Answers {
  prototypes: boolean;
  loader: boolean;
  locks: boolean;
  defines: boolean;
  language: boolean;
}

/** The code of the tests of one file, and what it mentions. */
export class TestCode {
  readonly #codeOf: (file: string) => string | undefined;
  readonly #files = new Set<string>();
  #mentions: { readonly found: Mentions | null; readonly files: number } | null = null;
  /** Files whose code was not known yet. Each is read once, and asked for with every question until then. */
  readonly #unread = new Set<string>();
  readonly #said: Answers = { prototypes: false, loader: false, locks: false, defines: false, language: false };

  /** @param codeOf the code of a module as it runs, or undefined when Jest does not have it any more */
  constructor(codeOf: (file: string) => string | undefined) {
    this.#codeOf = (file) => {
      const code = codeOf(file);
      return code === undefined ? undefined : withoutMap(code);
    };
  }

  /** A file of the tests is about to run. */
  add(file: string): void {
    if (this.#files.has(file)) return;
    this.#files.add(file);
    this.#unread.add(file);
  }

  /** What all of it mentions; null when some of it is unknown, as ES modules are. */
  mentions(): Mentions | null {
    if (this.#mentions?.files !== this.#files.size)
      this.#mentions = { found: this.#mentionsOfAll(), files: this.#files.size };
    return this.#mentions.found;
  }

  /** All of it as it runs; null when some is unknown. */
  texts(): string[] | null {
    if (this.#files.size === 0) return null;
    const texts = [...this.#files].map((file) => this.#codeOf(file));
    return texts.includes(undefined) ? null : (texts as string[]);
  }

  /** Whether some of it may change prototypes: true also when some is unknown. */
  mayChangePrototypes(): boolean {
    return this.#read().prototypes || this.#isUnknown();
  }

  /** The same of the host's module loader. */
  mayChangeLoader(): boolean {
    return this.#read().loader || this.#isUnknown();
  }

  /** Whether some of it may make a property one that nobody can put back; code that is unknown is taken not to. */
  mayLock(): boolean {
    return this.#read().locks;
  }

  /** Whether some of it defines properties; code that is unknown is taken not to. */
  mayDefine(): boolean {
    return this.#read().defines;
  }

  /** Whether some of it may change the language of the host: true also when some is unknown, as far as any has run. */
  mayChangeLanguage(): boolean {
    return this.#read().language || this.#unread.size > 0;
  }

  #isUnknown(): boolean {
    return this.#unread.size > 0 || this.#files.size === 0;
  }

  /** Asked between any two pieces of test code: it calls nothing that a test can replace. */
  #read(): Answers {
    if (this.#unread.size > 0) setForEach(this.#unread, (file) => this.#readFile(file));
    return this.#said;
  }

  #readFile(file: string): void {
    const text = this.#codeOf(file);
    if (text === undefined) return;
    setDelete(this.#unread, file);
    this.#said.prototypes ||= regExpExec(PROTOTYPE, text) !== null;
    this.#said.loader ||= regExpExec(LOADER, text) !== null;
    this.#said.locks ||= regExpExec(LOCK, text) !== null;
    this.#said.defines ||= regExpExec(DEFINES, text) !== null;
    this.#said.language ||= regExpExec(LANGUAGE, text) !== null;
  }

  #mentionsOfAll(): Mentions | null {
    const texts = this.texts();
    return texts === null ? null : mentioning().mentionsIn(texts);
  }
}
