import type { Act } from '../ledger/act';
import { strictlyEncloses } from '../scopes/scope';
import type { Scope } from '../scopes/scope';

/** One piece of shared state that can be written: a property, a registration, the working directory. */
export interface Place {
  /** Changes to one object by one scope are put back whole or not at all. */
  readonly object: object;
  /** Which piece of that object; unique in it. */
  readonly key: PropertyKey;
  /** Whether it is written before all others, since it holds some of them. */
  readonly holdsOthers?: boolean;
  same(a: unknown, b: unknown): boolean;
  /** Whether it could be given this state now. */
  canBecome(state: unknown): boolean;
  /** Its state now, where that can be told. */
  read?(): unknown;
  /** Gives it this state; false when that did not work. */
  put(state: unknown): boolean;
}

/** What one scope left in one place. */
export interface Layer {
  readonly place: Place;
  readonly scope: Scope;
  /** Absolute path of the file whose code it was. */
  readonly owner: string;
  /** The state that the scope found. */
  before: unknown;
  after: unknown;
  /** The last act that made it; null for what is no act by itself. */
  act: Act | null;
  /** Its scope is over and it stays: what lies below it can no longer be put back either. */
  stays: boolean;
}

/** One change, as it is noted. */
export type Change = Omit<Layer, 'stays'>;

type Stack = Layer[];

/**
 * For each place that was changed, what each scope left there, the last one on top. Unlike the ledger, which compares
 * outcomes, it knows the raw states, so that they can be written again. A scope that left nothing costs nothing.
 */
export class LayerStacks {
  readonly #stacks = new Map<object, Map<PropertyKey, Stack>>();
  readonly #byScope = new Map<Scope, Map<Stack, Place>>();

  /** The scopes that have left something. */
  scopes(): Scope[] {
    return [...this.#byScope.keys()];
  }

  note(change: Change): void {
    const { place, scope, owner, after } = change;
    const stack = this.#stackAt(place);
    const undone = firstUndone(stack, change);
    if (undone !== -1) {
      while (stack.length > undone) this.#pop(stack);
      this.#release(place, stack);
      return;
    }
    const before = this.#popInner(stack, scope, change.before);
    const top = stack.at(-1);
    if (top?.scope === scope && top.owner === owner && !top.stays) {
      top.after = after;
      top.act = change.act;
    } else if (!place.same(before, after)) {
      stack.push({ ...change, before, stays: false });
      this.#addTo(scope, stack, place);
    }
    this.#release(place, stack);
  }

  /** `scope` has written a place for good: what inner scopes left there is not to come back, nor is what it found. */
  overwrite(place: Place, scope: Scope): void {
    const stack = this.#stackAt(place);
    this.#popInner(stack, scope, null);
    this.#release(place, stack);
  }

  /** Who wrote a place last, of those that are not over. */
  topOf({ object, key }: Place): Layer | undefined {
    return this.#stacks.get(object)?.get(key)?.at(-1);
  }

  /** The stacks in which one of these scopes has left something. */
  stacksOf(scopes: Iterable<Scope>): Stack[] {
    const stacks = new Set<Stack>();
    for (const scope of scopes) for (const stack of this.#byScope.get(scope)?.keys() ?? []) stacks.add(stack);
    return [...stacks];
  }

  /** These scopes are over. */
  forget(scopes: Iterable<Scope>): void {
    for (const scope of scopes) {
      for (const [stack, place] of this.#byScope.get(scope) ?? []) {
        // A layer that stays matters only to those below it.
        while (stack[0]?.stays === true) stack.shift();
        this.#release(place, stack);
      }
      this.#byScope.delete(scope);
    }
  }

  #popInner(stack: Stack, scope: Scope, found: unknown): unknown {
    let before = found;
    for (let top = stack.at(-1); top !== undefined && strictlyEncloses(scope, top.scope); top = stack.at(-1)) {
      before = top.before;
      this.#pop(stack);
    }
    return before;
  }

  #pop(stack: Stack): void {
    const layer = stack.pop();
    if (layer === undefined || stack.some(({ scope }) => scope === layer.scope)) return;
    const stacks = this.#byScope.get(layer.scope);
    stacks?.delete(stack);
    if (stacks?.size === 0) this.#byScope.delete(layer.scope);
  }

  #addTo(scope: Scope, stack: Stack, place: Place): void {
    const stacks = this.#byScope.get(scope);
    if (stacks === undefined) this.#byScope.set(scope, new Map([[stack, place]]));
    else stacks.set(stack, place);
  }

  #stackAt({ object, key }: Place): Stack {
    let byKey = this.#stacks.get(object);
    if (byKey === undefined) {
      byKey = new Map();
      this.#stacks.set(object, byKey);
    }
    let stack = byKey.get(key);
    if (stack === undefined) {
      stack = [];
      byKey.set(key, stack);
    }
    return stack;
  }

  /** An object on which nothing is left is let go. */
  #release({ object, key }: Place, stack: Stack): void {
    if (stack.length > 0) return;
    const byKey = this.#stacks.get(object);
    byKey?.delete(key);
    if (byKey?.size === 0) this.#stacks.delete(object);
  }
}

/** The first layer that `change` undoes together with all above it, none of which an enclosing scope left; -1 if none. */
function firstUndone(stack: readonly Layer[], { place, scope, after }: Change): number {
  for (let index = 0; index < stack.length; index += 1) {
    if (!place.same((stack[index] as Layer).before, after)) continue;
    if (stack.slice(index).every((layer) => !layer.stays && !strictlyEncloses(layer.scope, scope))) return index;
  }
  return -1;
}
