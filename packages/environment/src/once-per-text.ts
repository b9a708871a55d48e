import { mapGet, mapSet } from './originals';

/**
 * What is found in the texts of files, each read once for all test files of the worker, which load much the same: a text
 * of the same length under the same path is taken for the same, so that an edit of a few letters in watch mode may be
 * missed.
 */
export class OncePerText<T> {
  readonly #find: (text: string) => T;
  readonly #known = new Map<string, { readonly length: number; readonly found: T }>();

  constructor(find: (text: string) => T) {
    this.#find = find;
  }

  in(file: string, text: string): T {
    const known = mapGet(this.#known, file);
    if (known?.length === text.length) return known.found;
    const found = this.#find(text);
    mapSet(this.#known, file, { length: text.length, found });
    return found;
  }

  /** What was found in the last text of a file; null where there was none. */
  last(file: string): T | null {
    return mapGet(this.#known, file)?.found ?? null;
  }
}
