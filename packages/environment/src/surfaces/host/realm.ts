import { getOwnPropertyDescriptor, getPrototypeOf, isProxy } from '../../originals';

/** Tells whether a value was made by code of one sandbox. */
export type Realm = (value: unknown) => boolean;

/**
 * The realm of a global object: what its code makes inherits from the language that it has to itself. A proxy does not
 * tell, and is taken for one of its own.
 */
export function realmOf(global: object): Realm {
  const { value: objects } = getOwnPropertyDescriptor(global, 'Object') ?? {};
  const last: unknown = typeof objects === 'function' ? getOwnPropertyDescriptor(objects, 'prototype')?.value : null;
  return (value) => {
    if ((typeof value !== 'object' && typeof value !== 'function') || value === null) return false;
    let object: object = value;
    for (;;) {
      if (isProxy(object)) return true;
      const prototype = getPrototypeOf(object);
      if (prototype === null) return object === last;
      object = prototype;
    }
  };
}
