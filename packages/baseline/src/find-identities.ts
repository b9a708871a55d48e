import { OUTSIDE_OWNER, identityOf, reachesGate, type FoundLeak, type LeakIdentity } from '@jest-hermetic/leak-record';
import type { JudgedRecord } from './judge-input';
import { mergeKeyOf, mergeLeaks } from './merge-leaks';
import { ownerSitesOf } from './owner-sites';

/** One leak identity over all records. */
export interface FoundIdentity extends LeakIdentity {
  /** Its owner sites at any grade, allowed ones included. */
  alive: Set<string>;
  /** Its owner sites that count: at or above the gate of their record and not allowed. */
  gated: Set<string>;
}

/** One merged leak and whether it counts. */
export interface WeighedLeak {
  leak: FoundLeak;
  /** A part of it reaches the gate of its record and is not allowed. */
  counts: boolean;
}

/** What all records together hold. */
export interface Findings {
  /** By `identityOf`; leaks without an exact owner are not among them. */
  identities: Map<string, FoundIdentity>;
  leaks: WeighedLeak[];
}

/**
 * Collects the leaks of all records. Whether a leak counts is asked before merging: projects may have different
 * gates, and an opt-out in one test file does not cover what a setup file leaks in another.
 */
export function findIdentities(records: readonly JudgedRecord[]): Findings {
  const identities = new Map<string, FoundIdentity>();
  const counting = new Set<string>();
  const reasons = new Map<string, string>();
  const all: FoundLeak[] = [];

  for (const { leaks, gate, contained = [] } of records) {
    leaks.forEach((leak, index) => {
      all.push(leak);
      const key = mergeKeyOf(leak);
      if (leak.allowed !== null) reasons.set(key, smaller(reasons.get(key), leak.allowed));
      if (leak.owner === OUTSIDE_OWNER) return;
      const putBack = contained.includes(index);
      const found = identityIn(identities, leak);
      addAll(found.alive, ownerSitesOf(leak));
      if (leak.allowed !== null || !reachesGate(gate, leak, putBack)) return;
      addAll(found.gated, ownerSitesOf(leak, gate, putBack));
      counting.add(key);
    });
  }

  const leaks = mergeLeaks(all).map((leak) => {
    const counts = counting.has(mergeKeyOf(leak));
    const allowed = counts ? null : (reasons.get(mergeKeyOf(leak)) ?? null);
    return { leak: { ...leak, allowed }, counts };
  });
  return { identities, leaks };
}

function identityIn(identities: Map<string, FoundIdentity>, { owner, kind, key }: FoundLeak): FoundIdentity {
  const identity = identityOf({ owner, kind, key });
  const found = identities.get(identity) ?? { owner, kind, key, alive: new Set<string>(), gated: new Set<string>() };
  identities.set(identity, found);
  return found;
}

function addAll(target: Set<string>, sites: ReadonlySet<string>): void {
  for (const site of sites) target.add(site);
}

function smaller(a: string | undefined, b: string): string {
  return a !== undefined && a < b ? a : b;
}
