import { apply, regExpExec, sourceOf } from '../../originals';
import { descriptorAt } from './descriptor-at';

const NAME = String.raw`[\p{ID_Start}$_][\p{ID_Continue}$]*`;
const GAP = String.raw`(?:\s|/\*[^*]*\*/)*`;
const HEAD = String.raw`(?:get\s*(?:${NAME}|"[^"\\]*"|'[^'\\]*')|function(?:\s+${NAME})?)\s*\(\s*\)`;
/** Jest's instrumentation for coverage puts its counters in front. */
const COUNTERS = String.raw`(?:cov_\w+\(\)\.[fs]\[\d+\]\+\+;${GAP})*`;
const BODY = String.raw`\{${GAP}${COUNTERS}return\s+${NAME}\s*;?\s*\}`;

/** A function that does nothing but name one variable: `get Cart() { return Cart; }`, `function () { return f; }`, `() => f`. */
const NAMES_A_VARIABLE = new RegExp(String.raw`^(?:${HEAD}\s*${BODY}|\(\s*\)\s*=>\s*(?:${NAME}|${BODY}))$`, 'u');

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
