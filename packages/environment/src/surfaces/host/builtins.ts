import { builtinModules } from 'node:module';
import { arrayIncludes, arrayPush, setHas, stringIndexOf, stringSlice, stringStartsWith } from '../../originals';

/**
 * Builtins that are never loaded in order to be watched: loading them prints a warning (`punycode`, `sys`, `wasi`,
 * `sqlite`, the old `_tls_*` and `_stream_*` files), starts something, or can throw. `process` is a copy in the sandbox.
 */
const UNWATCHED: ReadonlySet<string> = new Set([
  'inspector',
  'process',
  'punycode',
  'quic',
  'sea',
  'sqlite',
  'sys',
  'test',
  'trace_events',
  'wasi',
]);

/** Node itself patches `events` while it loads these: what changes then is no act. */
const PATCHES_OTHERS: ReadonlySet<string> = new Set(['cluster', 'domain', 'repl']);

/**
 * Only the sandbox's own request makes these worth watching: host tools load and patch them at any time, or nobody does,
 * as with the two hundred numbers that `constants` has to itself.
 */
const ONLY_WHEN_HANDED_OUT: ReadonlySet<string> = new Set([...PATCHES_OTHERS, 'constants', 'module']);

const LOADING: ReadonlySet<string> = new Set(['fs', 'module', 'path', 'url', 'vm']);

/** The name without `node:`. */
export function bareName(name: string): string {
  return stringStartsWith(name, 'node:') ? stringSlice(name, 5) : name;
}

/** `fs` for `fs/promises`, the name itself otherwise. */
export function baseModule(name: string): string {
  const slash = stringIndexOf(name, '/');
  return slash === -1 ? name : stringSlice(name, 0, slash);
}

/** Whether loading the module (bare name) is silent and without effect for anybody. */
export function isWatchable(name: string): boolean {
  return !stringStartsWith(name, '_') && !setHas(UNWATCHED, baseModule(name));
}

/** Whether Node changes other core modules while it loads this one. */
export function patchesOthers(name: string): boolean {
  return setHas(PATCHES_OTHERS, name);
}

/** Whether Node loads other modules with the functions of this one. */
export function loadsModules(name: string): boolean {
  return setHas(LOADING, baseModule(bareName(name)));
}

/** The host's own instance of a core module, or undefined when this Node has none of that name. */
export function loadBuiltin(name: string): object | undefined {
  try {
    const exports: unknown = require(`node:${name}`);
    const isObject = (typeof exports === 'object' && exports !== null) || typeof exports === 'function';
    return isObject ? (exports as object) : undefined;
  } catch {
    return undefined;
  }
}

/** Whether the process has compiled a core module (bare name) already. */
export function isLoaded(name: string): boolean {
  const { moduleLoadList = [] } = process as unknown as { moduleLoadList?: string[] };
  return arrayIncludes(moduleLoadList, `NativeModule ${name}`);
}

/** Watchable modules that the process has compiled already, so that requiring them costs next to nothing. */
export function loadedBuiltins(): string[] {
  const loaded: string[] = [];
  for (let i = 0; i < builtinModules.length; i += 1) {
    const name = builtinModules[i] as string;
    if (!isWatchable(name) || setHas(ONLY_WHEN_HANDED_OUT, name)) continue;
    if (isLoaded(name)) arrayPush(loaded, name);
  }
  return loaded;
}
