import { identityOf, loadLater } from '@jest-hermetic/leak-record';
import { statSync } from './originals';

const baselines = loadLater(() => require('@jest-hermetic/baseline') as typeof import('@jest-hermetic/baseline'));

/** What the baseline lets a file of this run leak, as far as the environment needs it. */
export interface KnownBaseline {
  /** Sites allowed by identity; null when the file is broken: the reporter says so, and no test is failed for it. */
  readonly allowed: ReadonlyMap<string, number> | null;
  /** Packages that it lists as owners (`node_modules/<name>`). */
  readonly packages: ReadonlySet<string>;
}

const NONE: KnownBaseline = { allowed: new Map(), packages: new Set() };
const cache = new Map<string, { stamp: string; known: KnownBaseline }>();

/** Reads the baseline once a worker, and again only when it was written since. */
export function readKnownBaseline(path: string): KnownBaseline {
  const stats = statSync(path, { throwIfNoEntry: false });
  if (stats === undefined) return NONE;
  const stamp = `${stats.mtimeMs} ${stats.size}`;
  const cached = cache.get(path);
  if (cached?.stamp === stamp) return cached.known;
  const known = readKnown(path);
  cache.set(path, { stamp, known });
  return known;
}

function readKnown(path: string): KnownBaseline {
  try {
    const { entries } = baselines().readBaselineFile(path).baseline;
    const packages = entries.filter(({ owner }) => owner.startsWith('node_modules/')).map(({ owner }) => owner);
    return { allowed: new Map(entries.map((entry) => [identityOf(entry), entry.sites])), packages: new Set(packages) };
  } catch {
    return { allowed: null, packages: new Set() };
  }
}
