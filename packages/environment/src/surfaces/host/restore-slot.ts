import { create, defineProperty, deleteProperty, getOwnPropertyDescriptor } from '../../originals';
import type { SlotChange } from '../slot';
import { lockCall } from './locks';
import { sameDescriptor } from './watched-object';

/** Gives a property the descriptor it had before `change`, or takes it away; false when the object refuses. */
export function restoreSlot({ object, property, before }: Pick<SlotChange, 'object' | 'property' | 'before'>): boolean {
  // What is locked stays so.
  if (lockCall(property) !== null) return false;
  try {
    if (before === undefined) deleteProperty(object, property);
    else defineProperty(object, property, withoutPrototype(before));
    return sameDescriptor(getOwnPropertyDescriptor(object, property), before);
  } catch {
    return false;
  }
}

/** A descriptor that inherits nothing, in case `Object.prototype` got a `get` or a `value`. */
function withoutPrototype(descriptor: PropertyDescriptor): PropertyDescriptor {
  const plain = create(null) as PropertyDescriptor;
  plain.enumerable = descriptor.enumerable ?? false;
  plain.configurable = descriptor.configurable ?? false;
  if (descriptor.get !== undefined || descriptor.set !== undefined) {
    plain.get = descriptor.get;
    plain.set = descriptor.set;
  } else {
    plain.value = descriptor.value;
    plain.writable = descriptor.writable ?? false;
  }
  return plain;
}
