import { KINDS, type Kind, type ReportFile } from '@jest-hermetic/leak-record';

/** What to do about a Jest whose inside is not known. */
export const UNKNOWN_JEST =
  'jest-hermetic knows Jest 29.7 to 30.5 with its own runtime. With another one, update jest-hermetic or report it.';

/**
 * The kinds that could not be watched, when every guarded file has one that could not: then no part of the run is known
 * to be clean of them. Empty otherwise.
 */
export function unwatchedKinds(files: readonly Pick<ReportFile, 'guarded' | 'unobservable'>[]): Kind[] {
  const guarded = files.filter((file) => file.guarded);
  if (guarded.some(({ unobservable }) => unobservable.length === 0)) return [];
  const kinds = new Set(guarded.flatMap(({ unobservable }) => unobservable));
  return KINDS.filter((kind) => kinds.has(kind));
}

/** A list in a sentence: `a, b and c`. */
export function listed(items: readonly string[]): string {
  return items.length < 2 ? items.join('') : `${items.slice(0, -1).join(', ')} and ${items.at(-1)}`;
}
