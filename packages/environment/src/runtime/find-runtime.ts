import nodeModule from 'node:module';
import { apply, mapForEach, mapGet, mapSet, weakSetAdd, weakSetHas } from '../originals';
import { captureFrames } from '../site/capture-frames';

/** How many callers of `exportConditions()` are looked at: a base environment may stand between Jest and us. */
const CALLERS_TRIED = 6;

/** The Runtime class of the running Jest, and the file that it came from. */
export interface RuntimeModule {
  file: string;
  Runtime: Function;
}

/** Takes one Runtime and the environment that it was made for, before the Runtime has run anything. */
export type RuntimeListener = (runtime: object, environment: object) => void;

/** What copies of this package share on a patched prototype. Its shape is never changed, only added to. */
interface RuntimeSeam {
  /** One listener for each copy of this package. */
  listeners: Map<symbol, RuntimeListener>;
  /** Runtimes that were handed over already: `resetModules` is called again by tests and by the teardown. */
  seen: WeakSet<object>;
}

const SEAM = Symbol.for('jest-hermetic.runtime-seam');
const thisCopy = Symbol('this copy of @jest-hermetic/environment');
const ourEnvironments = new WeakSet<object>();

/**
 * Finds the Runtime class of the Jest that is calling `below`, which has to be the override of `exportConditions()`
 * that is being executed: every Runtime constructor from 29.7.0 to 30.5.2 calls it, so the file of a caller is the
 * live jest-runtime. That needs no resolution, and so also holds for linked layouts, a custom runner or a subclass.
 *
 * Null when no caller is a loaded CommonJS module whose (default) export looks like the Runtime class; then the
 * registry and the mocks cannot be watched, and the caller reports them as unobservable.
 */
export function findRuntimeModule(below: Function): RuntimeModule | null {
  const loaded = hostModules();
  for (const { file } of captureFrames(below, CALLERS_TRIED)) {
    const Runtime = runtimeClassOf(loaded[file]);
    if (Runtime !== null) return { file, Runtime };
  }
  return null;
}

const knownModules = new Map<string, RuntimeModule>();

/** The same, asked once for all files with one `origin`: the words of the config that decide where Jest takes it from. */
export function runtimeModuleOf(origin: string, below: Function): RuntimeModule | null {
  const known = mapGet(knownModules, origin);
  if (known !== undefined) return known;
  const found = findRuntimeModule(below);
  if (found !== null) mapSet(knownModules, origin, found);
  return found;
}

function hostModules(): Record<string, { exports?: unknown } | undefined> {
  // Not in Node's types, but in every Node, and the only list of what is really loaded.
  return (nodeModule as unknown as { _cache?: Record<string, { exports?: unknown } | undefined> })._cache ?? {};
}

function runtimeClassOf(loaded: { exports?: unknown } | undefined): Function | null {
  try {
    const exported = loaded?.exports as { default?: unknown } | undefined;
    return [exported?.default, exported].find(looksLikeRuntime) ?? null;
  } catch {
    // Exports may be getters that fail while their module is still being loaded.
    return null;
  }
}

function looksLikeRuntime(value: unknown): value is Function {
  return typeof value === 'function' && typeof ownOfPrototype(value, 'resetModules')?.value === 'function';
}

function ownOfPrototype(Runtime: Function, key: PropertyKey): PropertyDescriptor | undefined {
  const prototype: unknown = Runtime.prototype;
  if (typeof prototype !== 'object' || prototype === null) return undefined;
  return Object.getOwnPropertyDescriptor(prototype, key);
}

/** Makes `environment` one of ours: the Runtime that is made for it will be handed to the listener. */
export function registerEnvironment(environment: object): void {
  ourEnvironments.add(environment);
}

/**
 * Has `onInstance` called with each Runtime made for a registered environment, once, and before anything runs in it:
 * every Runtime constructor from 29.7.0 to 30.5.2 ends with `this.resetModules()`, with `_environment` set. For all
 * other environments of the worker the patched method only calls the original.
 *
 * The patch is put on once, whichever copy of this package comes first; a later call replaces this copy's listener,
 * which stays for the life of the worker and so must not hold an environment itself.
 * `onInstance` must not throw, for that would fail the user's test file. False, with nothing patched, when `Runtime`
 * is not as expected; where a future Runtime no longer ends that way, `onInstance` is never called. In both cases the
 * caller reports the registry and the mocks as unobservable.
 */
export function patchResetModules(Runtime: Function, onInstance: RuntimeListener): boolean {
  const found = ownOfPrototype(Runtime, SEAM)?.value as RuntimeSeam | undefined;
  const seam = found ?? installSeam(Runtime);
  seam?.listeners.set(thisCopy, (runtime, environment) => {
    if (weakSetHas(ourEnvironments, environment)) onInstance(runtime, environment);
  });
  return seam !== null;
}

function installSeam(Runtime: Function): RuntimeSeam | null {
  const method = ownOfPrototype(Runtime, 'resetModules');
  if (typeof method?.value !== 'function' || method.configurable === false) return null;
  const original = method.value as (...args: unknown[]) => unknown;
  const seam: RuntimeSeam = { listeners: new Map(), seen: new WeakSet() };
  const patched = function (this: { _environment?: unknown }, ...args: unknown[]): unknown {
    handOver(seam, this);
    return apply(original, this, args);
  };
  Object.defineProperty(patched, 'name', { value: original.name, configurable: true });
  Object.defineProperty(patched, 'length', { value: original.length, configurable: true });
  Object.defineProperty(Runtime.prototype, 'resetModules', { ...method, value: patched });
  Object.defineProperty(Runtime.prototype, SEAM, { value: seam, configurable: true });
  return seam;
}

function handOver(seam: RuntimeSeam, runtime: { _environment?: unknown }): void {
  if (weakSetHas(seam.seen, runtime)) return;
  const environment = runtime._environment;
  if (typeof environment !== 'object' || environment === null) return;
  weakSetAdd(seam.seen, runtime);
  mapForEach(seam.listeners, (listener) => listener(runtime, environment));
}
