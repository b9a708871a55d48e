import { defineProperty, getOwnPropertyDescriptor, ownKeys } from '../originals';
import type { AnyFunction } from './shape';

/** What Jest's `require` functions consist of: all those of one file are made by the same code. */
export interface RequireLayout {
  /** Properties that a plain assignment makes. */
  readonly assigned: readonly string[];
  /** The other ones, such as the accessor `main`. */
  readonly defined: readonly PropertyKey[];
}

/** Finds the layout from one of the functions, before any code of the sandbox has had it. */
export function layoutOf(original: AnyFunction): RequireLayout {
  const assigned: string[] = [];
  const defined: PropertyKey[] = [];
  for (const property of ownKeys(original)) {
    if (property === 'name' || property === 'length') continue;
    const { writable, enumerable, configurable } = getOwnPropertyDescriptor(original, property) as PropertyDescriptor;
    if (typeof property === 'string' && writable && enumerable && configurable) assigned.push(property);
    else defined.push(property);
  }
  return { assigned, defined };
}

/**
 * Makes `carry` look like the `require` function it stands for, which every module is given one of: the same own
 * properties, with another `cache`. Plain assignments are many times faster than definitions.
 */
export function dressAsRequire(
  carry: AnyFunction,
  original: AnyFunction,
  { assigned, defined }: RequireLayout,
  watchCache: (cache: unknown) => unknown,
): AnyFunction {
  const from = original as unknown as Record<string, unknown>;
  const to = carry as unknown as Record<string, unknown>;
  for (let i = 0; i < assigned.length; i += 1) {
    const property = assigned[i] as string;
    to[property] = property === 'cache' ? watchCache(from[property]) : from[property];
  }
  for (let i = 0; i < defined.length; i += 1) redefine(carry, original, defined[i] as PropertyKey);
  if (carry.name !== original.name) redefine(carry, original, 'name');
  if (carry.length !== original.length) redefine(carry, original, 'length');
  return carry;
}

function redefine(carry: AnyFunction, original: AnyFunction, property: PropertyKey): void {
  const descriptor = getOwnPropertyDescriptor(original, property);
  if (descriptor !== undefined) defineProperty(carry, property, descriptor);
}
