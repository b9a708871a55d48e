import {
  getOwnPropertyDescriptor,
  keys,
  mapForEach,
  mapGet,
  mapHas,
  mapSet,
  ownKeys,
  stringStartsWith,
} from '../../originals';
import { isBookkeeping, isJestMark, roleOf } from '../host/noise';
import type { Role } from '../host/noise';
import { sameDescriptor } from '../host/watched-object';
import { isClass } from './reachable';

/** One property that differs from the last look. */
export interface SlotDifference {
  readonly property: PropertyKey;
  readonly before: PropertyDescriptor | undefined;
  readonly after: PropertyDescriptor | undefined;
}

/** Own properties of functions that V8 makes. */
const OF_FUNCTIONS: ReadonlySet<PropertyKey> = new Set<PropertyKey>(['name', 'length', 'arguments', 'caller']);

type State = Map<PropertyKey, PropertyDescriptor>;

/** Of nearly every function that is exported. */
const NOTHING: ReadonlyMap<PropertyKey, PropertyDescriptor> = new Map();
const NO_KEYS: readonly PropertyKey[] = [];
const NO_DESCRIPTORS: readonly PropertyDescriptor[] = [];

/**
 * The own properties of one object as they were at the last look. Looking reads descriptors only, so that no getter is
 * called. Made only for objects that are no proxies.
 */
export class SlotTable {
  readonly object: object;
  readonly #role: Role | 'array';
  #state = NOTHING;
  /** The part that can change, as arrays: this is the hot path. */
  #keys = NO_KEYS;
  #descriptors = NO_DESCRIPTORS;
  #count = 0;
  #formerCount = 0;

  constructor(object: object) {
    this.object = object;
    this.#role = Array.isArray(object) ? 'array' : roleOf(object);
    this.#adopt(this.#read());
  }

  /** Number of properties that are compared at every look. */
  get size(): number {
    return this.#keys.length;
  }

  /** The length that an array had before the last change; null for what is none. */
  get formerLength(): number | null {
    return this.#role === 'array' ? this.#formerCount : null;
  }

  /** Every compared property as it was at the last look. */
  get state(): ReadonlyMap<PropertyKey, PropertyDescriptor> {
    return this.#state;
  }

  /** What differs from the last look, which is remembered; null when nothing does. */
  look(): SlotDifference[] | null {
    const { object } = this;
    const properties = this.#keys;
    const descriptors = this.#descriptors;
    for (let i = 0; i < properties.length; i += 1) {
      const now = getOwnPropertyDescriptor(object, properties[i] as PropertyKey);
      if (!sameDescriptor(now, descriptors[i])) return this.#compare();
    }
    return this.#countKeys() === this.#count ? null : this.#compare();
  }

  /** Enumerable names alone: V8 has them at hand, and what code adds is enumerable unless it is defined otherwise. */
  #countKeys(): number {
    return this.#role === 'array' ? (this.object as unknown[]).length : keys(this.object).length;
  }

  #compare(): SlotDifference[] | null {
    const before = this.#state as State;
    const after = this.#read() as State;
    this.#formerCount = this.#count;
    this.#adopt(after);
    const differences: SlotDifference[] = [];
    const add = (property: PropertyKey, was?: PropertyDescriptor, now?: PropertyDescriptor): void => {
      if (this.#role === 'array' || !isBookkeeping(this.#role, property, was, now)) {
        differences.push({ property, before: was, after: now });
      }
    };
    mapForEach(after, (now, property) => {
      const was = mapGet(before, property);
      if (!sameDescriptor(was, now)) add(property, was, now);
    });
    mapForEach(before, (was, property) => {
      if (!mapHas(after, property)) add(property, was);
    });
    return differences.length === 0 ? null : differences;
  }

  #read(): ReadonlyMap<PropertyKey, PropertyDescriptor> {
    let state: State | null = null;
    // V8 builds the own names of a function only once somebody lists them, and on an ordinary one there is nothing to see.
    const listed = this.#role === 'function' && !isClass(this.object) ? keys(this.object) : ownKeys(this.object);
    for (const property of listed) {
      if (this.#isIgnored(property)) continue;
      const descriptor = getOwnPropertyDescriptor(this.object, property);
      if (descriptor !== undefined) mapSet((state ??= new Map()), property, descriptor);
    }
    return state ?? NOTHING;
  }

  #adopt(state: ReadonlyMap<PropertyKey, PropertyDescriptor>): void {
    this.#state = state;
    this.#count = this.#countKeys();
    this.#keys = NO_KEYS;
    this.#descriptors = NO_DESCRIPTORS;
    if (state.size === 0) return;
    const properties: PropertyKey[] = [];
    const descriptors: PropertyDescriptor[] = [];
    mapForEach(state as State, (descriptor, property) => {
      if (descriptor.configurable === false && descriptor.writable !== true) return;
      properties.push(property);
      descriptors.push(descriptor);
    });
    this.#keys = properties;
    this.#descriptors = descriptors;
  }

  #isIgnored(property: PropertyKey): boolean {
    if (property === '__esModule' || isJestMark(property)) return true;
    if (this.#role === 'function') return OF_FUNCTIONS.has(property);
    if (this.#role === 'array') return property === 'length';
    // Every prototype has it, and nobody stubs it.
    return property === 'constructor' || (typeof property === 'string' && stringStartsWith(property, '$$jest'));
  }
}
