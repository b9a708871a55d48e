import {
  arrayConcat,
  arrayIncludes,
  arrayIndexOf,
  arrayPush,
  arraySplice,
  arrayUnshift,
  getOwnPropertyDescriptor,
  getOwnPropertySymbols,
  is,
  isExtensible,
  keys,
  ownKeys,
  setHas,
  weakSetAdd,
} from '../../originals';
import { isClass } from '../exports/reachable';
import type { SlotChange } from '../slot';
import type { Settleable } from './settled';
import { isPartOfLock, lockOf, lockState } from './locks';
import { keyOf, type SlotName } from './names';
import { isBookkeeping, isIgnoredKey, roleOf, type Role } from './noise';

const PROMISIFIED = Symbol.for('nodejs.util.promisify.custom');

/** Getters found on host objects before any test code had them: Node's own, safe to call. */
export const hostGetters = new WeakSet<object>();

/** Whether two descriptors say the same of a property; undefined stands for its absence. */
export function sameDescriptor(a: PropertyDescriptor | undefined, b: PropertyDescriptor | undefined): boolean {
  if (a === undefined || b === undefined) return a === b;
  if (a.enumerable !== b.enumerable || a.configurable !== b.configurable) return false;
  // Only a data descriptor has `writable`; asking for what a descriptor lacks is the slow part.
  if (b.writable === undefined) return a.writable === undefined && a.get === b.get && a.set === b.set;
  return a.writable === b.writable && (a.value === b.value || is(a.value, b.value));
}

let remembered = 0;

/** Changes whenever what {@link WatchedObject.indexesOf} answers may have changed, of any object. */
export function timesRemembered(): number {
  return remembered;
}

/** Up to this many own keys all of them are listed at every look. */
const SMALL = 8;

/**
 * The own properties of one shared object as they were at the last look. Looking reads descriptors only, so no getter
 * is ever called; every look remembers what it saw.
 */
export class WatchedObject implements Settleable {
  readonly object: object;
  name: SlotName;
  settledIn = 0;
  readonly #role: Role;
  /** Every compared property, those that can change at all first: looking is the hot path. */
  #keys: PropertyKey[] = [];
  /** What {@link keptOf} and {@link traitsOf} gave for each: thousands of descriptors are not in the processor's reach. */
  #kept: unknown[] = [];
  #traits: number[] = [];
  #changeable = 0;
  /** Whether names that are not enumerable are known, too. */
  #isListed: boolean;
  /** Whether a whole look is at those. */
  readonly #isListedWhole: boolean;
  /** Numbers of own keys at the last look, the ones that are not compared included. */
  #total = 0;
  #enumerable = 0;
  #symbols = 0;
  /** How far the whole object is locked. */
  #lock: symbol | null = null;

  constructor(object: object, name: SlotName) {
    this.object = object;
    this.name = name;
    this.#role = roleOf(object);
    // V8 builds the own names of a function only once somebody lists them, and most functions are never looked at.
    this.#isListed = this.#role !== 'function' || isClass(object) || isPrototype(object) || isOldClass(object, name);
    this.#isListedWhole = this.#isListed;
    this.remember();
    for (let i = 0; i < this.#keys.length; i += 1) {
      const { get } = this.#descriptorAt(i);
      if (get !== undefined) weakSetAdd(hostGetters, get);
    }
  }

  /**
   * Adds what changed since the last look to `changes`, and remembers the new state. Listing the names of an object
   * costs more than comparing all its properties; where only enumerable ones and symbols are listed, V8 has them at
   * hand. So a property that was added under a name and is not enumerable is missed on a large object or a class until
   * the next whole look, and on a plain function until {@link lookAtNames}.
   */
  look(changes: SlotChange[], whole: boolean): void {
    // No property is missing, so the same number means that none was added.
    const isListed = whole ? this.#isListedWhole : this.#role !== 'function' && this.#keys.length <= SMALL;
    if (this.#isAnyChanged() || (isListed ? ownKeys(this.object).length !== this.#total : this.#hasMore()))
      this.#compare(changes);
    else this.#lookAtLock(changes);
  }

  /**
   * The same for what nobody is likely to have changed, and that {@link look} is at before somebody is handed it: what was
   * added to a function under a symbol, to anything so that it is not enumerable, and a lock are left to that.
   */
  lookInPassing(changes: SlotChange[]): void {
    const { object } = this;
    if (
      this.#isAnyChanged() ||
      (this.#role === 'function' ? keys(object).length !== this.#enumerable : this.#hasMore())
    )
      this.#compare(changes);
  }

  #isAnyChanged(): boolean {
    const { object } = this;
    const properties = this.#keys;
    const kept = this.#kept;
    const traits = this.#traits;
    const changeable = this.#changeable;
    for (let i = 0; i < changeable; i += 1) {
      const now = getOwnPropertyDescriptor(object, properties[i] as PropertyKey);
      if (now === undefined || traitsOf(now) !== traits[i] || !isKept(now, kept[i])) return true;
    }
    return false;
  }

  #lookAtLock(changes: SlotChange[]): void {
    if (this.#lock === null && !isExtensible(this.object)) this.#compare(changes);
  }

  /** The names of all compared properties. */
  get keys(): readonly PropertyKey[] {
    return this.#keys;
  }

  /** Which of the properties that can change have one of these names; for {@link lookAt}. */
  indexesOf(names: ReadonlySet<PropertyKey>): number[] {
    const indexes: number[] = [];
    for (let i = 0; i < this.#changeable; i += 1)
      if (setHas(names, this.#keys[i] as PropertyKey)) arrayPush(indexes, i);
    return indexes;
  }

  /** Looks at some properties only, and whether some others are there by now. */
  lookAt(changes: SlotChange[], indexes: readonly number[], absent: readonly string[]): void {
    const { object } = this;
    for (let i = 0; i < indexes.length; i += 1) {
      const index = indexes[i] as number;
      const now = getOwnPropertyDescriptor(object, this.#keys[index] as PropertyKey);
      if (now === undefined || traitsOf(now) !== this.#traits[index] || !isKept(now, this.#kept[index])) {
        this.#compare(changes);
        return;
      }
    }
    for (let i = 0; i < absent.length; i += 1) {
      if (getOwnPropertyDescriptor(object, absent[i] as string) === undefined) continue;
      this.#compare(changes);
      return;
    }
    this.#lookAtLock(changes);
  }

  /** From now on a property counts that is not enumerable, on a function too. */
  listNames(changes: SlotChange[]): void {
    if (this.#isListed) return;
    this.look(changes, false);
    this.#isListed = true;
    this.remember();
  }

  /** Looks, after {@link listNames}, whether a property was added, whatever it is. */
  lookAtNames(changes: SlotChange[]): void {
    if (ownKeys(this.object).length !== this.#total) this.#compare(changes);
  }

  /** Takes the present state as the one to compare with. */
  remember(): void {
    const { object } = this;
    const enumerable = keys(object);
    const symbols = getOwnPropertySymbols(object);
    const all = this.#isListed ? ownKeys(object) : arrayConcat<PropertyKey>(enumerable, symbols);
    const fixedKeys: PropertyKey[] = [];
    const fixed: PropertyDescriptor[] = [];
    this.#keys = [];
    this.#kept = [];
    this.#traits = [];
    remembered += 1;
    for (let i = 0; i < all.length; i += 1) {
      const key = all[i] as PropertyKey;
      if (isIgnoredKey(this.#role, this.name.text, key)) continue;
      const descriptor = getOwnPropertyDescriptor(object, key) as PropertyDescriptor;
      const isFixed = descriptor.configurable === false && descriptor.writable !== true;
      if (!isFixed) this.#keep(key, descriptor);
      else {
        arrayPush(fixedKeys, key);
        arrayPush(fixed, descriptor);
      }
    }
    this.#changeable = this.#keys.length;
    for (let i = 0; i < fixedKeys.length; i += 1) {
      this.#keep(fixedKeys[i] as PropertyKey, fixed[i] as PropertyDescriptor);
    }
    this.#total = all.length;
    this.#enumerable = enumerable.length;
    this.#symbols = symbols.length;
    this.#lock = lockOf(object);
  }

  #keep(key: PropertyKey, descriptor: PropertyDescriptor): void {
    arrayPush(this.#keys, key);
    arrayPush(this.#kept, keptOf(descriptor));
    arrayPush(this.#traits, traitsOf(descriptor));
  }

  #descriptorAt(index: number): PropertyDescriptor {
    return descriptorOf(this.#kept[index], this.#traits[index] as number);
  }

  /** The same for one property; a change of another one is still news to the next look. */
  rememberOne(property: PropertyKey): void {
    const now = getOwnPropertyDescriptor(this.object, property);
    const index = arrayIndexOf(this.#keys, property);
    if (now !== undefined && index !== -1) {
      this.#kept[index] = keptOf(now);
      this.#traits[index] = traitsOf(now);
      return;
    }
    if (now === undefined && index === -1) return;
    const difference = now === undefined ? -1 : 1;
    remembered += 1;
    if (now === undefined) {
      arraySplice(this.#keys, index, 1);
      arraySplice(this.#kept, index, 1);
      arraySplice(this.#traits, index, 1);
    } else {
      arrayUnshift(this.#keys, property);
      arrayUnshift(this.#kept, keptOf(now));
      arrayUnshift(this.#traits, traitsOf(now));
    }
    this.#changeable += difference;
    this.#total += difference;
    if (typeof property === 'symbol') this.#symbols += difference;
    this.#enumerable = keys(this.object).length;
  }

  #hasMore(): boolean {
    const { object } = this;
    return keys(object).length !== this.#enumerable || getOwnPropertySymbols(object).length !== this.#symbols;
  }

  #compare(changes: SlotChange[]): void {
    const beforeKeys = this.#keys;
    const before: PropertyDescriptor[] = [];
    for (let i = 0; i < beforeKeys.length; i += 1) arrayPush(before, this.#descriptorAt(i));
    const lockBefore = this.#lock;
    this.remember();
    const lock = this.#lock === lockBefore ? null : this.#lock;
    if (lock !== null) this.#push(changes, lock, lockState(lockBefore), lockState(lock));
    for (let i = 0; i < this.#keys.length; i += 1) {
      const key = this.#keys[i] as PropertyKey;
      const was = at(beforeKeys, before, key);
      const now = this.#descriptorAt(i);
      if (sameDescriptor(was, now)) continue;
      if (lock === null || was === undefined || !isPartOfLock(lock, was, now)) this.#add(changes, key, was, now);
    }
    for (let i = 0; i < beforeKeys.length; i += 1) {
      const key = beforeKeys[i] as PropertyKey;
      if (!arrayIncludes(this.#keys, key)) this.#add(changes, key, before[i], undefined);
    }
  }

  #add(
    changes: SlotChange[],
    property: PropertyKey,
    before: PropertyDescriptor | undefined,
    after: PropertyDescriptor | undefined,
  ): void {
    if (isBookkeeping(this.#role, property, before, after)) return;
    // util.promisify() marks the promise version of Node's own functions as its own promise version.
    if (property === PROMISIFIED && before === undefined && after?.value === this.object) return;
    this.#push(changes, property, before, after);
  }

  #push(
    changes: SlotChange[],
    property: PropertyKey,
    before: PropertyDescriptor | undefined,
    after: PropertyDescriptor | undefined,
  ): void {
    const { object, name } = this;
    arrayPush(changes, { kind: name.kind, key: keyOf(name, property), object, property, before, after });
  }
}

/** What is kept of a property besides its {@link traitsOf}: the value; of an accessor the descriptor, there are few. */
function keptOf(descriptor: PropertyDescriptor): unknown {
  return descriptor.writable === undefined ? descriptor : descriptor.value;
}

const WRITABLE = 1;
const ENUMERABLE = 2;
const CONFIGURABLE = 4;
const ACCESSOR = 8;

function traitsOf({ writable, enumerable, configurable }: PropertyDescriptor): number {
  // Only a data descriptor has `writable`; asking for what a descriptor lacks is the slow part.
  const own = writable === undefined ? ACCESSOR : writable ? WRITABLE : 0;
  return own | (enumerable ? ENUMERABLE : 0) | (configurable ? CONFIGURABLE : 0);
}

/** Whether what was kept of a property with the same traits is what there is now. */
function isKept(now: PropertyDescriptor, kept: unknown): boolean {
  if (now.writable === undefined) {
    const { get, set } = kept as PropertyDescriptor;
    return now.get === get && now.set === set;
  }
  return now.value === kept || is(now.value, kept);
}

function descriptorOf(kept: unknown, traits: number): PropertyDescriptor {
  if ((traits & ACCESSOR) !== 0) return kept as PropertyDescriptor;
  return {
    value: kept,
    writable: (traits & WRITABLE) !== 0,
    enumerable: (traits & ENUMERABLE) !== 0,
    configurable: (traits & CONFIGURABLE) !== 0,
  };
}

/** `Buffer` is a function with methods on its prototype; below core modules there are too many such functions to list. */
function isOldClass(object: object, { kind, depth }: SlotName): boolean {
  if (kind !== 'host-object-mutated' || depth !== 0) return false;
  const prototype: unknown = getOwnPropertyDescriptor(object, 'prototype')?.value;
  return typeof prototype === 'object' && prototype !== null && ownKeys(prototype).length > 1;
}

/** `Function.prototype` is a function, too. */
function isPrototype(object: object): boolean {
  return getOwnPropertyDescriptor(object, 'constructor') !== undefined;
}

function at(
  keysOfAll: readonly PropertyKey[],
  descriptors: readonly PropertyDescriptor[],
  key: PropertyKey,
): PropertyDescriptor | undefined {
  const index = arrayIndexOf(keysOfAll, key);
  return index === -1 ? undefined : descriptors[index];
}
