import { withOwnBuiltins } from '@jest-hermetic/leak-record';

/**
 * Puts off the loading of a part that most files never need: every worker would pay for it. By the time it is needed a
 * test may have replaced `fs.readFileSync`, through which Node loads modules; so for as long as `load` takes, which
 * may not wait for anything, those functions are what they were when this package was loaded.
 */
export function loadLater<T>(load: () => T): () => T {
  let loaded: { readonly part: T } | null = null;
  return () => (loaded ??= { part: withOwnBuiltins(load) }).part;
}
