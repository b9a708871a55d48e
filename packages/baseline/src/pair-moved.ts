import { compareIdentities, type LeakIdentity } from '@jest-hermetic/leak-record';
import { isPackage } from './exercised';
import { groupBy } from './group-by';

/** A `gone` entry and the `new` leak that it became. */
export interface Move<G extends LeakIdentity, N extends LeakIdentity> {
  from: G;
  to: N;
  /** Whether git knows the rename; else the base names agree. */
  byGit: boolean;
}

interface Candidate<G extends LeakIdentity, N extends LeakIdentity> extends Move<G, N> {
  /** How many path segments agree, counted from the end. */
  nearness: number;
}

/**
 * Pairs gone entries with new leaks of the same kind and key whose owner is git's rename or has the same base name.
 * Each is used once; git's word goes first, then the path that agrees longest from its end.
 */
export function pairMoved<G extends LeakIdentity, N extends LeakIdentity>(
  gone: readonly G[],
  found: readonly N[],
  renames: ReadonlyMap<string, string>,
): Move<G, N>[] {
  const byOwner = groupBy(found, ({ owner, kind, key }) => JSON.stringify([owner, kind, key]));
  const byBaseName = groupBy(found, ({ owner, kind, key }) => JSON.stringify([baseNameOf(owner), kind, key]));
  const candidates = gone.flatMap((from) => {
    const { owner, kind, key } = from;
    const renamed = byOwner.get(JSON.stringify([renames.get(owner), kind, key])) ?? [];
    const namesakes = byBaseName.get(JSON.stringify([baseNameOf(owner), kind, key])) ?? [];
    return [...new Set([...renamed, ...namesakes])].flatMap((to) => candidateOf(from, to, renames));
  });
  const moves: Move<G, N>[] = [];
  const used = new Set<LeakIdentity>();
  for (const { from, to, byGit } of candidates.toSorted(compareCandidates)) {
    if (used.has(from) || used.has(to)) continue;
    used.add(from).add(to);
    moves.push({ from, to, byGit });
  }
  return moves;
}

function candidateOf<G extends LeakIdentity, N extends LeakIdentity>(
  from: G,
  to: N,
  renames: ReadonlyMap<string, string>,
): Candidate<G, N>[] {
  const byGit = renames.get(from.owner) === to.owner;
  const nearness = isPackage(from.owner) || isPackage(to.owner) ? 0 : agreeingSegments(from.owner, to.owner);
  return byGit || nearness > 0 ? [{ from, to, byGit, nearness }] : [];
}

function baseNameOf(owner: string): string {
  return owner.slice(owner.lastIndexOf('/') + 1);
}

function agreeingSegments(a: string, b: string): number {
  const left = a.split('/').toReversed();
  const right = b.split('/').toReversed();
  const differing = left.findIndex((segment, index) => segment !== right[index]);
  return differing === -1 ? left.length : differing;
}

function compareCandidates<G extends LeakIdentity, N extends LeakIdentity>(
  a: Candidate<G, N>,
  b: Candidate<G, N>,
): number {
  return (
    Number(b.byGit) - Number(a.byGit) ||
    b.nearness - a.nearness ||
    compareIdentities(a.from, b.from) ||
    compareIdentities(a.to, b.to)
  );
}
