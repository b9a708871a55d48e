import type { RawFrame } from './frame';

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
