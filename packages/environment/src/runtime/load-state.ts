import { apply, mapForEach, mapSet, setAdd } from '../originals';

/** Maps and Sets of Jest's, by the names of the fields that hold them; fields that this version lacks are skipped. */
export interface CollectionFields {
  readonly owner: object;
  readonly names: readonly string[];
}

/** What a shape knows of the state that decides what a load yields. */
export interface LoadStateFields {
  /** Registries, registrations, and decisions that Jest has cached. */
  readonly collections: readonly CollectionFields[];
  isAutomock(): boolean;
  setAutomock(on: boolean): void;
  /** The open isolateModules block, or null. */
  isolation(): OpenIsolation | null;
  reopen(isolation: OpenIsolation): void;
}

/** The registries of an isolateModules block, and what Jest holds them by. */
export interface OpenIsolation {
  readonly handle: unknown;
  readonly registries: readonly Map<string, unknown>[];
}

/** Everything that decides what a load yields, as it was at one moment. */
export interface LoadState {
  /**
   * Puts all of it back. `isolationWasReset` says that `resetModules` was called since, which ends an isolateModules
   * block before its callback does; without that an ended block stays ended.
   */
  restore(isolationWasReset: boolean): void;
}

type Collection = Map<string, unknown> | Set<unknown>;
const clearMap = Map.prototype.clear;
const clearSet = Set.prototype.clear;
const eachOfSet = Set.prototype.forEach;

/** Saves the state. The fields are read again when it is put back: 29.7 to 30.3 replace a Map whose automock failed. */
export function saveLoadState(fields: LoadStateFields): LoadState {
  const putBack = fields.collections.flatMap(({ owner, names }) => names.map((name) => saveField(owner, name)));
  const automock = fields.isAutomock();
  const isolation = fields.isolation();
  const isolated = (isolation?.registries ?? []).map((registry) => saveCollection(registry));
  return {
    restore(isolationWasReset) {
      for (const restore of putBack) restore();
      fields.setAutomock(automock);
      if (isolation === null) return;
      const now = fields.isolation();
      if (now === null && isolationWasReset) fields.reopen(isolation);
      else if (now?.registries[0] !== isolation.registries[0]) return;
      isolation.registries.forEach((registry, index) => isolated[index]?.(registry));
    },
  };
}

function saveField(owner: object, name: string): () => void {
  const read = (): unknown => (owner as Record<string, unknown>)[name];
  const found = read();
  if (!isCollection(found)) return () => {};
  const refill = saveCollection(found);
  return () => {
    const now = read();
    if (isCollection(now)) refill(now);
  };
}

function saveCollection(collection: Collection): (target: Collection) => void {
  const saved: [unknown, unknown][] = [];
  if (collection instanceof Map) mapForEach(collection, (value, key) => saved.push([key, value]));
  else apply(eachOfSet, collection, [(member: unknown) => saved.push([member, member])]);
  return (target) => {
    apply(target instanceof Map ? clearMap : clearSet, target, []);
    for (const [key, value] of saved) {
      if (target instanceof Map) mapSet(target, key as string, value);
      else setAdd(target, value);
    }
  };
}

function isCollection(value: unknown): value is Collection {
  return value instanceof Map || value instanceof Set;
}
