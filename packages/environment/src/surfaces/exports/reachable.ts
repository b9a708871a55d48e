import { getOwnPropertyDescriptor, getPrototypeOf, isArrayBufferView, isProxy, ownKeys } from '../../originals';
import { isMock } from '../../report/describe-value';
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

const hostObjectPrototype = Object.prototype;
const hostFunctionPrototype = Function.prototype;

/** Whether the own properties of a value can be read and are state: no proxy, no bytes, no mock, nothing of the host's. */
export function isWatchable(value: unknown): value is object {
  if ((typeof value !== 'object' && typeof value !== 'function') || value === null) return false;
  if (isProxy(value) || isArrayBufferView(value) || isMock(value)) return false;
  const prototype = getPrototypeOf(value);
  // The sandbox has a realm of its own: these two are the prototypes of Node's modules and of what they export.
  return prototype !== hostObjectPrototype && prototype !== hostFunctionPrototype && !isProxyChain(prototype);
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
  for (const property of ownKeys(exported)) add(dataAt(exported, property), pathOf('', property));
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

/** The path by which an object can be reached from the exports through a few data properties, or null. */
export function findBelow(exported: object, wanted: object, isForeign: IsForeign): ExportPath | null {
  const queue: Reached[] = [{ object: exported, path: '' }];
  const seen = new Set<object>([exported]);
  for (const { object, path } of queue) {
    if (queue.length > MOST) return null;
    for (const property of ownKeys(object)) {
      const value = property === 'constructor' ? null : dataAt(object, property);
      if (value === wanted) return pathOf(path, property);
      if (!isWatchable(value) || seen.has(value) || isForeign(value)) continue;
      seen.add(value);
      queue.push({ object: value, path: pathOf(path, property) });
    }
  }
  return null;
}

/** The value of an own data property; undefined for a getter, which is not called, and for what is not there yet. */
export function dataAt(object: object, property: PropertyKey): unknown {
  try {
    return getOwnPropertyDescriptor(object, property)?.value as unknown;
  } catch {
    // An export of an ES module whose evaluation did not get that far.
    return undefined;
  }
}

function hasMethods(prototype: object): boolean {
  return ownKeys(prototype).length > 1;
}

function isProxyChain(from: object | null): boolean {
  for (let at = from; at !== null; at = getPrototypeOf(at)) if (isProxy(at)) return true;
  return false;
}
