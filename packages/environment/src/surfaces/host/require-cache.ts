import Module from 'node:module';
import { loadLater } from '@jest-hermetic/leak-record';
import type { ModuleEffect } from '@jest-hermetic/leak-record';
import {
  arrayFilter,
  arrayForEach,
  arrayMap,
  arrayPush,
  arraySlice,
  getOwnPropertyDescriptor,
  getPrototypeOf,
  isProxy,
  keys,
  mapDelete,
  mapForEach,
  mapGet,
  mapHas,
  mapSet,
  ownKeys,
  setAdd,
  setHas,
} from '../../originals';
import { oncePerProcess } from './once-per-process';
import { sameDescriptor } from './watched-object';

const restoring = loadLater(() => require('./restore-slot') as typeof import('./restore-slot'));

/** One property of one of the loader's objects. */
export interface CacheSlot {
  object: object;
  property: PropertyKey;
  before: PropertyDescriptor | undefined;
  after: PropertyDescriptor | undefined;
}

/** A change of the host's module loader by test code. */
export interface RequireCacheChange {
  kind: 'host-require-cache';
  /** `Module._cache`, `Module._extensions[.x]` or `Module.globalPaths`. */
  key: string;
  /** For `Module._cache`: the entries, by absolute path. */
  modules: ModuleEffect[];
  slots: CacheSlot[];
}

/** The loader state of Node that the sandbox's `require('module')` shares with the host. */
export interface LoaderState {
  _cache: object;
  _extensions: object;
  globalPaths: object;
  prototype: object;
}

const { prototype: hostFunction } = Function;

type Snapshot = Map<PropertyKey, PropertyDescriptor>;

/** How many entries a cache has, and the last that came. */
interface Extent {
  readonly count: number;
  readonly last: string | undefined;
}

/**
 * The host's `Module._cache`, `_extensions` and `globalPaths`. The host itself loads modules while tests run, so an
 * entry counts only if it was not made by the host's loader, and a missing one only in a file that was handed the
 * `module` module, and only if it was there then: who puts the cache back takes out what the host loaded meanwhile.
 */
export class HostRequireCache {
  readonly #loader: LoaderState;
  #cache: Snapshot = new Map();
  #extent: Extent = { count: 0, last: undefined };
  #extensions: Snapshot = new Map();
  #paths: Snapshot = new Map();
  #handedOut = false;
  /** What the host has loaded since this file was handed `module`. */
  readonly #cameSince = new Set<PropertyKey>();
  /** Whether some code of this file names what is watched; without that only a whole look is worth its time. */
  #isClose = false;
  /** Whether any file of this worker was handed `module`; until then nothing is remembered, since nobody can change it. */
  #isWatched = false;
  /** Found when `module` was handed out, for the next look to return. */
  #pending: RequireCacheChange[] = [];

  /** @throws {TypeError} in a Node that has another loader: nothing is read before `module` is handed out */
  constructor(loader: LoaderState) {
    for (const name of ['_cache', '_extensions', 'globalPaths'] as const) {
      if (typeof loader[name] !== 'object') throw new TypeError(`Module.${name} is missing`);
    }
    this.#loader = loader;
  }

  /** The one instance of this process. */
  static forProcess(): HostRequireCache {
    return oncePerProcess('require-cache', 1, () => new HostRequireCache(Module as unknown as LoaderState));
  }

  /** Begins a test file, which was handed nothing yet. */
  beginFile(): void {
    this.#handedOut = false;
    this.#isClose = false;
    this.#cameSince.clear();
  }

  /** Some code of this file names what is watched: from now on every look is at it. */
  watchClosely(): void {
    this.#isClose = true;
  }

  /** Code of this file is about to get the `module` module. */
  handOut(): void {
    if (this.#handedOut) return;
    // What was loaded or dropped until now was not this file's doing.
    if (this.#isWatched) this.#pending = this.changes(true);
    else this.#remember();
    this.#isWatched = true;
    this.#handedOut = true;
  }

  /**
   * What changed since the last look. Comparing thousands of entries is not free, so unless `whole` a file is not looked
   * at that was not handed `module`, or is not to be watched closely.
   */
  changes(whole = false): RequireCacheChange[] {
    if (!this.#isWatched || (!whole && !(this.#handedOut && this.#isClose))) return [];
    const { _cache, _extensions, globalPaths } = this.#loader;
    // Comparing every entry of a big cache after every test would be felt: an entry put in place of another is found
    // by the whole look at the end of the file.
    if (!whole && this.#pending.length === 0 && this.#isUntouched()) return [];
    const cache = snapshot(_cache);
    const extensions = snapshot(_extensions);
    const paths = snapshot(globalPaths);
    const inCache = arrayFilter(differences(_cache, this.#cache, cache), (slot) => this.#isAct(slot));
    const inExtensions = arrayFilter(differences(_extensions, this.#extensions, extensions), (slot) =>
      this.#isAct(slot),
    );
    const inPaths = differences(globalPaths, this.#paths, paths);
    this.#cache = cache;
    this.#extent = extentOf(_cache);
    this.#extensions = extensions;
    this.#paths = paths;
    const changes = this.#pending;
    this.#pending = [];
    if (inCache.length > 0) arrayPush(changes, change('Module._cache', inCache, arrayMap(inCache, effectOf)));
    arrayForEach(inExtensions, (slot) => {
      arrayPush(changes, change(`Module._extensions[${String(slot.property)}]`, [slot], []));
    });
    if (inPaths.length > 0) arrayPush(changes, change('Module.globalPaths', inPaths, []));
    return changes;
  }

  /** Puts every slot of a change back; false when one of them refuses. */
  restore({ slots }: RequireCacheChange): boolean {
    let restored = true;
    for (let i = 0; i < slots.length; i += 1) {
      const slot = slots[i] as CacheSlot;
      if (!restoring().restoreSlot(slot)) restored = false;
      const remembered = this.#snapshotOf(slot.object);
      const now = getOwnPropertyDescriptor(slot.object, slot.property);
      if (now === undefined) mapDelete(remembered, slot.property);
      else mapSet(remembered, slot.property, now);
    }
    this.#extent = extentOf(this.#loader._cache);
    return restored;
  }

  #remember(): void {
    const { _cache, _extensions, globalPaths } = this.#loader;
    this.#cache = snapshot(_cache);
    this.#extent = extentOf(_cache);
    this.#extensions = snapshot(_extensions);
    this.#paths = snapshot(globalPaths);
  }

  /** As far as that can be told in no time: what comes to the cache stands at its end. */
  #isUntouched(): boolean {
    const { _cache, _extensions, globalPaths } = this.#loader;
    const { count, last } = extentOf(_cache);
    return (
      count === this.#extent.count &&
      last === this.#extent.last &&
      isSame(globalPaths, this.#paths) &&
      isSame(_extensions, this.#extensions)
    );
  }

  #snapshotOf(object: object): Snapshot {
    if (object === this.#loader._cache) return this.#cache;
    return object === this.#loader._extensions ? this.#extensions : this.#paths;
  }

  #isAct({ property, before, after }: CacheSlot): boolean {
    // Jest 30 turns entries into accessors that warn, if test code put the cache on its global.
    if (after?.get !== undefined) return false;
    const value: unknown = after?.value;
    if (isObject(value) && !isProxy(value)) {
      const prototype = getPrototypeOf(value);
      if (prototype === this.#loader.prototype) {
        if (before === undefined && this.#handedOut) setAdd(this.#cameSince, property);
        return false;
      }
      // A loader hook of the host's realm (Babel, pirates) in a file that could not have put it there.
      if (typeof value === 'function' && prototype === hostFunction && !this.#handedOut) return false;
      return true;
    }
    return after !== undefined || (this.#handedOut && !setHas(this.#cameSince, property));
  }
}

function snapshot(object: object): Snapshot {
  const taken: Snapshot = new Map();
  const all = ownKeys(object);
  for (let i = 0; i < all.length; i += 1) {
    const key = all[i] as PropertyKey;
    const descriptor = typeof key === 'symbol' ? undefined : getOwnPropertyDescriptor(object, key);
    if (descriptor !== undefined) mapSet(taken, key, descriptor);
  }
  return taken;
}

/** Of what can be enumerated, as entries of the loader are: V8 lists that several times faster than all keys. */
function extentOf(cache: object): Extent {
  const entries = keys(cache);
  return { count: entries.length, last: entries[entries.length - 1] };
}

function hasKeys(object: object, known: Snapshot): boolean {
  const all = ownKeys(object);
  let count = 0;
  for (let i = 0; i < all.length; i += 1) {
    const key = all[i] as PropertyKey;
    if (typeof key === 'symbol') continue;
    if (!mapHas(known, key)) return false;
    count += 1;
  }
  return count === known.size;
}

function isSame(object: object, known: Snapshot): boolean {
  if (!hasKeys(object, known)) return false;
  const all = ownKeys(object);
  for (let i = 0; i < all.length; i += 1) {
    const key = all[i] as PropertyKey;
    if (typeof key !== 'symbol' && !sameDescriptor(mapGet(known, key), getOwnPropertyDescriptor(object, key)))
      return false;
  }
  return true;
}

function differences(object: object, before: Snapshot, after: Snapshot): CacheSlot[] {
  const slots: CacheSlot[] = [];
  mapForEach(after, (now, property) => {
    const was = mapGet(before, property);
    if (!sameDescriptor(was, now)) arrayPush(slots, { object, property, before: was, after: now });
  });
  mapForEach(before, (was, property) => {
    if (!mapHas(after, property)) arrayPush(slots, { object, property, before: was, after: undefined });
  });
  return slots;
}

function change(key: string, slots: CacheSlot[], modules: ModuleEffect[]): RequireCacheChange {
  return { kind: 'host-require-cache', key, modules, slots: arraySlice(slots) };
}

function effectOf({ property, before, after }: CacheSlot): ModuleEffect {
  const effect = before === undefined ? 'added' : after === undefined ? 'removed' : 'replaced';
  return { path: String(property), effect };
}

function isObject(value: unknown): value is object {
  return (typeof value === 'object' && value !== null) || typeof value === 'function';
}
