import { getOwnPropertyDescriptor } from '../../originals';

/** The own property; undefined, too, for an export of an ES module whose evaluation did not get that far. */
export function descriptorAt(object: object, property: PropertyKey): PropertyDescriptor | undefined {
  try {
    return getOwnPropertyDescriptor(object, property);
  } catch {
    return undefined;
  }
}
