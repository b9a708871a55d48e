import { EventEmitter } from 'node:events';
import {
  arrayIncludes,
  arrayPush,
  arraySlice,
  getOwnPropertyDescriptor,
  getPrototypeOf,
  isArray,
  mapForEach,
  mapGet,
  mapHas,
  mapSet,
  ownKeys,
  uncurry,
} from '../../originals';

const { prototype: hostFunction } = Function;

const eventNames = uncurry(EventEmitter.prototype.eventNames) as (emitter: object) => PropertyKey[];
const rawListeners = uncurry(EventEmitter.prototype.rawListeners) as (
  emitter: object,
  event: PropertyKey,
) => Function[];
const removeListener = uncurry(EventEmitter.prototype.removeListener) as unknown as (
  emitter: object,
  event: PropertyKey,
  listener: Function,
) => void;
const addListener = uncurry(EventEmitter.prototype.on) as unknown as typeof removeListener;

/** The listeners of one event before and after, `once` wrappers included, and those that came. */
export interface ListenerChange {
  event: PropertyKey;
  before: Function[];
  after: Function[];
  /** The functions that test code handed in. */
  added: Function[];
}

/** The listeners of one stream at the last look. */
export class StreamListeners {
  readonly #stream: object;
  #last: Map<PropertyKey, Function[]>;
  /** The events and what Node keeps for each, a function or a list, to see quickly that nothing has happened. */
  #events: PropertyKey[] = [];
  #kept: unknown[] = [];

  constructor(stream: object) {
    this.#stream = stream;
    this.#last = listenersOf(stream);
    this.#keep();
  }

  /** What changed since the last look. */
  changes(): ListenerChange[] {
    if (this.#isUntouched()) return [];
    const before = this.#last;
    const after = listenersOf(this.#stream);
    this.#last = after;
    this.#keep();
    const changes: ListenerChange[] = [];
    mapForEach(after, (now, event) => addChange(changes, event, mapGet(before, event) ?? [], now));
    mapForEach(before, (was, event) => {
      if (!mapHas(after, event)) addChange(changes, event, was, []);
    });
    return changes;
  }

  /** Gives an event the listeners it had, in their order; false when the stream refuses. */
  restore(event: PropertyKey, before: readonly Function[]): boolean {
    try {
      const now = rawListeners(this.#stream, event);
      for (let i = 0; i < now.length; i += 1) removeListener(this.#stream, event, now[i] as Function);
      for (let i = 0; i < before.length; i += 1) addListener(this.#stream, event, before[i] as Function);
    } catch {
      return false;
    }
    this.#last = listenersOf(this.#stream);
    this.#keep();
    return sameList(mapGet(this.#last, event) ?? [], before);
  }

  #keep(): void {
    const table = tableOf(this.#stream);
    this.#events = table === null ? [] : ownKeys(table);
    this.#kept = [];
    for (let i = 0; table !== null && i < this.#events.length; i += 1) {
      const kept = getOwnPropertyDescriptor(table, this.#events[i] as PropertyKey)?.value as unknown;
      arrayPush(this.#kept, isArray(kept) ? arraySlice(kept) : kept);
    }
  }

  #isUntouched(): boolean {
    const table = tableOf(this.#stream);
    if (table === null || ownKeys(table).length !== this.#events.length) return false;
    for (let i = 0; i < this.#events.length; i += 1) {
      const now = getOwnPropertyDescriptor(table, this.#events[i] as PropertyKey)?.value as unknown;
      const kept = this.#kept[i];
      if (now !== kept && !(isArray(now) && isArray(kept) && sameList(now, kept))) return false;
    }
    return true;
  }
}

/** Where every EventEmitter keeps its listeners: a function or a list of them by event; null when it is not there. */
function tableOf(stream: object): object | null {
  const table: unknown = getOwnPropertyDescriptor(stream, '_events')?.value;
  return typeof table === 'object' ? table : null;
}

function listenersOf(stream: object): Map<PropertyKey, Function[]> {
  const all = new Map<PropertyKey, Function[]>();
  const events = eventNames(stream);
  for (let i = 0; i < events.length; i += 1) {
    const event = events[i] as PropertyKey;
    const raw = rawListeners(stream, event);
    const own: Function[] = [];
    for (let k = 0; k < raw.length; k += 1) {
      if (!isNodesOwn(event, raw[k] as Function)) arrayPush(own, raw[k] as Function);
    }
    if (own.length > 0) mapSet(all, event, own);
  }
  return all;
}

/** What `pipe()` puts on the stream that it writes to; a worker thread is piped to the output of the process. */
const OF_PIPES = ['onunpipe', 'onerror', 'onclose', 'onfinish', 'pipeOnDrainFunctionResult'];

/**
 * While a `Console` writes, Node holds an empty `error` listener on its stream; a stream waits for itself under symbols
 * of Node's (`kConstruct`), and for what is piped to it. All these are functions of the host's realm.
 */
function isNodesOwn(event: PropertyKey, listener: Function): boolean {
  const handed = handedIn(listener);
  if (event === 'error' && handed.name === 'noop') return true;
  if (getPrototypeOf(handed) !== hostFunction) return false;
  return typeof event === 'symbol' || arrayIncludes(OF_PIPES, handed.name);
}

function addChange(changes: ListenerChange[], event: PropertyKey, before: Function[], after: Function[]): void {
  if (sameList(before, after)) return;
  const added: Function[] = [];
  for (let i = 0; i < after.length; i += 1) {
    if (!arrayIncludes(before, after[i] as Function)) arrayPush(added, handedIn(after[i] as Function));
  }
  // The same function added a second time is in the list before too.
  if (added.length === 0 && after.length > before.length)
    arrayPush(added, handedIn(after[after.length - 1] as Function));
  arrayPush(changes, { event, before, after, added });
}

/** The function given to `once()`, for the wrapper that Node made of it. */
function handedIn(listener: Function): Function {
  const inner: unknown = getOwnPropertyDescriptor(listener, 'listener')?.value;
  return typeof inner === 'function' ? inner : listener;
}

function sameList(a: readonly Function[], b: readonly Function[]): boolean {
  if (a.length !== b.length) return false;
  for (let i = 0; i < a.length; i += 1) if (a[i] !== b[i]) return false;
  return true;
}
