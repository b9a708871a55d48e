import type { FileState } from '../file-state';
import type { Act } from '../ledger/act';
import { findMade } from './made-at';
import type { Made } from './made-at';

const known = new WeakMap<FileState, Map<Act, Made | null>>();

/** See {@link findMade}; what was found for an act of this file is not asked again, for V8's inspector is slow. */
export function madeOnce(state: FileState, acts: readonly Act[]): Map<Act, Made> {
  let all = known.get(state);
  if (all === undefined) {
    all = new Map();
    known.set(state, all);
  }
  const unknown = acts.filter((act) => all.has(act) === false);
  if (unknown.length > 0) {
    const found = findMade(unknown, state.spies, (frames, act) => state.select(frames, act.context.ownerFile));
    for (const act of unknown) all.set(act, found.get(act) ?? null);
  }
  const made = new Map<Act, Made>();
  for (const act of acts) {
    const one = all.get(act);
    if (one) made.set(act, one);
  }
  return made;
}
