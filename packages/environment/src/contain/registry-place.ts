import { mapForEach, mapGet, mapSet, uncurry } from '../originals';
import type { RuntimeShape } from '../runtime/shape';
import type { Place } from './layer-stacks';

const mapClear = uncurry(Map.prototype.clear) as (map: Map<string, unknown>) => void;

type Registry = ReadonlyMap<string, unknown>;

/** What the module registries held at one moment, and what was remembered of it. */
export interface Registries {
  readonly registries: readonly Registry[];
  /** Makes our own notes fit again: which exports are looked at, which mocks are known. */
  readonly restoreNotes: () => void;
}

/** The state after a purge: no two are the same. */
export const PURGED = Symbol('purged');

/** The module registries outside of `isolateModules` blocks, as one place: it is purged, and put back, as a whole. */
export function registryPlace(shape: RuntimeShape, saveNotes: () => () => void): Place & { read(): Registries } {
  const maps = (): Map<string, unknown>[] => [
    shape.cjsRegistry(),
    shape.esmRegistry(),
    shape.mockRegistry(),
    shape.esmMockRegistry(),
  ];
  return {
    object: {},
    key: 'registry',
    holdsOthers: true,
    same: () => false,
    canBecome: () => true,
    read: () => ({ registries: maps().map((map) => new Map(map)), restoreNotes: saveNotes() }),
    put: (state) => {
      const { registries, restoreNotes } = state as Registries;
      maps().forEach((map, index) => fill(map, registries[index]));
      restoreNotes();
      return true;
    },
  };
}

/**
 * The registries as they are where a purge is in force again: `now` without what the purge took, and with what was
 * loaded after it.
 */
export function purgedAgain(now: Registries, found: Registries, left: Registries): Registries {
  const registries = now.registries.map((registry, index) => {
    const rest = new Map(left.registries[index]);
    mapForEach(registry, (module, key) => {
      const taken = mapGet(found.registries[index] ?? new Map<string, unknown>(), key) === module;
      if (!taken && !rest.has(key)) rest.set(key, module);
    });
    return rest;
  });
  return { registries, restoreNotes: left.restoreNotes };
}

function fill(map: Map<string, unknown>, content: Registry = new Map()): void {
  mapClear(map);
  mapForEach(content, (module, key) => mapSet(map, key, module));
}
