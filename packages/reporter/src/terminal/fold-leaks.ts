import type { Leak } from '@jest-hermetic/leak-record';

/** Leaks that one block tells of; at least one. */
export type LeakGroup = [Leak, ...Leak[]];

/**
 * Puts together what one call did to the state of the process: a `pipe(process.stderr)` leaves four listeners, which
 * are four leaks and one thing to mend. All others stay alone, and the order stays.
 */
export function foldLeaks(leaks: readonly Leak[]): LeakGroup[] {
  const groups = new Map<string, LeakGroup>();
  leaks.forEach((leak, index) => {
    const same = leak.kind === 'process-state' && leak.site !== null ? placeKey(leak) : String(index);
    const group = groups.get(same);
    if (group === undefined) groups.set(same, [leak]);
    else group.push(leak);
  });
  return [...groups.values()];
}

function placeKey({ owner, site, scopes, recipe, grade }: Leak): string {
  return JSON.stringify([owner, site, scopes, recipe, grade]);
}
