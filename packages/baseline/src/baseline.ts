import { compareIdentities, identityOf, type LeakIdentity } from '@jest-hermetic/leak-record';

/** First line of every baseline file, without its line feed. */
export const HEADER =
  '# Known leaks. This file may only shrink: fix a leak, then delete its line (or run: npx jest-hermetic prune).';

/** One known leak. */
export interface BaselineEntry extends LeakIdentity {
  /** How many sites the leak may have, from 1. */
  sites: number;
  /** The comment behind the entry, without its `#`; null when there is none. */
  comment: string | null;
  /** Comment lines above the entry, each with its `#`; they go where the entry goes. */
  above: string[];
  /** 1-based line in the file that was read; null for an entry that was made since. */
  line: number | null;
}

/** A list of known leaks: at most one entry an identity, sorted by identity. */
export interface Baseline {
  /** Comment lines below the header that an empty line parts from the rest: they belong to the file, not to an entry. */
  preamble: string[];
  entries: BaselineEntry[];
  /** Comment lines after the last entry. */
  tail: string[];
}

/** How many sites of a leak there are to be listed. */
export interface LeakCount extends LeakIdentity {
  sites: number;
}

/** A baseline that allows nothing. */
export const EMPTY_BASELINE: Baseline = Object.freeze({ preamble: [], entries: [], tail: [] });

/** The entries sorted by identity, those of one identity as one: the higher count, both comments, the first line. */
export function uniteEntries(entries: readonly BaselineEntry[]): BaselineEntry[] {
  const united = new Map<string, BaselineEntry>();
  for (const entry of entries) {
    const identity = identityOf(entry);
    const earlier = united.get(identity);
    united.set(identity, earlier === undefined ? entry : unite(earlier, entry));
  }
  return [...united.values()].toSorted(compareIdentities);
}

function unite(a: BaselineEntry, b: BaselineEntry): BaselineEntry {
  return {
    ...a,
    sites: Math.max(a.sites, b.sites),
    comment: joinComments(a.comment, b.comment),
    above: [...a.above, ...b.above.filter((comment) => !a.above.includes(comment))],
  };
}

const SEPARATOR = '; ';

/** Both comments as one; what the first says already is not said again. */
export function joinComments(a: string | null, b: string | null): string | null {
  if (a === null || b === null || a === b) return a ?? b;
  const said = a.split(SEPARATOR);
  const added = b.split(SEPARATOR).filter((part) => !said.includes(part));
  return [a, ...added].join(SEPARATOR);
}
