import {
  compareIdentities,
  compareStrings,
  identityOf,
  strongerGrade,
  type FoundLeak,
  type LeakScope,
  type ModuleEffect,
  type Receipt,
  type Site,
  type SiteIs,
} from '@jest-hermetic/leak-record';
import { groupBy } from './group-by';

/**
 * One leak for each (owner, kind, key, site), in that order. Which file came first makes no difference; the scopes of
 * one file keep their order. A merged leak counts as allowed only if every part of it is.
 */
export function mergeLeaks(leaks: readonly FoundLeak[]): FoundLeak[] {
  const groups = groupBy(leaks, mergeKeyOf);
  return [...groups.values()].map(mergeGroup).toSorted(compareLeaks);
}

/** Equal for leaks that {@link mergeLeaks} makes one. */
export function mergeKeyOf(leak: FoundLeak): string {
  return identityOf(leak) + keyOfSite(leak.site);
}

/** Order of leaks in a report. */
export function compareLeaks(a: FoundLeak, b: FoundLeak): number {
  return compareIdentities(a, b) || compareSites(a.site, b.site);
}

function compareSites(a: Site | null, b: Site | null): number {
  if (a === null || b === null) return Number(a !== null) - Number(b !== null);
  return compareStrings(a.file, b.file) || a.line - b.line || a.column - b.column;
}

function mergeGroup(group: FoundLeak[]): FoundLeak {
  const [first, ...others] = group.length === 1 ? group : group.toSorted(compareWhole);
  return [...others].reduce(mergeTwo, withoutRepeats(first!));
}

function compareWhole(a: FoundLeak, b: FoundLeak): number {
  return compareStrings(JSON.stringify(a), JSON.stringify(b));
}

function withoutRepeats(leak: FoundLeak): FoundLeak {
  return { ...leak, scopes: mergeScopes([], leak.scopes), modules: mergeModules([], leak.modules) };
}

function mergeTwo(a: FoundLeak, b: FoundLeak): FoundLeak {
  const stays = a.stays ?? b.stays;
  return {
    ...a,
    ...(stays === undefined ? {} : { stays }),
    grade: strongerGrade(a.grade, b.grade),
    siteIs: moreExact(a.siteIs, b.siteIs),
    via: a.via ?? b.via,
    call: a.call ?? b.call,
    virtual: a.virtual || b.virtual,
    module: a.module ?? b.module,
    scopes: mergeScopes(a.scopes, b.scopes),
    candidates: [...new Set([...a.candidates, ...b.candidates])],
    modules: mergeModules(a.modules, b.modules),
    was: a.was ?? b.was,
    is: a.is ?? b.is,
    allowed: a.allowed === null || b.allowed === null ? null : a.allowed,
  };
}

const EXACTNESS: readonly SiteIs[] = ['write', 'call', 'value', 'scope'];

function moreExact(a: SiteIs, b: SiteIs): SiteIs {
  return EXACTNESS.indexOf(a) <= EXACTNESS.indexOf(b) ? a : b;
}

function mergeScopes(a: readonly LeakScope[], b: readonly LeakScope[]): LeakScope[] {
  const groups = groupBy([...a, ...b], ({ type, name, hook, ownerSite }) =>
    JSON.stringify([type, name, hook, keyOfSite(ownerSite)]),
  );
  return [...groups.values()].map((scopes) => ({
    ...scopes[0]!,
    escapedTo: scopes.find(({ escapedTo }) => escapedTo !== null)?.escapedTo ?? null,
    observedBy: distinctReceipts(scopes.flatMap(({ observedBy }) => observedBy)),
  }));
}

function distinctReceipts(receipts: readonly Receipt[]): Receipt[] {
  const byContent = groupBy(receipts, ({ test, describe, hook, sameTestRetry, file, from }) =>
    JSON.stringify([test, describe, hook, sameTestRetry, file, keyOfSite(from)]),
  );
  return [...byContent.values()].map(([receipt]) => receipt!);
}

const EFFECTS: readonly ModuleEffect['effect'][] = ['added', 'removed', 'replaced'];

/** Of two effects on one module the later in a purge's life stays: what was removed may be replaced afterwards. */
function mergeModules(a: readonly ModuleEffect[], b: readonly ModuleEffect[]): ModuleEffect[] {
  const effects = new Map<string, ModuleEffect['effect']>();
  for (const { path, effect } of [...a, ...b]) {
    const earlier = effects.get(path) ?? effect;
    effects.set(path, EFFECTS[Math.max(EFFECTS.indexOf(earlier), EFFECTS.indexOf(effect))]!);
  }
  return [...effects].map(([path, effect]) => ({ path, effect }));
}

function keyOfSite(site: Site | null): string {
  return site === null ? 'null' : JSON.stringify([site.file, site.line, site.column]);
}
