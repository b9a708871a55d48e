import type { FileState } from '../file-state';
import type { Act } from '../ledger/act';
import { packageOf } from '../site/file-paths';
import { filledByModules } from '../surfaces/exports/filled-slots';
import { isMock } from '../surfaces/spies';
import { findMade, valueOf } from './made-at';
import type { Made } from './made-at';
import { moduleMaking } from './made-in-module';

const known = new WeakMap<FileState, Map<Act, Made | null>>();

/**
 * Notes in which module the values were made that modules export now, as far as that is told by their text, and while
 * it can be: before the runtime is torn down. Where tests made one its exact place matters, and V8 is asked for that.
 */
export function noteMakingModules(state: FileState, acts: readonly Act[]): void {
  const { runtime } = state;
  if (runtime === null || runtime.shape.esmRegistry().size > 0) return;
  const { shape, exports } = runtime;
  const files = new Set(shape.registries().cjs.flatMap((registry) => [...registry.keys()]));
  for (const act of acts) {
    if (act.kind !== 'export-mutated' || act.frames !== null || act.value?.made !== undefined) continue;
    const value = valueOf(act, 'after');
    if (isMock(value) || state.spies.made.of(value) !== undefined) continue;
    const file = moduleMaking(value, { files, codeOf: (path) => shape.codeOf(path) });
    if (file === null || exports.testSide.has(file)) continue;
    const at = state.select([{ file, line: 1, column: 1 }], act.context.ownerFile);
    allOf(state).set(act, { at, byPackage: packageOf(file), stacked: false });
  }
}

/**
 * Notes which acts are a module's own filling of its exports on first use, as far as the texts tell, while they are
 * known.
 */
export function noteFilledSlots(
  state: FileState,
  acts: readonly Act[],
  testCode: () => readonly string[] | null,
): void {
  const { runtime } = state;
  if (runtime === null) return;
  const { shape, exports } = runtime;
  const code = { codeOf: (file: string) => shape.codeOf(file), factsOf: (act: Act) => exports.factsOf(act), testCode };
  for (const act of filledByModules(acts, code)) exports.filled.add(act);
}

function allOf(state: FileState): Map<Act, Made | null> {
  let all = known.get(state);
  if (all === undefined) {
    all = new Map();
    known.set(state, all);
  }
  return all;
}

/** See {@link findMade}; what was found for an act of this file is not asked again, for V8's inspector is slow. */
export function madeOnce(state: FileState, acts: readonly Act[]): Map<Act, Made> {
  const all = allOf(state);
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
