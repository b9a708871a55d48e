import {
  defineProperty,
  deleteProperty,
  getOwnPropertyDescriptor,
  isArrayBufferView,
  isProxy,
  ownKeys,
} from '../originals';
import { sameDescriptor } from '../surfaces/host/watched-object';

/** Whether the own properties of a value can be read and put back without running user code. */
export function hasOwnState(value: unknown): value is object {
  if ((typeof value !== 'object' && typeof value !== 'function') || value === null) return false;
  return !isProxy(value) && !isArrayBufferView(value);
}

/** Saves the descriptors of all own properties of an object; the result puts them back. No getter is ever called. */
export function saveOwnProperties(object: object): () => void {
  const saved = read(object);
  return () => {
    const now = read(object);
    for (const [key] of now) if (!saved.has(key)) deleteProperty(object, key);
    // What was taken away comes back at its place, so everything behind it has to move.
    const moved = !sameOrder(
      [...saved.keys()],
      [...now.keys()].filter((key) => saved.has(key)),
    );
    for (const [key, descriptor] of saved) {
      if (moved) deleteProperty(object, key);
      else if (sameDescriptor(now.get(key), descriptor)) continue;
      defineProperty(object, key, descriptor);
    }
  };
}

function read(object: object): Map<PropertyKey, PropertyDescriptor> {
  const found = new Map<PropertyKey, PropertyDescriptor>();
  for (const key of ownKeys(object)) {
    try {
      const descriptor = getOwnPropertyDescriptor(object, key);
      if (descriptor !== undefined) found.set(key, descriptor);
    } catch {
      // An export of an ES module whose evaluation did not get that far; nobody can write to it either.
    }
  }
  return found;
}

function sameOrder(a: readonly PropertyKey[], b: readonly PropertyKey[]): boolean {
  return a.length === b.length && a.every((key, index) => key === b[index]);
}
