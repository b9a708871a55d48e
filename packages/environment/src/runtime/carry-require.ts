import { defineProperty, getOwnPropertyDescriptor, ownKeys } from '../originals';
import type { AnyFunction } from './shape';

/** What Jest's `require` functions consist of: all those of one file are made by the same code. */
export interface RequireLayout {
  /** Properties that a plain assignment makes. */
  readonly assigned: readonly string[];
  /**
   * The other ones, such as the name where it is not that of ours, and `main` where it is an accessor (Jest 30.4 to
   * 30.5): each function has a getter of its own, which holds its module.
   */
  readonly defined: readonly PropertyKey[];
  /** `main` as a value (29.7 to 30.3): the module that was loaded first. The last one that was seen. */
  main: PropertyDescriptor | null;
}

/** Finds the layout from one of the functions, before any code of the sandbox has had it, and from one of ours. */
export function layoutOf(original: AnyFunction, carry: AnyFunction): RequireLayout {
  const assigned: string[] = [];
  const defined: PropertyKey[] = [];
  let main: PropertyDescriptor | null = null;
  for (const property of ownKeys(original)) {
    const descriptor = getOwnPropertyDescriptor(original, property) as PropertyDescriptor;
    const { writable, enumerable, configurable } = descriptor;
    const ours = getOwnPropertyDescriptor(carry, property);
    if (ours !== undefined && ours.value === descriptor.value) continue;
    if (property === 'main' && descriptor.get === undefined) main = descriptor;
    else if (typeof property === 'string' && writable && enumerable && configurable) assigned.push(property);
    else defined.push(property);
  }
  return { assigned, defined, main };
}

/**
 * Makes `carry` look like the `require` function it stands for, which every module is given one of: the same own
 * properties, with another `cache`. Plain assignments are many times faster than definitions.
 */
export function dressAsRequire(
  carry: AnyFunction,
  original: AnyFunction,
  layout: RequireLayout,
  watchCache: (cache: unknown) => unknown,
): AnyFunction {
  const { assigned, defined } = layout;
  const from = original as unknown as Record<string, unknown>;
  const to = carry as unknown as Record<string, unknown>;
  for (let i = 0; i < assigned.length; i += 1) {
    const property = assigned[i] as string;
    to[property] = property === 'cache' ? watchCache(from[property]) : from[property];
  }
  if (layout.main !== null) {
    // One descriptor for all saves asking each function for its own.
    if (layout.main.value !== from['main'])
      layout.main = getOwnPropertyDescriptor(original, 'main') as PropertyDescriptor;
    defineProperty(carry, 'main', layout.main);
  }
  for (let i = 0; i < defined.length; i += 1) redefine(carry, original, defined[i] as PropertyKey);
  return carry;
}

function redefine(carry: AnyFunction, original: AnyFunction, property: PropertyKey): void {
  const descriptor = getOwnPropertyDescriptor(original, property);
  if (descriptor !== undefined) defineProperty(carry, property, descriptor);
}
