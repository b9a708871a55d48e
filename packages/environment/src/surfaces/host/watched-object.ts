import {
  arrayPush,
  getOwnPropertyDescriptor,
  getOwnPropertySymbols,
  is,
  keys,
  mapDelete,
  mapForEach,
  mapGet,
  mapHas,
  mapSet,
  ownKeys,
  weakSetAdd,
} from '../../originals';
import type { SlotChange } from '../slot';
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

/** Up to this many own keys all of them are listed at every look. */
const SMALL = 8;

/**
 * The own properties of one shared object as they were at the last look. Looking reads descriptors only, so no getter
 * is ever called; every look remembers what it saw.
 */
export class WatchedObject {
  readonly object: object;
  name: SlotName;
  readonly #role: Role;
  /** Every compared property as it was at the last look. */
  #state = new Map<PropertyKey, PropertyDescriptor>();
  /** The part of the state that can change at all, as arrays: this is the hot path. */
  #keys: PropertyKey[] = [];
  #descriptors: PropertyDescriptor[] = [];
  /** Numbers of own keys at the last look, the ones that are not compared included. */
  #total = 0;
  #enumerable = 0;
  #symbols = 0;

  constructor(object: object, name: SlotName) {
    this.object = object;
    this.name = name;
    this.#role = roleOf(object);
    this.remember();
    for (let i = 0; i < this.#descriptors.length; i += 1) {
      const getter = this.#descriptors[i]?.get;
      if (getter !== undefined) weakSetAdd(hostGetters, getter);
    }
  }

  /**
   * Adds what changed since the last look to `changes`, and remembers the new state. Listing the names of an object
   * costs more than comparing all its properties; where only enumerable ones and symbols are listed, V8 has them at
   * hand. So on a large object a quick look misses a property that was added under a name and is not enumerable, until
   * the next whole look.
   */
  look(changes: SlotChange[], whole: boolean): void {
    const { object } = this;
    const properties = this.#keys;
    const descriptors = this.#descriptors;
    for (let i = 0; i < properties.length; i += 1) {
      const now = getOwnPropertyDescriptor(object, properties[i] as PropertyKey);
      if (!sameDescriptor(now, descriptors[i])) {
        this.#compare(changes);
        return;
      }
    }
    // No property is missing, so the same number means that none was added.
    if (whole || this.#total <= SMALL || this.#role === 'instance') {
      if (ownKeys(object).length !== this.#total) this.#compare(changes);
    } else if (keys(object).length !== this.#enumerable || getOwnPropertySymbols(object).length !== this.#symbols) {
      this.#compare(changes);
    }
  }

  /** Takes the present state as the one to compare with. */
  remember(): void {
    const all = ownKeys(this.object);
    const state = new Map<PropertyKey, PropertyDescriptor>();
    for (let i = 0; i < all.length; i += 1) {
      const key = all[i] as PropertyKey;
      if (isIgnoredKey(this.#role, this.name.text, key)) continue;
      const descriptor = getOwnPropertyDescriptor(this.object, key);
      if (descriptor !== undefined) mapSet(state, key, descriptor);
    }
    this.#total = all.length;
    this.#adopt(state);
  }

  /** The same for one property; a change of another one is still news to the next look. */
  rememberOne(property: PropertyKey): void {
    const now = getOwnPropertyDescriptor(this.object, property);
    const was = mapHas(this.#state, property);
    if (now === undefined) mapDelete(this.#state, property);
    else mapSet(this.#state, property, now);
    this.#total += Number(now !== undefined) - Number(was);
    this.#adopt(this.#state);
  }

  #adopt(state: Map<PropertyKey, PropertyDescriptor>): void {
    this.#state = state;
    this.#enumerable = keys(this.object).length;
    this.#symbols = getOwnPropertySymbols(this.object).length;
    this.#keys = [];
    this.#descriptors = [];
    mapForEach(state, (descriptor, key) => {
      if (descriptor.configurable === false && descriptor.writable !== true) return;
      arrayPush(this.#keys, key);
      arrayPush(this.#descriptors, descriptor);
    });
  }

  #compare(changes: SlotChange[]): void {
    const before = this.#state;
    this.remember();
    const after = this.#state;
    mapForEach(after, (now, key) => {
      const was = mapGet(before, key);
      if (!sameDescriptor(was, now)) this.#add(changes, key, was, now);
    });
    mapForEach(before, (was, key) => {
      if (!mapHas(after, key)) this.#add(changes, key, was, undefined);
    });
  }

  #add(
    changes: SlotChange[],
    property: PropertyKey,
    before: PropertyDescriptor | undefined,
    after: PropertyDescriptor | undefined,
  ): void {
    if (isBookkeeping(this.#role, property, before, after)) return;
    const { object, name } = this;
    // util.promisify() marks the promise version of Node's own functions as its own promise version.
    if (property === PROMISIFIED && before === undefined && after?.value === object) return;
    arrayPush(changes, { kind: name.kind, key: keyOf(name, property), object, property, before, after });
  }
}
