/** Told of a write to `require.cache` that Jest ignores in silence; below `caller` the first frame is the user's. */
export type OnIneffectiveWrite = (key: string, caller: Function) => void;

/**
 * Watches the `require.cache` of a sandbox. Jest's own is a read-only proxy in every version from 29.7 to 30.5: it
 * answers that a deletion or an assignment succeeded, and does nothing. Ours only listens, and passes everything on.
 */
export class RequireCacheWatch {
  readonly #handler: ProxyHandler<object>;
  /** Jest 30.5 gives all modules one proxy, earlier ones one each: whoever shared one still does. */
  #last: { cache: object; watched: object } | null = null;

  constructor(onWrite: OnIneffectiveWrite) {
    this.#handler = handlerTelling(onWrite);
  }

  watch(cache: unknown): unknown {
    if (typeof cache !== 'object' || cache === null) return cache;
    if (this.#last?.cache !== cache) this.#last = { cache, watched: new Proxy(cache, this.#handler) };
    return this.#last.watched;
  }
}

function handlerTelling(onWrite: OnIneffectiveWrite): ProxyHandler<object> {
  const note = (key: PropertyKey, caller: Function): void => {
    if (typeof key === 'string') onWrite(key, caller);
  };
  const handler: ProxyHandler<object> = {
    deleteProperty(target, key) {
      note(key, handler.deleteProperty as Function);
      return Reflect.deleteProperty(target, key);
    },
    set(target, key, value) {
      note(key, handler.set as Function);
      return Reflect.set(target, key, value);
    },
    defineProperty(target, key, descriptor) {
      note(key, handler.defineProperty as Function);
      return Reflect.defineProperty(target, key, descriptor);
    },
  };
  return handler;
}
