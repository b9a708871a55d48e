import { is, isExtensible, isFrozen, isSealed } from '../../originals';

/**
 * What can be done to a whole object, and can never be taken back. It is watched as if it were a property of the object,
 * under a symbol that no object has.
 */
interface Lock {
  readonly property: symbol;
  readonly call: string;
  readonly state: PropertyDescriptor;
}

const OPEN = stateOf('open');
const FREEZE = lock('Object.freeze', 'frozen');
const SEAL = lock('Object.seal', 'sealed');
const CLOSE = lock('Object.preventExtensions', 'not extensible');

/** How far an object is locked: the property of its {@link Lock}, or null. */
export function lockOf(object: object): symbol | null {
  if (isExtensible(object)) return null;
  return isFrozen(object) ? FREEZE.property : isSealed(object) ? SEAL.property : CLOSE.property;
}

/** The state of an object with this lock; reads like the descriptor of a property. */
export function lockState(property: symbol | null): PropertyDescriptor {
  return lockNamed(property)?.state ?? OPEN;
}

/** The call that made a lock, by its property; null for any other property. */
export function lockCall(property: PropertyKey): string | null {
  return lockNamed(property)?.call ?? null;
}

/** The word for a state of {@link lockState}; null for the descriptor of a property. */
export function lockWord(state: PropertyDescriptor): string | null {
  const isState = state === OPEN || state === FREEZE.state || state === SEAL.state || state === CLOSE.state;
  return isState ? (state.value as string) : null;
}

/** Whether what became of one property is no more than what its object's lock does to each. */
export function isPartOfLock(property: symbol, was: PropertyDescriptor, now: PropertyDescriptor): boolean {
  if (property === CLOSE.property || was.enumerable !== now.enumerable || now.configurable !== false) return false;
  if (was.get !== now.get || was.set !== now.set || !is(was.value, now.value)) return false;
  return was.writable === now.writable || (property === FREEZE.property && now.writable === false);
}

function lockNamed(property: PropertyKey | null): Lock | null {
  if (property === FREEZE.property) return FREEZE;
  if (property === SEAL.property) return SEAL;
  return property === CLOSE.property ? CLOSE : null;
}

function lock(call: string, word: string): Lock {
  return { property: Symbol(call), call, state: stateOf(word) };
}

function stateOf(value: string): PropertyDescriptor {
  return { value, writable: true, enumerable: true, configurable: true };
}
