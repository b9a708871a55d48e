import {
  apply,
  arrayPush,
  getOwnPropertyDescriptor,
  isArray,
  isArrayBufferView,
  isProxy,
  ownKeys,
  regExpExec,
  setAdd,
  setHas,
} from '../../originals';
import { childName, type SlotName } from './names';
import { isBookkeeping, isIgnoredKey, roleOf } from './noise';

/** An object found below a root. */
export interface Reached {
  object: object;
  name: SlotName;
  /** The function whose `prototype` this is, if it was reached so. */
  prototypeOf: Function | null;
}

/**
 * Node's accessors that merely hand out an object. They are opened once, when their module is taken into the watch,
 * which is before any test code has it.
 */
const OPENED: ReadonlySet<string> = new Set([
  'buffer.Blob',
  'buffer.File',
  'dns.promises',
  'events.EventEmitterAsyncResource',
  'fs.Dir',
  'fs.ReadStream',
  'fs.WriteStream',
  'fs.promises',
  'http.globalAgent',
  'https.globalAgent',
  'net.BlockList',
  'net.SocketAddress',
  'readline.promises',
  'stream.promises',
  'timers.promises',
  'util.MIMEParams',
  'util.MIMEType',
  'util.TextDecoder',
  'util.TextEncoder',
  'util.inspect.defaultOptions',
]);

/**
 * The name of a class. Most functions of Node have a prototype that owns nothing but `constructor` and that nobody uses;
 * a class may have the same because it inherits the rest (`zlib.Gzip`), or is native and gives each instance its own.
 */
const CLASS = /(?:^|\.)[A-Z][^.]*$/;

/** Arrays longer than this are data. */
const LONGEST_ARRAY = 200;

/**
 * Every object within `depth` properties of `root`, nearest first, each once. Calls no getter but those of
 * {@link OPENED}, and enters nothing that could run code (proxies) or that is no shared state (buffers, the process).
 */
export function reachFrom(root: object, rootName: SlotName, depth: number): Reached[] {
  const reached: Reached[] = [{ object: root, name: rootName, prototypeOf: null }];
  const seen = new Set<object>([root, globalThis, process]);
  for (let i = 0; i < reached.length; i += 1) {
    const { object, name } = reached[i] as Reached;
    if (name.depth - rootName.depth >= depth) continue;
    const role = roleOf(object);
    const keys = ownKeys(object);
    for (let k = 0; k < keys.length; k += 1) {
      const key = keys[k] as PropertyKey;
      const descriptor = getOwnPropertyDescriptor(object, key);
      if (descriptor === undefined || isIgnoredKey(role, name.text, key) || isBookkeeping(role, key, descriptor))
        continue;
      const child = childName(name, key);
      const value = valueOf(object, descriptor, child.text);
      if (value === null || setHas(seen, value)) continue;
      setAdd(seen, value);
      const prototypeOf = key === 'prototype' && typeof object === 'function' ? object : null;
      if (prototypeOf !== null && ownKeys(value).length === 1 && regExpExec(CLASS, name.text) === null) continue;
      arrayPush(reached, { object: value, name: child, prototypeOf });
    }
  }
  return reached;
}

/** `value` if it is an object whose properties can be read without running anybody's code, else null. */
export function enterable(value: unknown): object | null {
  if ((typeof value !== 'object' && typeof value !== 'function') || value === null) return null;
  if (isProxy(value) || isArrayBufferView(value)) return null;
  return isArray(value) && value.length > LONGEST_ARRAY ? null : value;
}

function valueOf(object: object, descriptor: PropertyDescriptor, name: string): object | null {
  if (descriptor.get === undefined) return enterable(descriptor.value);
  if (!setHas(OPENED, name)) return null;
  try {
    return enterable(apply(descriptor.get, object, []));
  } catch {
    return null;
  }
}
