/** Told of a write to `require.cache` that Jest ignores in silence; below `caller` the first frame is the user's. */
export type OnIneffectiveWrite = (key: string, caller: Function) => void;

/**
 * Watches the `require.cache` of a sandbox. Jest's own is a read-only proxy in every version from 29.7 to 30.5: it
 * answers that a deletion or an assignment succeeded, and does nothing. Ours only listens, and passes everything on.
 */
export class RequireCacheWatch {
  readonly #onWrite: OnIneffectiveWrite;
  /** Jest 30.5 gives all modules one proxy, earlier ones one each; whoever shared one still does. */
  readonly #watched = new WeakMap<object, object>();

  constructor(onWrite: OnIneffectiveWrite) {
    this.#onWrite = onWrite;
  }

  watch(cache: unknown): unknown {
    if (typeof cache !== 'object' || cache === null) return cache;
    let watched = this.#watched.get(cache);
    if (watched === undefined) {
      watched = new Proxy(cache, this.#handler());
      this.#watched.set(cache, watched);
    }
    return watched;
  }

  #handler(): ProxyHandler<object> {
    const note = (key: PropertyKey, caller: Function): void => {
      if (typeof key === 'string') this.#onWrite(key, caller);
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
}
