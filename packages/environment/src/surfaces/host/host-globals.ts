import { builtinModules } from 'node:module';
import {
  apply,
  arrayConcat,
  arrayIncludes,
  arrayPush,
  defineProperty,
  getOwnPropertyDescriptor,
  getPrototypeOf,
  isProxy,
  mapGet,
  mapSet,
  ownKeys,
  setHas,
  sourceOf,
  stringIncludes,
  stringIndexOf,
  stringSlice,
} from '../../originals';
import type { SlotChange } from '../slot';
import { childName, type SlotName } from './names';
import { enterable } from './reach';

/** The objects of the host that test code can reach: replaced by fakes in unit tests. */
export interface Host {
  global: object;
  process: NodeJS.Process;
}

/** A host object and the name under which its properties are reported. */
export interface HostRoot {
  object: object;
  name: SlotName;
}

/**
 * Globals of the language: every sandbox has its own, but the host's can be reached through what core modules return
 * (`Object.getPrototypeOf(os.cpus())`).
 */
const INTRINSICS = [
  'Array',
  'BigInt',
  'Boolean',
  'Date',
  'Error',
  'Function',
  'JSON',
  'Map',
  'Math',
  'Number',
  'Object',
  'Promise',
  'RangeError',
  'ReferenceError',
  'Reflect',
  'RegExp',
  'Set',
  'String',
  'Symbol',
  'SyntaxError',
  'TypeError',
  'WeakMap',
  'WeakRef',
  'WeakSet',
];

/** Globals that are never shared by reference, or that Jest gives each file anew. */
const NOT_SHARED: ReadonlySet<PropertyKey> = new Set<PropertyKey>([
  ...INTRINSICS,
  'Atomics',
  'Intl',
  'Proxy',
  'WebAssembly',
  'console',
  // Newer versions of Node warn when these are touched.
  'localStorage',
  'sessionStorage',
  'global',
  'globalThis',
  'process',
  // Every realm has its own of these, as of the intrinsics above, or they are no objects.
  'Infinity',
  'NaN',
  'decodeURI',
  'decodeURIComponent',
  'encodeURI',
  'encodeURIComponent',
  'escape',
  'eval',
  'isFinite',
  'isNaN',
  'parseFloat',
  'parseInt',
  'undefined',
  'unescape',
]);

/** Globals that Node keeps behind an accessor even after their first use. */
const ACCESSORS_FOR_GOOD: ReadonlySet<string> = new Set(['Buffer', 'crypto', 'performance']);

/** Node 26 has its modules as lazy globals too: those are core modules, whatever the way to them. */
function mayBeShared(key: PropertyKey): key is string {
  if (typeof key !== 'string') return false;
  let answer = mapGet(shareable, key);
  if (answer === undefined) {
    answer = !setHas(NOT_SHARED, key) && (key === 'crypto' || !arrayIncludes(builtinModules, key));
    mapSet(shareable, key, answer);
  }
  return answer;
}

/** Asked again for each file. */
const shareable = new Map<string, boolean>();

/** The names of all globals that a sandbox may have by reference. */
export function shareableNames({ global }: Host): string[] {
  return ownKeys(global).filter(mayBeShared);
}

/** The name of a host global. */
export function globalName(text: string): SlotName {
  return { kind: 'host-object-mutated', text, depth: 0 };
}

/** The host's own intrinsics, as far as they can be reached from a sandbox. */
export function intrinsicRoots({ global }: Host): HostRoot[] {
  return INTRINSICS.flatMap((name) => rootOf(name, getOwnPropertyDescriptor(global, name)?.value));
}

/** The host's other globals that exist already; `crypto`, which is costly to make, comes with its module. */
export function globalRoots(host: Host): HostRoot[] {
  const roots: HostRoot[] = [];
  const keys = ownKeys(host.global);
  for (let i = 0; i < keys.length; i += 1) {
    const key = keys[i] as PropertyKey;
    if (!mayBeShared(key)) continue;
    roots.push(...rootOf(key, key === 'crypto' ? null : hostValue(host, key)));
  }
  return roots;
}

/** The class prototype of a shared instance, if its class is a host global (`Performance.prototype`). */
export function prototypeRoots({ global }: Host, instance: object): HostRoot[] {
  const prototype = getPrototypeOf(instance);
  const maker: unknown = prototype === null ? null : getOwnPropertyDescriptor(prototype, 'constructor')?.value;
  if (typeof maker !== 'function' || typeof instance === 'function') return [];
  const name: unknown = getOwnPropertyDescriptor(maker, 'name')?.value;
  if (typeof name !== 'string' || setHas(NOT_SHARED, name) || !getOwnPropertyDescriptor(global, name)) return [];
  return rootOf(`${name}.prototype`, prototype);
}

/**
 * The lazy global that may be the object a core module hands out under the same name (`buffer.Blob`). Only asked for a
 * finding, since it makes the global.
 */
export function lazyGlobalRoots({ global }: Host, name: SlotName): HostRoot[] {
  const lazy = name.kind === 'core-module-mutated' ? secondSegment(name.text) : null;
  if (lazy === null || !mayBeShared(lazy)) return [];
  return openedRoot(global, lazy, globalName(lazy));
}

/** The WebCrypto objects behind accessors of the `crypto` module; the global `crypto` is the same object. */
export function webCryptoRoots(cryptoModule: object): HostRoot[] {
  return arrayConcat(
    openedRoot(cryptoModule, 'webcrypto', globalName('crypto')),
    openedRoot(cryptoModule, 'subtle', childName(globalName('crypto'), 'subtle')),
  );
}

/**
 * Whether a host tool (a transformer, Babel's configuration) polyfilled the host's own language: a function of the
 * host's realm on one of its intrinsics. A test's functions are of the sandbox's realm.
 */
export function isPolyfill({ global }: Host, { kind, key, after }: SlotChange): boolean {
  const dot = stringIndexOf(key, '.');
  if (kind !== 'host-object-mutated' || !arrayIncludes(INTRINSICS, stringSlice(key, 0, dot))) return false;
  const maker: unknown = getOwnPropertyDescriptor(global, 'Function')?.value;
  const value: unknown = after?.value ?? after?.get;
  if (typeof maker !== 'function' || typeof value !== 'function' || isProxy(value)) return false;
  return getPrototypeOf(value) === getOwnPropertyDescriptor(maker, 'prototype')?.value;
}

/** The parts of the host's process that the sandbox's copy shares: functions, the prototype, the output streams. */
export function processRoots({ process }: Host): HostRoot[] {
  const roots = rootOf('Object.getPrototypeOf(process)', getPrototypeOf(process));
  const keys = ownKeys(process);
  for (let i = 0; i < keys.length; i += 1) {
    const value: unknown = getOwnPropertyDescriptor(process, keys[i] as PropertyKey)?.value;
    if (typeof keys[i] === 'string' && typeof value === 'function') {
      roots.push(...rootOf(`process.${keys[i] as string}`, value));
    }
  }
  return roots;
}

/** `process.stdout` and `process.stderr` of the host. `stdin` is left alone: reading it opens it. */
export function streamRoots({ process }: Host): HostRoot[] {
  return [...rootOf('process.stdout', process.stdout), ...rootOf('process.stderr', process.stderr)];
}

/**
 * Finds which of the host's globals a sandbox shares by reference. Those that the sandbox has already are returned; for
 * those that Jest's node environment makes on first use, `onShared` is called just before test code gets the value.
 */
export function sharedRoots(host: Host, sandbox: object, onShared: (root: HostRoot) => void): HostRoot[] {
  const shared: HostRoot[] = [];
  const keys = ownKeys(host.global);
  for (let i = 0; i < keys.length; i += 1) {
    const key = keys[i] as PropertyKey;
    if (!mayBeShared(key)) continue;
    const own = getOwnPropertyDescriptor(sandbox, key);
    if (own === undefined) continue;
    if (own.get !== undefined) {
      watchFirstUse(sandbox, key, own, onShared);
      continue;
    }
    const value = enterable(own.value);
    if (value !== null && value === hostValue(host, key)) {
      arrayPush(shared, { object: value, name: globalName(key) });
    }
  }
  return shared;
}

/** The host's value of a global. Lazy ones are not made: nobody can share what does not exist yet. */
function hostValue({ global }: Host, key: string): unknown {
  const descriptor = getOwnPropertyDescriptor(global, key);
  if (descriptor?.get === undefined) return descriptor?.value;
  return setHas(ACCESSORS_FOR_GOOD, key) ? openedRoot(global, key, globalName(key))[0]?.object : undefined;
}

/** The environment of Jest (29.7 to 30.5) puts an accessor for each Node global, so that lazy ones stay lazy. */
function watchFirstUse(
  sandbox: object,
  key: string,
  own: PropertyDescriptor,
  onShared: (root: HostRoot) => void,
): void {
  const { get } = own;
  if (get === undefined || own.configurable !== true || !stringIncludes(sourceOf(get), 'nodeGlobalsKey')) return;
  const watching = {
    get(): unknown {
      const value: unknown = apply(get, sandbox, []);
      const object = enterable(value);
      if (object !== null) onShared({ object, name: globalName(key) });
      return value;
    },
  };
  own.get = watching.get;
  // Where it is refused the accessor stays as it was; the object is watched once a module that has it is.
  defineProperty(sandbox, key, own);
}

/** `Blob` in `buffer.Blob.prototype`. */
function secondSegment(text: string): string | null {
  const from = stringIndexOf(text, '.') + 1;
  if (from === 0) return null;
  const rest = stringSlice(text, from);
  const end = stringIndexOf(rest, '.');
  return end === -1 ? rest : stringSlice(rest, 0, end);
}

function openedRoot(object: object, property: string, name: SlotName): HostRoot[] {
  const get = getOwnPropertyDescriptor(object, property)?.get;
  if (get === undefined) return [];
  try {
    const opened = enterable(apply(get, object, []));
    return opened === null ? [] : [{ object: opened, name }];
  } catch {
    return [];
  }
}

function rootOf(text: string, value: unknown): HostRoot[] {
  const object = enterable(value);
  return object === null ? [] : [{ object, name: globalName(text) }];
}
