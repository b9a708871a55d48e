import { ownerSitesOf, type LeakCount } from '@jest-hermetic/baseline';
import { compareIdentities, identityOf, type HermeticOptions, type Leak } from '@jest-hermetic/leak-record';

/** The options that say which sites of a leak count. */
export type Gating = Pick<HermeticOptions, 'gate' | 'contain'>;

/** The leaks that a baseline must list, in order, with their numbers of owner sites at or above the gate. */
export function countGated(leaks: readonly Leak[], { gate, contain }: Gating): LeakCount[] {
  const gated = leaks.filter(({ verdict }) => verdict === 'new' || verdict === 'grown' || verdict === 'known');
  return countSites(gated, (leak) => ownerSitesOf(leak, gate, contain === 'scope'));
}

/** The leaks that were found at any grade with an exact owner, in order, with their numbers of owner sites. */
export function countAlive(leaks: readonly Leak[]): LeakCount[] {
  return countSites(
    leaks.filter(({ verdict }) => verdict !== 'unattributed'),
    (leak) => ownerSitesOf(leak),
  );
}

function countSites(leaks: readonly Leak[], sitesOf: (leak: Leak) => Set<string>): LeakCount[] {
  const counted = new Map<string, { leak: Leak; sites: Set<string> }>();
  for (const leak of leaks) {
    const identity = identityOf(leak);
    const entry = counted.get(identity) ?? { leak, sites: new Set<string>() };
    counted.set(identity, entry);
    for (const site of sitesOf(leak)) entry.sites.add(site);
  }
  return [...counted.values()]
    .map(({ leak: { owner, kind, key }, sites }) => ({ owner, kind, key, sites: sites.size }))
    .filter(({ sites }) => sites > 0)
    .toSorted(compareIdentities);
}
