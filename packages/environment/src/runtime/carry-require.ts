import { defineProperty, getOwnPropertyDescriptor, ownKeys } from '../originals';
import type { AnyFunction } from './shape';

/**
 * Makes `carry` look like the `require` function it stands for, which every module is given one of: the same own
 * properties, with another `cache`. Plain assignments are many times faster than definitions.
 */
export function dressAsRequire(
  carry: AnyFunction,
  original: AnyFunction,
  watchCache: (cache: unknown) => unknown,
): AnyFunction {
  const properties = ownKeys(original);
  for (let i = 0; i < properties.length; i += 1) {
    const property = properties[i] as string;
    const descriptor = getOwnPropertyDescriptor(original, property) as PropertyDescriptor;
    if (property === 'name' || property === 'length') {
      if (carry[property] !== descriptor.value) defineProperty(carry, property, descriptor);
    } else if (descriptor.writable === true && descriptor.enumerable === true && descriptor.configurable === true) {
      const { value } = descriptor;
      (carry as unknown as Record<string, unknown>)[property] = property === 'cache' ? watchCache(value) : value;
    } else {
      defineProperty(carry, property, descriptor);
    }
  }
  return carry;
}
