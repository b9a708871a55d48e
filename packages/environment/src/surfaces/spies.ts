import type { Context } from '../scopes/scope';
import type { RawFrame } from '../site/frame';

/** A call that replaced a property by one of Jest's own means, which Jest takes back at the end of the file. */
export interface SpyCall {
  readonly call: 'jest.spyOn' | 'jest.replaceProperty';
  readonly frames: readonly RawFrame[];
  /** Who called. */
  readonly context: Context;
}

/** Where mocks and spies were made, and which properties were replaced through Jest. Holds none of the values. */
export class Spies {
  /** Creation of mocks whose own location is Jest's source. */
  readonly made = new MadeNotes();
  readonly #calls = new WeakMap<object, Map<PropertyKey, SpyCall>>();

  /** Told of every object of which a property is about to be replaced. */
  onTarget: (target: object) => void = () => {};

  noteCall(target: unknown, property: unknown, call: SpyCall): void {
    if ((typeof target !== 'object' && typeof target !== 'function') || target === null) return;
    this.onTarget(target);
    let calls = this.#calls.get(target);
    if (calls === undefined) {
      calls = new Map();
      this.#calls.set(target, calls);
    }
    calls.set(property as PropertyKey, call);
  }

  /** The last such call on a property, or undefined. */
  callOn(target: object, property: PropertyKey): SpyCall | undefined {
    return this.#calls.get(target)?.get(property);
  }
}

/**
 * Remembers where values were made that do not tell it themselves: every `jest.fn()` is a function of Jest's own
 * source. Holds no value: a note goes when its value does.
 */
export class MadeNotes {
  readonly #frames = new WeakMap<object, readonly RawFrame[]>();

  /** Notes the stack (innermost first) on which `value` was made. The first note stays: a value is made once. */
  note(value: object, frames: readonly RawFrame[]): void {
    if (!this.#frames.has(value)) this.#frames.set(value, frames);
  }

  /** The stack on which `value` was made, or undefined. */
  of(value: unknown): readonly RawFrame[] | undefined {
    return typeof value === 'object' || typeof value === 'function' ? this.#frames.get(value as object) : undefined;
  }
}

/** Whether a value is a mock of jest-mock or a stub of sinon: a fake for certain, whoever made it. */
export function isMock(value: unknown): boolean {
  if (typeof value !== 'function') return false;
  return ownValue(value, '_isMockFunction') === true || ownValue(value, 'isSinonProxy') === true;
}

/** The value of an own data property; undefined where there is none, and for a proxy that was revoked. */
export function ownValue(value: object, key: string): unknown {
  try {
    return Object.getOwnPropertyDescriptor(value, key)?.value as unknown;
  } catch {
    // A revoked proxy.
    return undefined;
  }
}
