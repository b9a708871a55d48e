import type { Scope } from '../scopes/scope';
import type { Layer } from './layer-stacks';

/** A change that was to be put back and stays. */
export interface Refused {
  readonly layer: Layer;
  /** The change of the same group because of which; the layer itself when it is the one. */
  readonly because: Layer;
}

/** Whether a change is none that is put back, and whether what the same scope did to the same object stays with it. */
export type Kept = 'no' | 'alone' | 'with its group';

/**
 * Ends the layers for which `ends` holds: each place gets the state that the lowest of them found. What `keeps` names
 * stays, and so does what cannot be written. All that one scope changed in one object goes back, or none of it does: a
 * library that marks what it patched must not find its mark without its patch.
 */
export function putBack(
  all: readonly Layer[][],
  ends: (layer: Layer) => boolean,
  keeps: (layer: Layer) => Kept,
): Refused[] {
  const stacks = [...all].sort((a, b) => rank(a) - rank(b));
  const ending = stacks.flatMap((stack) => stack.filter((layer) => !layer.stays && ends(layer)));
  const kept = new Map(ending.map((layer) => [layer, keeps(layer)]));
  const groups = new Groups(ending.filter((layer) => kept.get(layer) !== 'alone'));
  for (const [layer, how] of kept) {
    if (how === 'alone') layer.stays = true;
    if (how === 'with its group') groups.hold(layer, layer);
  }
  for (const stack of stacks) {
    for (const layer of runAtTop(stack, groups)) {
      if (!layer.place.canBecome(layer.before)) groups.hold(layer, layer);
    }
  }
  for (;;) {
    spread(stacks, groups);
    const failed = write(stacks, groups);
    if (failed.length === 0) break;
    for (const layer of failed) groups.hold(layer, layer);
  }
  settle(stacks, new Set(ending), groups);
  return ending.flatMap((layer) => {
    const because = groups.heldBy(layer);
    return because === undefined || kept.get(layer) !== 'no' ? [] : [{ layer, because }];
  });
}

function rank([lowest]: readonly Layer[]): number {
  return lowest?.place.holdsOthers === true ? 0 : 1;
}

/** The layers by what goes back together. */
class Groups {
  readonly #groupOf = new Map<Layer, { heldBy?: Layer }>();

  constructor(layers: readonly Layer[]) {
    const groups = new Map<object, Map<Scope, Map<string, { heldBy?: Layer }>>>();
    for (const layer of layers) {
      const byScope = entry(groups, layer.place.object, () => new Map<Scope, Map<string, { heldBy?: Layer }>>());
      const byOwner = entry(byScope, layer.scope, () => new Map<string, { heldBy?: Layer }>());
      this.#groupOf.set(
        layer,
        entry(byOwner, layer.owner, () => ({})),
      );
    }
  }

  /** The layer's whole group stays, because of `because`. */
  hold(layer: Layer, because: Layer): void {
    const group = this.#groupOf.get(layer);
    if (group !== undefined) group.heldBy ??= because;
  }

  heldBy(layer: Layer): Layer | undefined {
    return this.#groupOf.get(layer)?.heldBy;
  }

  has(layer: Layer): boolean {
    return this.#groupOf.has(layer);
  }
}

/** Holds what lies below something that stays, until no more group is concerned. */
function spread(stacks: readonly Layer[][], groups: Groups): void {
  for (let more = true; more;) {
    more = false;
    for (const stack of stacks) {
      let above: Layer | undefined;
      for (const layer of [...stack].reverse()) {
        if (above !== undefined && groups.has(layer) && groups.heldBy(layer) === undefined) {
          groups.hold(layer, above);
          more = true;
        }
        if (layer.stays || groups.heldBy(layer) !== undefined) above ??= layer;
      }
    }
  }
}

/** Writes every place; when one refuses, takes back what was written and gives the layers it was written for. */
function write(stacks: readonly Layer[][], groups: Groups): Layer[] {
  const written: Layer[] = [];
  for (const stack of stacks) {
    const run = runAtTop(stack, groups);
    const lowest = run[0];
    const top = run.at(-1);
    if (lowest === undefined || top === undefined) continue;
    if (lowest.place.put(lowest.before)) {
      written.push(top);
      continue;
    }
    for (const layer of [top, ...written]) layer.place.put(layer.after);
    return run;
  }
  return [];
}

/** The ending layers at the top of a stack that can be put back, lowest first. */
function runAtTop(stack: readonly Layer[], groups: Groups): Layer[] {
  let from = stack.length;
  while (from > 0 && isGoing(stack[from - 1] as Layer, groups)) from -= 1;
  return stack.slice(from);
}

function isGoing(layer: Layer, groups: Groups): boolean {
  return groups.has(layer) && groups.heldBy(layer) === undefined;
}

/** Takes the ended layers out of the stacks; what stays is marked, and what stood on an ended one has found its state. */
function settle(stacks: readonly Layer[][], ended: ReadonlySet<Layer>, groups: Groups): void {
  for (const stack of stacks) {
    let found: { state: unknown } | null = null;
    const left: Layer[] = [];
    for (const layer of stack) {
      if (ended.has(layer) && groups.heldBy(layer) === undefined) {
        found ??= { state: layer.before };
        continue;
      }
      if (found !== null) layer.before = found.state;
      found = null;
      if (ended.has(layer)) layer.stays = true;
      left.push(layer);
    }
    stack.splice(0, stack.length, ...left);
  }
}

function entry<K, V>(map: Map<K, V>, key: K, make: () => V): V {
  let value = map.get(key);
  if (value === undefined) {
    value = make();
    map.set(key, value);
  }
  return value;
}
