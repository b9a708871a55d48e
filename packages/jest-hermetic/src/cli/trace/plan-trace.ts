import { compareStrings } from '@jest-hermetic/leak-record';
import { lockIn } from '@jest-hermetic/recipes';
import type { FoundLeak, Kind, Site, TracedWrite, TraceKey, TraceRecord } from '@jest-hermetic/leak-record';

/** The kinds whose acts are writes to a property, which a watchpoint sees. */
const WRITTEN: ReadonlySet<Kind> = new Set<Kind>(['core-module-mutated', 'host-object-mutated', 'export-mutated']);

/** All that was found of one leaked key of the owner. */
export type LeakedKey = Pick<
  FoundLeak,
  'owner' | 'kind' | 'key' | 'grade' | 'site' | 'siteIs' | 'call' | 'scopes' | 'is'
>;

/** What the leaks of an owner leave to be traced. */
export interface TracePlan {
  /** Keys to run again for. */
  readonly traced: LeakedKey[];
  /** Keys whose site is the line already. */
  readonly exact: LeakedKey[];
  /** Keys that no watchpoint can see. */
  readonly hopeless: LeakedKey[];
}

/** One place of a write that left a leak. */
export interface FoundWrite {
  readonly write: TracedWrite;
  /** Everybody who executed when it was written here. */
  readonly scopes: TracedWrite['scope'][];
}

/** What became of one key. */
export interface TracedKey {
  readonly leak: LeakedKey;
  readonly writes: FoundWrite[];
  /** Other writes to it: earlier ones, repairs. */
  readonly others: number;
  /** Why it was not watched, or null. */
  readonly unwatched: string | null;
}

/** Divides the leaked keys of an owner; a key that leaked at several sites is one. */
export function planTrace(leaks: readonly FoundLeak[]): TracePlan {
  const keys = new Map<string, LeakedKey>();
  for (const leak of leaks) {
    const identity = JSON.stringify([leak.kind, leak.key]);
    const known = keys.get(identity);
    // What is exact already needs no second run, unless the same key is also written somewhere that is not known.
    const base = known === undefined || isExact(known) ? leak : known;
    keys.set(identity, { ...base, scopes: [...(known?.scopes ?? []), ...leak.scopes] });
  }
  const plan: TracePlan = { traced: [], exact: [], hopeless: [] };
  const sorted = [...keys.values()].toSorted((a, b) => compareStrings(`${a.kind} ${a.key}`, `${b.kind} ${b.key}`));
  for (const leak of sorted) {
    if (isExact(leak)) plan.exact.push(leak);
    else if (WRITTEN.has(leak.kind) && lockIn(leak.key) === null) plan.traced.push(leak);
    else plan.hopeless.push(leak);
  }
  return plan;
}

/** The writes that left the leak, of all that were seen. */
export function readTrace(leak: LeakedKey, records: readonly TraceRecord[]): TracedKey {
  const seen = records.flatMap(({ writes }) => writes.filter((write) => isOf(write, leak)));
  const leaving = leak.scopes
    .map((scope) => seen.findLast((write) => write.site !== null && isSameScope(write.scope, scope)))
    .filter((write) => write !== undefined);
  const last = seen.findLast(({ is, site }) => is === leak.is && site !== null) ?? seen.at(-1);
  const chosen = leaving.length > 0 ? [...new Set(leaving)] : last === undefined ? [] : [last];
  const places = new Map<string, { write: TracedWrite; scopes: TracedWrite['scope'][] }>();
  for (const write of chosen) {
    const place = JSON.stringify(write.site);
    const known = places.get(place) ?? { write, scopes: [] };
    if (!known.scopes.some((scope) => isSameScope(scope, write.scope))) known.scopes.push(write.scope);
    places.set(place, known);
  }
  const unwatched = records.flatMap((record) => record.unwatched).find((one) => isOf(one, leak));
  return {
    leak,
    writes: [...places.values()],
    others: seen.length - chosen.length,
    unwatched: seen.length > 0 ? null : (unwatched?.reason ?? null),
  };
}

/** Whether a write names the line: something may have been seen only when the hook or body had run. */
export function isNamed({ write }: FoundWrite): boolean {
  return write.site !== null;
}

function isExact({ site, siteIs }: LeakedKey): boolean {
  return site !== null && (siteIs === 'call' || siteIs === 'write');
}

function isOf(one: TraceKey, { kind, key }: LeakedKey): boolean {
  return one.kind === kind && one.key === key;
}

function isSameScope(a: TracedWrite['scope'], b: TracedWrite['scope']): boolean {
  return a.type === b.type && a.name === b.name && a.hook === b.hook;
}

/** `a.test.js:3:5`. */
export function placeText({ file, line, column }: Site): string {
  return `${file}:${line}:${column}`;
}
