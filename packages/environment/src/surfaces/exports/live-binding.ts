import { apply, getOwnPropertyDescriptor, ownKeys, regExpExec, sourceOf } from '../../originals';

const NAME = String.raw`[\p{ID_Start}$_][\p{ID_Continue}$]*`;
const GAP = String.raw`(?:\s|/\*[^*]*\*/)*`;
const HEAD = String.raw`(?:get\s*(?:${NAME}|"[^"\\]*"|'[^'\\]*')|function(?:\s+${NAME})?)\s*\(\s*\)`;
/** Jest's instrumentation for coverage puts its counters in front. */
const COUNTERS = String.raw`(?:cov_\w+\(\)\.[fs]\[\d+\]\+\+;${GAP})*`;
const BODY = String.raw`\{${GAP}${COUNTERS}return\s+${NAME}\s*;?\s*\}`;

let variableNamer: RegExp | null = null;

/** A function that does nothing but name one variable: `get Cart() { return Cart; }`, `function () { return f; }`, `() => f`. */
function namesAVariable(getter: Function): boolean {
  // What letters are in every script takes V8 a while to look up, and most files meet no getter.
  variableNamer ??= new RegExp(String.raw`^(?:${HEAD}\s*${BODY}|\(\s*\)\s*=>\s*(?:${NAME}|${BODY}))$`, 'u');
  return regExpExec(variableNamer, sourceOf(getter)) !== null;
}

/** The own property; undefined, too, for an export of an ES module whose evaluation did not get that far. */
export function descriptorAt(object: object, property: PropertyKey): PropertyDescriptor | undefined {
  try {
    return getOwnPropertyDescriptor(object, property);
  } catch {
    return undefined;
  }
}

/** How esbuild copies the exports of a module onto the object that others get. */
const COPY = /^\(\)\s*=>\s*from\[key\]$/;
/** An export in esbuild's list of them that only names a variable; `() => import_other.x` would run another getter. */
const LISTED = /(?:\b([\w$]+)|"([^"\\]+)"): \(\) => [\w$]+(?=\s*[,}])/g;

/** The names of copied exports that only name a variable. */
const copies = new WeakMap<object, ReadonlySet<string>>();

/** Reads from the code of a module, if esbuild wrote it, which of its exports only name a variable. */
export function noteCopies(exported: object, codeOf: () => string | undefined): void {
  const isCopied = (property: PropertyKey): boolean => isCopy(descriptorAt(exported, property));
  if (copies.has(exported) || !ownKeys(exported).some(isCopied)) return;
  const [, list] = /\b__export\([\w$]+, \{([^]*?)\n\}\);/.exec(codeOf() ?? '') ?? [];
  if (list === undefined) return;
  const names = [...`${list}}`.matchAll(LISTED)].map(([, name, quoted]) => name ?? (quoted as string));
  copies.set(exported, new Set(names));
}

function isCopy(descriptor: PropertyDescriptor | undefined): boolean {
  return descriptor?.get !== undefined && regExpExec(COPY, sourceOf(descriptor.get)) !== null;
}

/**
 * Whether an exported property is how swc and esbuild write the export of a module's own variable. Only such a getter
 * is ever called: it has no effect, unlike those that users write.
 */
export function isLiveBinding(exported: object, property: PropertyKey): boolean {
  const descriptor = descriptorAt(exported, property);
  if (descriptor?.get === undefined || descriptor.set !== undefined || descriptor.configurable === true) return false;
  if (typeof property === 'string' && copies.get(exported)?.has(property) === true) return isCopy(descriptor);
  return namesAVariable(descriptor.get);
}

/** What is exported under a name, as far as that can be told without running code of the user's. */
export function exportedAt(exported: object, property: PropertyKey): unknown {
  const descriptor = descriptorAt(exported, property);
  if (descriptor?.get === undefined || !isLiveBinding(exported, property)) return descriptor?.value;
  try {
    return apply(descriptor.get, exported, []);
  } catch {
    // A variable whose declaration was not reached.
    return undefined;
  }
}
