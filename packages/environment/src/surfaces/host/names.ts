import { symbolToString, stringIncludes, stringSlice, stringStartsWith } from '../../originals';
import { lockCall } from './locks';

/** How one watched object is called: the name of its root, and how many properties lead from there to it. */
export interface SlotName {
  kind: 'core-module-mutated' | 'host-object-mutated';
  text: string;
  depth: number;
}

/** `fs.readFile`, `events[Symbol(nodejs.rejection)]`, `emitter[Symbol.iterator]`, `Object.freeze(fs)`. */
export function keyOf(name: SlotName, property: PropertyKey): string {
  const lock = typeof property === 'symbol' ? lockCall(property) : null;
  if (lock !== null) return `${lock}(${name.text})`;
  return name.text + segmentOf(property);
}

/** The name of what `property` of the object called `name` holds. */
export function childName(name: SlotName, property: PropertyKey): SlotName {
  return { kind: name.kind, text: keyOf(name, property), depth: name.depth + 1 };
}

/** Whether `a` is the better name: a host global first, then a module without `/`, the shorter path, the alphabet. */
export function isBetterName(a: SlotName, b: SlotName): boolean {
  if (a.kind !== b.kind) return a.kind === 'host-object-mutated';
  const bSub = isSubmodule(b);
  if (isSubmodule(a) !== bSub) return bSub;
  if (a.depth !== b.depth) return a.depth < b.depth;
  return a.text < b.text;
}

function segmentOf(property: PropertyKey): string {
  if (typeof property !== 'symbol') return `.${String(property)}`;
  const text = symbolToString(property);
  // A well-known symbol is written as code writes it.
  return stringStartsWith(text, 'Symbol(Symbol.') ? `[${stringSlice(text, 7, -1)}]` : `[${text}]`;
}

function isSubmodule(name: SlotName): boolean {
  return name.kind === 'core-module-mutated' && stringIncludes(name.text, '/');
}
