import {
  existsSync,
  getOwnPropertyDescriptor,
  getPrototypeOf,
  isProxy,
  setHas,
  stringStartsWith,
  symbolToString,
} from '../../originals';

/**
 * What an object is, as far as it decides which of its properties are state that tests share and which are the
 * object's own bookkeeping: `instance` for an object made by a class (an agent, a stream).
 */
export type Role = 'plain' | 'function' | 'instance';

/** Fields of agents and streams that ordinary use changes. */
const INSTANCE_BOOKKEEPING: ReadonlySet<PropertyKey> = new Set<PropertyKey>([
  'bytesRead',
  'bytesWritten',
  'connecting',
  'destroyed',
  'freeSockets',
  'requests',
  'sockets',
  'totalSocketCount',
]);

/** Properties that Node, Jest and its tools change on their own while files run. */
const NODE_BOOKKEEPING: ReadonlySet<PropertyKey> = new Set<PropertyKey>([
  '_cache',
  '_eventsCount',
  '_events',
  '_extensions',
  '_pathCache',
  'emit',
  'globalPaths',
  'prepareStackTrace',
  'stackTraceLimit',
]);

/** Keys for which {@link NODE_BOOKKEEPING} holds only on the objects named here. */
const BOOKKEEPERS: ReadonlySet<string> = new Set(['Error', 'module', 'process', 'Object.getPrototypeOf(process)']);

/** Of the realm of Node's own functions, also where this code runs in another one. */
const hostFunctionPrototype: unknown = getPrototypeOf(existsSync);

/** The role of an object; realm-independent, and it calls nothing of the object's. */
export function roleOf(object: object): Role {
  if (typeof object === 'function') return 'function';
  const prototype = getPrototypeOf(object);
  if (prototype === null || getPrototypeOf(prototype) === null) return 'plain';
  // A prototype of a derived class has a prototype of its own too, but it is no instance.
  return getOwnPropertyDescriptor(object, 'constructor') === undefined ? 'instance' : 'plain';
}

/** Jest marks host objects with own symbols. */
export function isJestMark(key: PropertyKey): boolean {
  return typeof key === 'symbol' && stringStartsWith(symbolToString(key), 'Symbol($$jest-');
}

/** Whether a property is never looked at. */
export function isIgnoredKey(role: Role, name: string, key: PropertyKey): boolean {
  if (isJestMark(key)) return true;
  if (role === 'function' && (key === 'name' || key === 'length')) return true;
  return setHas(BOOKKEEPERS, name) && setHas(NODE_BOOKKEEPING, key);
}

/**
 * Whether the change of a property is an instance's own bookkeeping: a private field, a counter. A function put there
 * is never bookkeeping.
 */
export function isBookkeeping(
  role: Role,
  key: PropertyKey,
  before?: PropertyDescriptor,
  after?: PropertyDescriptor,
): boolean {
  if (role !== 'instance' || holdsFunction(before) || holdsFunction(after)) return false;
  if (typeof key === 'symbol') return true;
  return setHas(INSTANCE_BOOKKEEPING, key) || (typeof key === 'string' && stringStartsWith(key, '_'));
}

function holdsFunction(descriptor: PropertyDescriptor | undefined): boolean {
  return descriptor !== undefined && (typeof descriptor.value === 'function' || descriptor.get !== undefined);
}

/**
 * Whether Node exchanged a method of `dns` itself: `dns.setServers()` binds most of them to a new resolver. The servers
 * are a setting of their own.
 */
export function isRebound(before: PropertyDescriptor | undefined, after: PropertyDescriptor | undefined): boolean {
  const was: unknown = before?.value;
  const is: unknown = after?.value;
  return isBoundByHost(was) && isBoundByHost(is) && nameOf(was) === nameOf(is);
}

/** Whether a value is a function that code of the host's realm made with `bind()`. */
export function isBoundByHost(value: unknown): value is Function {
  return (
    typeof value === 'function' &&
    !isProxy(value) &&
    getPrototypeOf(value) === hostFunctionPrototype &&
    stringStartsWith(nameOf(value), 'bound ')
  );
}

function nameOf(fn: Function): string {
  const name: unknown = getOwnPropertyDescriptor(fn, 'name')?.value;
  return typeof name === 'string' ? name : '';
}
