import { defineProperty, getOwnPropertyDescriptor } from '../originals';
import type { RawFrame } from '../site/frame';
import { sameDescriptor } from '../surfaces/host/watched-object';

/** One property of one object. */
export interface Slot {
  readonly object: object;
  readonly property: PropertyKey;
}

/** Who wrote: the caller of this function of ours, a stack (innermost first), or null when it was not seen. */
export type Caller = Function | readonly RawFrame[] | null;

/** Told of a change, right after it. */
export type OnWrite = (
  before: PropertyDescriptor | undefined,
  after: PropertyDescriptor | undefined,
  caller: Caller,
) => void;

/** What our getters stand for: a descriptor that test code saved may be put back with one of them. */
const stoodFor = new WeakMap<object, PropertyDescriptor>();

/** The descriptor that test code means when it hands back one that it read while a watchpoint was there. */
export function meantBy(descriptor: PropertyDescriptor): PropertyDescriptor {
  const { get, value: _, writable: __, set: ___, ...rest } = descriptor;
  const stands = get === undefined ? undefined : stoodFor.get(get);
  return stands === undefined ? descriptor : { ...stands, ...rest };
}

/**
 * Names every write to one property: an accessor stands in place of it, whose setter does what the write would have
 * done. After each write the accessor is another one, so that one which test code saved with `getOwnPropertyDescriptor`
 * and defines again brings back the value of that time.
 */
export class Watchpoint {
  readonly slot: Slot;
  readonly #onWrite: OnWrite;
  /** The property as it is without the accessor; undefined when it is absent. */
  #real: PropertyDescriptor | undefined;
  #getter: (() => unknown) | null = null;
  #isOn = false;

  constructor(slot: Slot, onWrite: OnWrite) {
    this.slot = slot;
    this.#onWrite = onWrite;
  }

  /**
   * Puts the accessor there; what cannot be written, but defined anew, has none and is watched all the same. False when
   * the property can have none.
   */
  arm(): boolean {
    const { object, property } = this.slot;
    if (this.#isOn) return true;
    this.#real = getOwnPropertyDescriptor(object, property);
    const real = this.#real;
    if (real === undefined ? !Object.isExtensible(object) : real.configurable === false) return false;
    const isFixed = real !== undefined && real.set === undefined && real.writable !== true;
    this.#isOn = isFixed || this.#install();
    return this.#isOn;
  }

  /** Takes the accessor away; the property is then what it would be if it had never been there. */
  disarm(): void {
    if (!this.#isOn || !this.#settle()) return;
    const { object, property } = this.slot;
    this.#isOn = false;
    if (this.#getter === null) return;
    this.#getter = null;
    if (this.#real === undefined) Reflect.deleteProperty(object, property);
    else defineProperty(object, property, this.#real);
  }

  /** Looks for what no setter sees: a `delete`, or a definition that did not go through the sandbox's own functions. */
  settle(): void {
    if (this.#isOn && !this.#settle()) this.arm();
  }

  /** Runs what defines or deletes the property, and tells of it. */
  around<T>(run: () => T, caller: Caller): T {
    if (!this.#isOn) return run();
    this.disarm();
    const before = getOwnPropertyDescriptor(this.slot.object, this.slot.property);
    try {
      const result = run();
      this.#tell(before, getOwnPropertyDescriptor(this.slot.object, this.slot.property), caller);
      return result;
    } finally {
      this.arm();
    }
  }

  /** Whether the property is as it was left; if not, tells what is there instead, and stands down. */
  #settle(): boolean {
    const { object, property } = this.slot;
    const now = getOwnPropertyDescriptor(object, property);
    if (this.#getter === null ? sameDescriptor(now, this.#real) : now?.get === this.#getter) return true;
    this.#isOn = false;
    this.#getter = null;
    const meant = now === undefined ? undefined : meantBy(now);
    if (now !== undefined && meant !== undefined && meant !== now) defineProperty(object, property, meant);
    this.#tell(this.#real, meant, null);
    return false;
  }

  #install(): boolean {
    const { object, property } = this.slot;
    const real = this.#real;
    const write = (receiver: unknown, value: unknown): void => this.#write(receiver, value, setter);
    const setter = function (this: unknown, value: unknown): void {
      write(this, value);
    };
    const getter = real?.get ?? ((): unknown => real?.value);
    const accessor = { get: getter, set: setter, enumerable: real?.enumerable ?? false, configurable: true };
    try {
      defineProperty(object, property, accessor);
    } catch {
      return false;
    }
    if (getOwnPropertyDescriptor(object, property)?.get !== getter) return false;
    this.#getter = getter;
    if (real?.get === undefined) stoodFor.set(getter, real ?? { value: undefined, writable: true, configurable: true });
    return true;
  }

  #write(receiver: unknown, value: unknown, caller: Function): void {
    const before = this.#real;
    if (before?.set !== undefined) {
      Reflect.apply(before.set, receiver, [value]);
      this.#tell(before, { ...before, get: undefined, set: undefined, value }, caller);
      return;
    }
    const plain = { writable: true, enumerable: true, configurable: true };
    if (receiver !== this.slot.object) {
      // A write to what inherits from the object makes a property of its own there.
      const inheritor = (typeof receiver === 'object' || typeof receiver === 'function') && receiver !== null;
      if (inheritor) Reflect.defineProperty(receiver, this.slot.property, { ...plain, value });
      return;
    }
    this.#real = before === undefined ? { ...plain, value } : { ...before, value };
    this.#install();
    this.#tell(before, this.#real, caller);
  }

  #tell(before: PropertyDescriptor | undefined, after: PropertyDescriptor | undefined, caller: Caller): void {
    if (!sameDescriptor(before, after)) this.#onWrite(before, after, caller);
  }
}
