import { apply, defineProperty, getOwnPropertyDescriptor, weakSetHas } from '../../originals';
import type { SlotChange } from '../slot';
import { hostGetters, sameDescriptor } from './watched-object';

/**
 * Whether a change is only one of Node's lazy accessors that turned into its value by being read (`buffer.Blob`). Asks
 * Node's own getter, which is not test code, and leaves the property as it was.
 */
export function isLazyValue({ object, property, before, after }: SlotChange): boolean {
  const getter = before?.get;
  if (getter === undefined || after === undefined || after.get !== undefined) return false;
  if (!weakSetHas(hostGetters, getter)) return false;
  try {
    const value: unknown = apply(getter, object, []);
    // A lazy getter that was never asked replaces the property by its value: test code's value goes back.
    if (!sameDescriptor(getOwnPropertyDescriptor(object, property), after)) defineProperty(object, property, after);
    return value === after.value;
  } catch {
    return false;
  }
}
