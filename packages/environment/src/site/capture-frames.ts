import * as nodeUrl from 'node:url';
import { packageOf } from './file-paths';
import type { RawFrame } from './frame';

/** The part of V8's call site that is read here. Its methods cannot be replaced: V8 makes them read-only. */
interface V8Site {
  getFileName(): string | null | undefined;
  getLineNumber(): number | null;
  getColumnNumber(): number | null;
}

// Everything used during a capture is taken once, when this module is loaded: tests can reach and replace the host's
// Error.captureStackTrace or Reflect.defineProperty, and must neither break a capture nor see it.
const HostError = Error;
const { captureStackTrace } = HostError;
const { apply, defineProperty, deleteProperty, getOwnPropertyDescriptor, setPrototypeOf } = Reflect;
const { isArray } = Array;
const { fileURLToPath } = nodeUrl;
const { startsWith } = String.prototype;

const keepSites = (_error: unknown, sites: unknown): unknown => sites;

/** Without a prototype: a `get` or `set` put on Object.prototype would otherwise be part of each descriptor. */
function bare(descriptor: PropertyDescriptor): PropertyDescriptor {
  setPrototypeOf(descriptor, null);
  return descriptor;
}

const rawSites = bare({ value: keepSites, writable: true, enumerable: true, configurable: true });
const stackLimit = bare({ value: 0, writable: true, enumerable: true, configurable: true });

function restore(key: 'prepareStackTrace' | 'stackTraceLimit', before: PropertyDescriptor | undefined): void {
  if (before === undefined) deleteProperty(HostError, key);
  else defineProperty(HostError, key, bare(before));
}

/** The raw call sites below `below`, or null when the host's Error has been sealed against us. */
function captureSites(below: Function, limit: number): V8Site[] | null {
  const prepareBefore = getOwnPropertyDescriptor(HostError, 'prepareStackTrace');
  const limitBefore = getOwnPropertyDescriptor(HostError, 'stackTraceLimit');
  const holder: { stack?: unknown } = {};
  stackLimit.value = limit;
  try {
    defineProperty(HostError, 'prepareStackTrace', rawSites);
    defineProperty(HostError, 'stackTraceLimit', stackLimit);
    captureStackTrace(holder, below);
    const sites = holder.stack;
    return isArray(sites) ? (sites as V8Site[]) : null;
  } finally {
    restore('prepareStackTrace', prepareBefore);
    restore('stackTraceLimit', limitBefore);
  }
}

/** The path of a script name: `file://` URLs become paths, everything else stays; null for a malformed URL. */
export function pathOfScript(name: string): string | null {
  // The first letter alone settles nearly every name, and no patch can reach it.
  if (name[0] !== 'f' || !apply(startsWith, name, ['file://'])) return name;
  try {
    return fileURLToPath(name);
  } catch {
    return null;
  }
}

function readFrame(site: V8Site): RawFrame | null {
  const name = site.getFileName();
  const line = site.getLineNumber();
  if (!name || line === null) return null;
  const file = pathOfScript(name);
  return file === null ? null : { file, line, column: site.getColumnNumber() ?? 1 };
}

/**
 * The frames of the current stack below the innermost call of `below`, innermost first and at most `limit`; frames
 * without a file (builtins, `eval`) are left out. Positions are those of the code that ran: 1-based, not
 * source-mapped. Empty when `below` is not on the stack.
 *
 * Whatever formats stacks at the moment is bypassed and put back as it was: source-map-support up to Jest 30.4,
 * Jest's own formatter since 30.5. The sandbox's `Error` is another realm's, so what tests set on it has no effect
 * here. No call site is kept: they hold functions, and with them a whole test environment, alive.
 */
export function captureFrames(below: Function, limit = 16): RawFrame[] {
  const sites = captureSites(below, limit);
  return sites === null ? [] : readFrames(sites);
}

/** Deeper than this nobody looks: what runs so deep was called by the executing code. */
export const MOST_FRAMES = 64;

/** Most acts are made by a body that Jest called, or by a helper of it. */
const NEAREST = 3;

/**
 * The frames that {@link captureFrames} gives, down to that of jest-circus that called a hook or a body: what is below it
 * is the same for all of them. At most `limit` where there is none. V8 takes two microseconds for each frame, so only a
 * few are asked for at first.
 */
export function captureToJest(below: Function, limit = 16): RawFrame[] {
  for (let few = NEAREST; few < limit; few *= 3) {
    const sites = captureSites(below, few);
    if (sites === null) return [];
    const isWhole = sites.length < few;
    const frames = readFrames(sites);
    if (isWhole || isCalledByJest(frames)) return frames;
  }
  return captureFrames(below, limit);
}

/** Whether jest-circus itself called, as it calls a hook or a body: that is then what executes. */
export function isCalledByJest(frames: readonly RawFrame[]): boolean {
  for (let i = 0; i < frames.length; i += 1) if (packageOf((frames[i] as RawFrame).file) === 'jest-circus') return true;
  return false;
}

/** The array that V8 made is filled again: its slots exist, so no setter on Array.prototype can be in the way. */
function readFrames(sites: (V8Site | RawFrame)[]): RawFrame[] {
  let count = 0;
  for (let index = 0; index < sites.length; index++) {
    const frame = readFrame(sites[index] as V8Site);
    if (frame !== null) sites[count++] = frame;
  }
  sites.length = count;
  return sites as RawFrame[];
}
