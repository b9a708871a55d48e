import { getOwnPropertyDescriptor, isExtensible } from '../originals';
import { sameDescriptor } from '../surfaces/host/watched-object';
import type { Place } from './layer-stacks';

type Descriptor = PropertyDescriptor | undefined;

/** A property of an object; its states are descriptors, undefined for its absence. `write` puts one there. */
export function slotPlace(object: object, key: PropertyKey, write: (state: Descriptor) => boolean): Place {
  return {
    object,
    key,
    same: (a, b) => sameDescriptor(a as Descriptor, b as Descriptor),
    canBecome: (state) => canBecome(object, key, state as Descriptor),
    read: () => getOwnPropertyDescriptor(object, key),
    put: (state) => write(state as Descriptor),
  };
}

/** Whether the language allows a property to get this descriptor. */
export function canBecome(object: object, key: PropertyKey, wanted: Descriptor): boolean {
  const now = getOwnPropertyDescriptor(object, key);
  if (sameDescriptor(now, wanted)) return true;
  if (now === undefined) return isExtensible(object);
  if (now.configurable === true) return true;
  // What is not configurable can still be given another value, while it is writable.
  if (wanted === undefined || now.writable !== true) return false;
  return wanted.configurable === false && wanted.enumerable === now.enumerable && wanted.writable !== undefined;
}
