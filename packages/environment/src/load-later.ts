import fs from 'node:fs';
import path from 'node:path';
import { defineProperty, deleteProperty, getOwnPropertyDescriptor, ownKeys } from './originals';

/** What Node's own loader of CommonJS modules calls, by names that test code can replace. */
const PARTS: readonly object[] = [fs, path];

interface Slot {
  readonly object: object;
  readonly key: PropertyKey;
  readonly descriptor: PropertyDescriptor;
}

const own: readonly Slot[] = PARTS.flatMap((object) =>
  ownKeys(object).flatMap((key) => {
    const descriptor = getOwnPropertyDescriptor(object, key);
    return descriptor?.configurable === true && typeof descriptor.value === 'function'
      ? [{ object, key, descriptor }]
      : [];
  }),
);

/**
 * Puts off the loading of a part that most files never need: every worker would pay for it. By the time it is needed a
 * test may have replaced `fs.readFileSync`, through which Node loads modules; so for as long as `load` takes, which
 * may not wait for anything, those functions are what they were when this package was loaded.
 */
export function loadLater<T>(load: () => T): () => T {
  let loaded: { readonly part: T } | null = null;
  return () => (loaded ??= { part: loadWithOwn(load) }).part;
}

function loadWithOwn<T>(load: () => T): T {
  const replaced = own.flatMap(({ object, key, descriptor }) => {
    const now = getOwnPropertyDescriptor(object, key);
    if (now?.value === descriptor.value || !put(object, key, descriptor)) return [];
    return [{ object, key, descriptor: now }];
  });
  try {
    return load();
  } finally {
    for (const { object, key, descriptor } of replaced) put(object, key, descriptor);
  }
}

function put(object: object, key: PropertyKey, descriptor: PropertyDescriptor | undefined): boolean {
  return descriptor === undefined ? deleteProperty(object, key) : defineProperty(object, key, descriptor);
}
