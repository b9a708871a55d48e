import { nodeOfMock } from '../fresh-modules/load-graph';
import { mapDelete, mapForEach, mapGet, mapHas, mapSet } from '../originals';
import type { RuntimeShape } from '../runtime/shape';
import type { Context } from '../scopes/scope';
import type { LayerStacks, Place } from './layer-stacks';

/** The state of a key that a map does not have. */
const ABSENT = Symbol('absent');

/** The state of a mock that is made, or not, while its registration is in force. */
const WHATEVER_IS_MADE = Symbol('whatever is made');

type Maps = readonly Map<string, unknown>[];

/** Notes what calls on a `jest` object change in Jest's registrations, in a form that can be put back. */
export class RegistrationPlaces {
  readonly #shape: RuntimeShape;
  readonly #stacks: LayerStacks;
  /** 29.7 to 30.3 keep their maps for the whole file, but nothing here relies on it: a place goes by the map's number. */
  readonly #objects: readonly object[];
  readonly #automock: Place;
  readonly #decisions: Place;

  constructor(shape: RuntimeShape, stacks: LayerStacks) {
    this.#shape = shape;
    this.#stacks = stacks;
    this.#objects = [...shape.registrations(), shape.mockRegistry(), shape.esmMockRegistry()].map(() => ({}));
    this.#automock = {
      object: {},
      key: 'automock',
      same: Object.is,
      canBecome: () => true,
      read: () => shape.isAutomock(),
      put: (on) => {
        shape.setAutomock(on === true);
        return true;
      },
    };
    this.#decisions = {
      object: {},
      key: 'decisions',
      same: () => false,
      canBecome: () => true,
      put: (known) => {
        keepOnly(shape.decisions(), known as ReadonlySet<string>[]);
        return true;
      },
    };
  }

  /** Runs a call and notes what it changed; answers whether that was anything. */
  around(context: Context, run: () => unknown): { result: unknown; changed: boolean } {
    const maps = this.#shape.registrations();
    const before = maps.map((map) => new Map(map));
    const automock = this.#shape.isAutomock();
    const known = this.#shape.decisions().map((map) => new Set(map.keys()));
    const result = run();
    let changed = this.#note(this.#automock, context, automock, this.#shape.isAutomock());
    this.#shape.registrations().forEach((now, index) => {
      const was = before[index] ?? new Map<string, unknown>();
      for (const key of changedKeys(was, now)) {
        const registration = this.#place(index, () => this.#shape.registrations()[index], key);
        changed = this.#note(registration, context, stateIn(was, key), stateIn(now, key)) || changed;
        this.#noteMocks(context, key);
      }
    });
    // What Jest decides from now on may be decided by this call.
    if (changed && known.some(({ size }) => size > 0)) this.#note(this.#decisions, context, known, null);
    return { result, changed };
  }

  /** The mock that a registration makes goes with it; the one that was there before comes back. */
  #noteMocks(context: Context, id: string): void {
    const registries = [() => this.#shape.mockRegistry(), () => this.#shape.esmMockRegistry()];
    registries.forEach((registry, index) => {
      const place = this.#place(this.#shape.registrations().length + index, registry, id);
      this.#note(place, context, stateIn(registry(), id), WHATEVER_IS_MADE);
    });
  }

  /** The modules whose registration a place is part of, as nodes of the graph of loads; null for another place. */
  nodeOf({ object, key }: Place): string | null {
    const index = this.#objects.indexOf(object);
    return index >= 0 && index < this.#shape.registrations().length ? nodeOfMock(String(key)) : null;
  }

  #note(place: Place, { scope, ownerFile }: Context, before: unknown, after: unknown): boolean {
    if (place.same(before, after)) return false;
    if (scope.type === 'file') this.#stacks.overwrite(place, scope);
    else this.#stacks.note({ place, scope, owner: ownerFile, before, after, act: null });
    return true;
  }

  #place(index: number, mapNow: () => Map<string, unknown> | undefined, key: string): Place {
    const map = (): Map<string, unknown> => mapNow() ?? new Map();
    return {
      object: this.#objects[index] as object,
      key,
      same: Object.is,
      canBecome: () => true,
      read: () => stateIn(map(), key),
      put: (state) => {
        if (state === ABSENT) mapDelete(map(), key);
        else mapSet(map(), key, state);
        return true;
      },
    };
  }
}

function stateIn(map: ReadonlyMap<string, unknown>, key: string): unknown {
  return mapHas(map, key) ? mapGet(map, key) : ABSENT;
}

function changedKeys(was: ReadonlyMap<string, unknown>, now: ReadonlyMap<string, unknown>): string[] {
  const keys: string[] = [];
  mapForEach(now, (value, key) => {
    if (!mapHas(was, key) || mapGet(was, key) !== value) keys.push(key);
  });
  mapForEach(was, (_value, key) => {
    if (!mapHas(now, key)) keys.push(key);
  });
  return keys;
}

/** Jest decides anew what is not kept. */
function keepOnly(maps: Maps, known: readonly ReadonlySet<string>[]): void {
  maps.forEach((map, index) => {
    const added: string[] = [];
    mapForEach(map, (_value, key) => {
      if (known[index]?.has(key) !== true) added.push(key);
    });
    for (const key of added) mapDelete(map, key);
  });
}
