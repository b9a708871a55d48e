import { OUTSIDE_OWNER, type FoundLeak, type LeakIdentity } from '@jest-hermetic/leak-record';
import { IN_FILE_KINDS } from './owner-sites';
import type { RunIndex } from './run-index';

/** Who left what changed for the later files of a worker. */
export interface SharedState {
  /** By kind and key, then by worker: up to two owners that leak it there. */
  owners: ReadonlyMap<string, ReadonlyMap<string, readonly string[]>>;
  /** By kind and key: what was changed before a file began, nobody knows in which worker. */
  outside: ReadonlySet<string>;
}

/** Collects the leaks of state that outlives a file. */
export function sharedStateOf(
  found: Iterable<LeakIdentity>,
  leaks: readonly Pick<FoundLeak, keyof LeakIdentity>[],
  run: RunIndex,
): SharedState {
  const owners = new Map<string, Map<string, string[]>>();
  for (const leak of found) {
    if (IN_FILE_KINDS.has(leak.kind)) continue;
    const byWorker = owners.get(slotOf(leak)) ?? new Map<string, string[]>();
    owners.set(slotOf(leak), byWorker);
    for (const worker of workersOf(leak.owner, run)) {
      const others = byWorker.get(worker) ?? [];
      if (others.length < 2) byWorker.set(worker, [...others, leak.owner]);
    }
  }
  const fromOutside = leaks.filter(({ owner, kind }) => owner === OUTSIDE_OWNER && !IN_FILE_KINDS.has(kind));
  return { owners, outside: new Set(fromOutside.map(slotOf)) };
}

/**
 * Why the silence of an owner proves nothing: what is changed already cannot be seen to be changed to the same again, and
 * the leak is charged to whoever left it first. Null when its workers were clean of it.
 */
export function whyHidden(entry: LeakIdentity, { owners, outside }: SharedState, run: RunIndex): string | null {
  if (outside.has(slotOf(entry))) return `${entry.key} was changed before a file of its worker began`;
  const byWorker = owners.get(slotOf(entry));
  if (byWorker === undefined) return null;
  for (const worker of workersOf(entry.owner, run)) {
    const other = byWorker.get(worker)?.find((owner) => owner !== entry.owner);
    if (other !== undefined) return `${other} left ${entry.key} changed in the same worker, which may hide it`;
  }
  return null;
}

function workersOf(owner: string, { byPath, evaluated }: RunIndex): Iterable<string> {
  const own = byPath.get(owner)?.map(({ worker }) => worker) ?? [];
  return new Set([...own, ...(evaluated.get(owner)?.workers ?? [])]);
}

function slotOf({ kind, key }: Pick<LeakIdentity, 'kind' | 'key'>): string {
  return `${kind} ${key}`;
}
