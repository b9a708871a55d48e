import { withOwnLoader } from './own-builtins';

// A list of links needs nothing of the language that a test can replace.
let parts: { readonly get: () => unknown; readonly next: typeof parts } | null = null;

/**
 * Puts off the loading of a part that most files never need: every worker would pay for it. By the time it is needed a
 * test may have replaced `Module._extensions['.js']` or `fs.readFileSync`, through which Node loads modules; so for as
 * long as `load` takes, which may not wait for anything, those functions are what they were when this package was loaded.
 */
export function loadLater<T>(load: () => T): () => T {
  let loaded: { readonly part: T } | null = null;
  const get = (): T => (loaded ??= { part: withOwnLoader(load) }).part;
  parts = { get, next: parts };
  return get;
}

/**
 * Loads every part that was put off. For when code is about to run that may lock what Node loads modules with: that
 * cannot be put back, so nothing could be loaded after it.
 */
export function loadNow(): void {
  // A part that is loaded may put off others, which are then first in the list.
  while (parts !== null) {
    const { get, next } = parts as { get: () => unknown; next: typeof parts };
    parts = next;
    get();
  }
}
