import { apply, regExpExec, sourceOf } from '../../originals';
import { descriptorAt } from './descriptor-at';

/**
 * A function that does nothing but name one variable: `get Cart() { return Cart; }`, `function () { return f; }`,
 * `() => f`. Jest's instrumentation for coverage may have put its counters in front.
 */
const NAMES_A_VARIABLE =
  /^(?:(?:get\s*(?:[\p{ID_Start}$_][\p{ID_Continue}$]*|"[^"\\]*"|'[^'\\]*')|function(?:\s+[\p{ID_Start}$_][\p{ID_Continue}$]*)?)\s*\(\s*\)\s*\{\s*(?:cov_\w+\(\)\.[fs]\[\d+\]\+\+;\s*)*return\s+[\p{ID_Start}$_][\p{ID_Continue}$]*\s*;?\s*\}|\(\s*\)\s*=>\s*[\p{ID_Start}$_][\p{ID_Continue}$]*)$/u;

/**
 * Whether an exported property is how swc and esbuild write the export of a module's own variable. Only such a getter
 * is ever called: it has no effect, unlike those that users write.
 */
export function isLiveBinding(descriptor: PropertyDescriptor | undefined): boolean {
  if (descriptor?.get === undefined || descriptor.set !== undefined || descriptor.configurable === true) return false;
  return regExpExec(NAMES_A_VARIABLE, sourceOf(descriptor.get)) !== null;
}

/** What is exported under a name, as far as that can be told without running code of the user's. */
export function exportedAt(exported: object, property: PropertyKey): unknown {
  const descriptor = descriptorAt(exported, property);
  if (descriptor?.get === undefined || !isLiveBinding(descriptor)) return descriptor?.value;
  try {
    return apply(descriptor.get, exported, []);
  } catch {
    // A variable whose declaration was not reached.
    return undefined;
  }
}
