import {
  arraySlice,
  getOwnPropertyDescriptor,
  getPrototypeOf,
  isArrayBufferView,
  isProxy,
  ownKeys,
} from '../../originals';
import { isMock } from '../spies';
import { isBookkeeping, roleOf } from '../host/noise';
import { descriptorAt, exportedAt } from './live-binding';
import { pathOf } from './paths';
import type { ExportPath } from './paths';

/** An object that is watched for the sake of the exports that it hangs on. */
export interface Reached {
  readonly object: object;
  readonly path: ExportPath;
}

/** Whether an object is watched by other means or not at all: host objects, sandbox globals, other modules' exports. */
export type IsForeign = (object: object) => boolean;

/** At most this many objects are walked below the exports of one module. */
const MOST = 2_000;

/** How many own properties of an object are searched for a mock. */
const MOCKS_TRIED = 16;

/** At most this many objects are walked in search of one. */
const MOST_SEARCHED = 200;

const hostObjectPrototype = Object.prototype;
const hostFunctionPrototype = Function.prototype;

/** Whether the own properties of a value can be read and are state: no proxy, no bytes, no mock. */
export function isWatchable(value: unknown): value is object {
  if ((typeof value !== 'object' && typeof value !== 'function') || value === null) return false;
  if (isProxy(value) || isArrayBufferView(value) || isMock(value)) return false;
  for (let at = getPrototypeOf(value); at !== null; at = getPrototypeOf(at)) if (isProxy(at)) return false;
  return true;
}

/**
 * Whether a value is a core module, or of the kind that core modules export. The sandbox has a realm of its own, so
 * what its code makes has other prototypes; only the `exports` that Jest gives to each module are made on the host.
 */
export function isHostMade(value: object): boolean {
  const prototype = getPrototypeOf(value);
  return prototype === hostObjectPrototype || prototype === hostFunctionPrototype;
}

/** What hangs one level below the exports: exported functions, classes and their prototypes, instances, plain objects. */
export function oneLevelBelow(exported: object, isForeign: IsForeign): Reached[] {
  const found: Reached[] = [];
  const seen = new Set<object>([exported]);
  const add = (value: unknown, path: ExportPath): void => {
    if (!isWatchable(value) || seen.has(value) || found.length >= MOST || isForeign(value)) return;
    seen.add(value);
    found.push({ object: value, path });
    addPrototype(value, path);
  };
  const addPrototype = (value: object, path: ExportPath): void => {
    if (typeof value !== 'function') return;
    const prototype = dataAt(value, 'prototype');
    // An ordinary function has an empty one that nobody uses.
    if (isWatchable(prototype) && !seen.has(prototype) && hasMethods(prototype)) {
      seen.add(prototype);
      found.push({ object: prototype, path: pathOf(path, 'prototype') });
    }
  };
  addPrototype(exported, '');
  const role = roleOf(exported);
  for (const property of ownKeys(exported)) {
    // The private fields of an instance (an emitter's listeners) are no exports.
    if (!isBookkeeping(role, property)) add(exportedAt(exported, property), pathOf('', property));
  }
  return found;
}

/** Every object in the data of a JSON module; the path of each is the top-level property that it belongs to. */
export function wholeData(data: object): Reached[] {
  const found: Reached[] = [];
  const seen = new Set<object>([data]);
  const walk = (object: object, path: ExportPath): void => {
    for (const property of ownKeys(object)) {
      const value = dataAt(object, property);
      if (!isWatchable(value) || seen.has(value) || found.length >= MOST) continue;
      seen.add(value);
      const below = path === '' ? pathOf('', property) : path;
      found.push({ object: value, path: below });
      walk(value, below);
    }
  };
  walk(data, '');
  return found;
}

/** The path by which an object can be reached from the exports through the data of a few objects, or null. */
export function findBelow(exported: object, wanted: object, isForeign: IsForeign): ExportPath | null {
  const queue: Reached[] = [{ object: exported, path: '' }];
  const seen = new Set<object>([exported]);
  for (const { object, path } of queue) {
    if (queue.length > MOST_SEARCHED) return null;
    for (const property of ownKeys(object)) {
      const value = object === exported ? exportedAt(object, property) : dataAt(object, property);
      if (value === wanted) return pathOf(path, property);
      if (typeof value !== 'object' || value === null || seen.has(value) || !isWatchable(value) || isForeign(value))
        continue;
      seen.add(value);
      queue.push({ object: value, path: pathOf(path, property) });
    }
  }
  return null;
}

/** Whether a function was written as a class: only then its prototype cannot be exchanged. */
export function isClass(made: object): boolean {
  return getOwnPropertyDescriptor(made, 'prototype')?.writable === false;
}

/** The first mock among the own properties of an object, or null: with one, the object is a fake, too. */
export function mockWithin(value: unknown): unknown {
  if (typeof value !== 'object' || !isWatchable(value)) return null;
  for (const property of arraySlice(ownKeys(value), 0, MOCKS_TRIED)) {
    const method = dataAt(value, property);
    if (isMock(method)) return method;
  }
  return null;
}

/** The value of an own data property; undefined for a getter, which is not called, and for what is not there yet. */
export function dataAt(object: object, property: PropertyKey): unknown {
  return descriptorAt(object, property)?.value as unknown;
}

function hasMethods(prototype: object): boolean {
  return ownKeys(prototype).length > 1;
}
