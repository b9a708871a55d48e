import fs from 'node:fs';
import path from 'node:path';
import url from 'node:url';
import * as utilTypes from 'node:util/types';
import { runInThisContext } from 'node:vm';

/**
 * The builtins this package uses while tests run, captured when it is loaded. Test code may replace any of them on the
 * host (`Map.prototype.get`, `Reflect.ownKeys`, `fs.writeFileSync`), and a watcher that calls the replacement would
 * report nonsense or break. Methods are uncurried: the receiver is the first argument.
 */
const { bind, call, toString: functionToString } = Function.prototype;

/** Turns a method into a function whose first argument is the receiver. */
export const uncurry = bind.bind(call) as <T, A extends unknown[], R>(
  method: (this: T, ...args: A) => R,
) => (receiver: T, ...args: A) => R;

/** `fn.call(self, ...)`, also where a test replaced `call`; without a list of the arguments. */
export const callOn = call.bind(call) as (fn: Function, self: unknown, ...args: unknown[]) => unknown;

// With the encoding 'utf8' `readFileSync` calls nothing that a test can replace.
export const { existsSync, mkdirSync, readFileSync, realpathSync, renameSync, statSync, writeFileSync } = fs;
export const { dirname, join, resolve } = path;
export const { fileURLToPath } = url;
export const { apply, defineProperty, deleteProperty, getOwnPropertyDescriptor, getPrototypeOf, has, ownKeys, set } =
  Reflect;
export const { create, freeze, getOwnPropertySymbols, is, isExtensible, isFrozen, isSealed, keys } = Object;
export const { isArray } = Array;
/** Whether reading from the object would run a proxy's traps. */
export const { isProxy } = utilTypes;
export const isArrayBufferView = ArrayBuffer.isView;
export const { captureStackTrace } = Error;
export const { stringify, parse } = JSON;

export const arrayPush = uncurry(Array.prototype.push) as <T>(list: T[], item: T) => number;
export const arrayIncludes = uncurry(Array.prototype.includes) as <T>(list: readonly T[], item: T) => boolean;
export const arrayConcat = uncurry(Array.prototype.concat) as unknown as <T>(a: readonly T[], b: readonly T[]) => T[];
export const arrayIndexOf = uncurry(Array.prototype.indexOf) as <T>(list: readonly T[], item: T) => number;
export const arraySplice = uncurry(Array.prototype.splice) as unknown as (
  list: unknown[],
  at: number,
  count: number,
) => unknown[];
export const arrayUnshift = uncurry(Array.prototype.unshift) as <T>(list: T[], item: T) => number;
export const arraySlice = uncurry(Array.prototype.slice) as <T>(list: readonly T[], from?: number, to?: number) => T[];

export const arrayFilter = uncurry(Array.prototype.filter) as <T>(
  list: readonly T[],
  keep: (item: T) => boolean,
) => T[];
export const arrayMap = uncurry(Array.prototype.map) as <T, U>(list: readonly T[], make: (item: T) => U) => U[];
export const arrayForEach = uncurry(Array.prototype.forEach) as <T>(
  list: readonly T[],
  visit: (item: T) => void,
) => void;

export const mapGet = uncurry(Map.prototype.get) as <K, V>(map: ReadonlyMap<K, V>, key: K) => V | undefined;
export const mapSet = uncurry(Map.prototype.set) as <K, V>(map: Map<K, V>, key: K, value: V) => Map<K, V>;
export const mapHas = uncurry(Map.prototype.has) as <K>(map: ReadonlyMap<K, unknown>, key: K) => boolean;
export const mapDelete = uncurry(Map.prototype.delete) as <K>(map: Map<K, unknown>, key: K) => boolean;
export const mapForEach = uncurry(Map.prototype.forEach) as <K, V>(
  map: ReadonlyMap<K, V>,
  visit: (value: V, key: K) => void,
) => void;

export const setAdd = uncurry(Set.prototype.add) as <T>(set: Set<T>, item: T) => Set<T>;
export const setForEach = uncurry(Set.prototype.forEach) as <T>(set: ReadonlySet<T>, visit: (item: T) => void) => void;
export const setHas = uncurry(Set.prototype.has) as <T>(set: ReadonlySet<T>, item: T) => boolean;
export const setDelete = uncurry(Set.prototype.delete) as <T>(set: Set<T>, item: T) => boolean;

export const weakSetAdd = uncurry(WeakSet.prototype.add) as <T extends object>(set: WeakSet<T>, item: T) => WeakSet<T>;
export const weakSetHas = uncurry(WeakSet.prototype.has) as <T extends object>(set: WeakSet<T>, item: T) => boolean;

export const stringStartsWith = uncurry(String.prototype.startsWith) as (text: string, prefix: string) => boolean;
export const stringIncludes = uncurry(String.prototype.includes) as (text: string, part: string) => boolean;
export const stringSlice = uncurry(String.prototype.slice) as (text: string, from: number, to?: number) => string;
export const stringLastIndexOf = uncurry(String.prototype.lastIndexOf) as (text: string, part: string) => number;
export const stringIndexOf = uncurry(String.prototype.indexOf) as (text: string, part: string) => number;

export const regExpExec = uncurry(RegExp.prototype.exec) as (pattern: RegExp, text: string) => RegExpExecArray | null;

/** Source text of a function; `function () { [native code] }` for a proxied one. Never runs user code. */
export const sourceOf = uncurry(functionToString) as (fn: Function) => string;
/** Text of a symbol, such as `Symbol(x)`. */
export const symbolToString = uncurry(Symbol.prototype.toString) as (symbol: symbol) => string;

/**
 * The global object of the main context, where `Runtime.evaluate` of V8's inspector looks, and only there. Where this
 * module itself runs in a sandbox (our unit tests) `globalThis` would be another one.
 */
export const hostGlobal = runInThisContext('globalThis') as object;
