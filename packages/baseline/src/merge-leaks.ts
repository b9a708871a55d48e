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
import { uniteLists } from './unite-lists';

/**
 * One leak for each (owner, kind, key, site), in that order. Neither the order of the leaks nor in which groups they
 * were merged before makes a difference. A merged leak counts as allowed only if every part of it is.
 */
export function mergeLeaks(leaks: readonly FoundLeak[]): FoundLeak[] {
  const groups = groupBy(leaks, mergeKeyOf);
  return [...groups.values()].map(mergeGroup).toSorted(compareLeaks);
}

/** Equal for leaks that {@link mergeLeaks} makes one. */
export function mergeKeyOf(leak: FoundLeak): string {
  const identity = identityOf(leak);
  return `${identity.length} ${identity}${keyOfSite(leak.site)}`;
}

/** Order of leaks in a report. */
export function compareLeaks(a: FoundLeak, b: FoundLeak): number {
  return compareIdentities(a, b) || compareSites(a.site, b.site);
}

function compareSites(a: Site | null, b: Site | null): number {
  if (a === null || b === null) return Number(a !== null) - Number(b !== null);
  return compareStrings(a.file, b.file) || a.line - b.line || a.column - b.column;
}

function mergeGroup(group: readonly FoundLeak[]): FoundLeak {
  const reasons = group.map(({ allowed }) => allowed);
  const [stays] = group.flatMap((leak) => leak.stays ?? []).toSorted(compareStrings);
  return {
    ...group.reduce((a, b) => (compareFaces(a, b) <= 0 ? a : b)),
    ...(stays === undefined ? {} : { stays }),
    grade: group.map(({ grade }) => grade).reduce(strongerGrade),
    virtual: group.some(({ virtual }) => virtual),
    scopes: mergeScopes(group.map(({ scopes }) => scopes)),
    candidates: uniteLists(
      group.map(({ candidates }) => candidates),
      { keyOf: String, compare: compareStrings },
    ),
    modules: mergeModules(group.map(({ modules }) => modules)),
    allowed: reasons.reduce((a, b) => (a === null || b === null ? null : a < b ? a : b)),
  };
}

const EXACTNESS: readonly SiteIs[] = ['write', 'call', 'value', 'scope'];

/** What a leak says of its act is taken from one part as a whole, the most exact and then the fullest. */
function compareFaces(a: FoundLeak, b: FoundLeak): number {
  if (a === b) return 0;
  const [left, right] = [faceOf(a), faceOf(b)];
  return (
    EXACTNESS.indexOf(a.siteIs) - EXACTNESS.indexOf(b.siteIs) ||
    countNulls(left) - countNulls(right) ||
    compareStrings(JSON.stringify(left), JSON.stringify(right))
  );
}

function faceOf({ call, recipe, via, module, was, is }: FoundLeak): unknown[] {
  return [call, recipe, via, module, was, is];
}

function countNulls(values: readonly unknown[]): number {
  return values.filter((value) => value === null).length;
}

function mergeScopes(lists: readonly (readonly LeakScope[])[]): LeakScope[] {
  return uniteLists(lists, {
    keyOf: keyOfScope,
    compare: (a, b) => compareSites(a.ownerSite, b.ownerSite) || compareStrings(keyOfScope(a), keyOfScope(b)),
    unite: (scopes) => ({
      ...scopes[0]!,
      escapedTo: firstOf(scopes.map(({ escapedTo }) => escapedTo)),
      observedBy: uniteLists(
        scopes.map(({ observedBy }) => observedBy),
        {
          keyOf: keyOfReceipt,
          compare: (a, b) =>
            compareStrings(a.file, b.file) ||
            compareSites(a.from, b.from) ||
            compareStrings(keyOfReceipt(a), keyOfReceipt(b)),
        },
      ),
    }),
  });
}

function keyOfScope({ type, name, hook, ownerSite }: LeakScope): string {
  return JSON.stringify([type, name, hook, keyOfSite(ownerSite)]);
}

function keyOfReceipt({ test, describe, hook, sameTestRetry, file, from }: Receipt): string {
  return JSON.stringify([test, describe, hook, sameTestRetry, file, keyOfSite(from)]);
}

function firstOf(escapes: readonly LeakScope['escapedTo'][]): LeakScope['escapedTo'] {
  const known = escapes.filter((escape) => escape !== null);
  return known.toSorted((a, b) => compareStrings(a.file, b.file) || compareStrings(a.test, b.test))[0] ?? null;
}

const EFFECTS: readonly ModuleEffect['effect'][] = ['added', 'removed', 'replaced'];

/** Of two effects on one module the later in a purge's life stays: what was removed may be replaced afterwards. */
function mergeModules(lists: readonly (readonly ModuleEffect[])[]): ModuleEffect[] {
  return uniteLists(lists, {
    keyOf: ({ path }) => path,
    compare: (a, b) => compareStrings(a.path, b.path),
    unite: (effects) => ({
      path: effects[0]!.path,
      effect: EFFECTS[Math.max(...effects.map(({ effect }) => EFFECTS.indexOf(effect)))]!,
    }),
  });
}

function keyOfSite(site: Site | null): string {
  return site === null ? 'null' : `${site.line}:${site.column}:${site.file}`;
}
