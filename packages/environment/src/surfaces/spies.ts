import type { Context } from '../scopes/scope';
import type { RawFrame } from '../site/frame';
import { MadeNotes } from '../site/note-made';

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
