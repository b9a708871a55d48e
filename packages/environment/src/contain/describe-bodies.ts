import type { Scope } from '../scopes/scope';
import type { Layer, LayerStacks, Place } from './layer-stacks';
import { purgedAgain } from './registry-place';
import type { Registries } from './registry-place';

/** What the body of a describe block left in one place. */
interface Left {
  readonly layer: Layer;
  readonly found: unknown;
  readonly state: unknown;
}

/**
 * What the bodies of describe blocks did: they run before every test, so it is taken back when they return, and is in
 * force again while their block runs.
 */
export class DescribeBodies {
  readonly #stacks: LayerStacks;
  readonly #registry: Place | null;
  readonly #left = new Map<Scope, Left[]>();

  constructor(stacks: LayerStacks, registry: Place | null) {
    this.#stacks = stacks;
    this.#registry = registry;
  }

  /** The body has returned and nothing of it is put back yet. */
  remember(scope: Scope): void {
    const left = this.#stacks.stacksOf([scope]).flatMap((stack): Left[] => {
      const layer = stack.at(-1);
      if (layer?.scope !== scope) return [];
      const { place, before, after } = layer;
      return [{ layer: { ...layer }, found: before, state: place.read === undefined ? after : place.read() }];
    });
    if (left.length > 0) this.#left.set(scope, left);
  }

  /** The block begins to run; answers in which places its body's doing is in force again, by the file that did it. */
  apply(scope: Scope): Map<string, Place[]> {
    const applied = new Map<string, Place[]>();
    for (const { layer, found, state } of this.#left.get(scope) ?? []) {
      const { place, owner, act } = layer;
      const before = place.read === undefined ? found : place.read();
      const after =
        place === this.#registry ? purgedAgain(before as Registries, found as Registries, state as Registries) : state;
      if (!place.put(after)) continue;
      this.#stacks.note({ place, scope, owner, before, after, act });
      applied.set(owner, [...(applied.get(owner) ?? []), place]);
    }
    return applied;
  }
}
