import type { Kind } from './kinds';

/** What makes two leaks the same one: no line, no test title, no count. */
export interface LeakIdentity {
  owner: string;
  kind: Kind;
  key: string;
}

/** The owner of a change that was there before the file began. */
export const OUTSIDE_OWNER = '(outside)';

/** One string for an identity; the parts cannot run into each other. */
export function identityOf({ owner, kind, key }: LeakIdentity): string {
  // Its length says where the owner ends, and no kind has a space. It is built so often that JSON would show.
  return `${owner.length} ${kind} ${owner}${key}`;
}

/** Orders by owner, kind and key in code-unit order, so that no locale changes the order of a file. */
export function compareIdentities(a: LeakIdentity, b: LeakIdentity): number {
  return compareStrings(a.owner, b.owner) || compareStrings(a.kind, b.kind) || compareStrings(a.key, b.key);
}

/** Code-unit order of two strings. */
export function compareStrings(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
