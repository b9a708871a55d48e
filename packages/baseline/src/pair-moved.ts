import { compareIdentities, identityOf, type LeakIdentity } from '@jest-hermetic/leak-record';
import { isPackage } from './owner-exists';
import { groupBy } from './group-by';

/** A `gone` entry and the `new` leak that it became. */
export interface Move<G extends LeakIdentity, N extends LeakIdentity> {
  from: G;
  to: N;
  /** Whether git knows the rename; else the base names agree. */
  byGit: boolean;
}

/**
 * Pairs gone entries with new leaks of the same kind and key whose owner is git's rename or has the same base name.
 * Each is used once; git's word goes first, then the path that agrees longest from its end. Sorted by the old identity.
 */
export function pairMoved<G extends LeakIdentity, N extends LeakIdentity>(
  gone: readonly G[],
  found: readonly N[],
  renames: ReadonlyMap<string, string>,
): Move<G, N>[] {
  const renamed = pairByGit(gone, found, renames);
  const used = new Set<LeakIdentity>(renamed.flatMap(({ from, to }) => [from, to]));
  const isFree = (leak: LeakIdentity) => !used.has(leak) && !isPackage(leak.owner);
  const namesakes = pairBySuffix(gone.filter(isFree), found.filter(isFree), 1);
  return [...renamed, ...namesakes].toSorted((a, b) => compareIdentities(a.from, b.from));
}

/** Two files may have been renamed to one; the nearer path gets it. */
function pairByGit<G extends LeakIdentity, N extends LeakIdentity>(
  gone: readonly G[],
  found: readonly N[],
  renames: ReadonlyMap<string, string>,
): Move<G, N>[] {
  const byIdentity = new Map(found.map((leak) => [identityOf(leak), leak]));
  const candidates = gone.flatMap((from) => {
    const owner = renames.get(from.owner);
    const to = owner === undefined ? undefined : byIdentity.get(identityOf({ ...from, owner }));
    return to === undefined ? [] : [{ from, to, byGit: true }];
  });
  return [...groupBy(candidates, ({ to }) => to).values()].map(nearest);
}

function nearest<G extends LeakIdentity, N extends LeakIdentity>(moves: readonly Move<G, N>[]): Move<G, N> {
  const nearness = ({ from, to }: Move<G, N>) => agreeingSegments(from.owner, to.owner);
  return moves.toSorted((a, b) => nearness(b) - nearness(a) || compareIdentities(a.from, b.from))[0]!;
}

/**
 * Pairs what agrees in kind, key and at least the last `depth` path segments: first inside each group that agrees in
 * one more, then what is left of the group, in order. So the longest agreement goes first without comparing each with each.
 */
function pairBySuffix<G extends LeakIdentity, N extends LeakIdentity>(
  gone: readonly G[],
  found: readonly N[],
  depth: number,
): Move<G, N>[] {
  const groups = groupBy(found, (leak) => suffixKey(leak, depth));
  return [...groupBy(gone, (leak) => suffixKey(leak, depth))].flatMap(([key, left]) => {
    const right = groups.get(key);
    if (right === undefined) return [];
    const isFinal = (leak: LeakIdentity) => segmentsOf(leak).length <= depth;
    const deeper = pairBySuffix(
      left.filter((leak) => !isFinal(leak)),
      right.filter((leak) => !isFinal(leak)),
      depth + 1,
    );
    const used = new Set<LeakIdentity>(deeper.flatMap(({ from, to }) => [from, to]));
    const targets = right.filter((leak) => !used.has(leak)).toSorted(compareIdentities);
    const origins = left.filter((leak) => !used.has(leak)).toSorted(compareIdentities);
    const rest = origins.slice(0, targets.length).map((from, index) => ({ from, to: targets[index]!, byGit: false }));
    return [...deeper, ...rest];
  });
}

function suffixKey(leak: LeakIdentity, depth: number): string {
  return JSON.stringify([leak.kind, leak.key, ...segmentsOf(leak).slice(-depth)]);
}

function segmentsOf({ owner }: LeakIdentity): string[] {
  return owner.split('/');
}

function agreeingSegments(a: string, b: string): number {
  const left = a.split('/').toReversed();
  const right = b.split('/').toReversed();
  const differing = left.findIndex((segment, index) => segment !== right[index]);
  return differing === -1 ? left.length : differing;
}
