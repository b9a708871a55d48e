/** Told of a write below a top-level property, right after it. `caller` is the function of ours whose caller wrote. */
export type OnDataWrite = (topLevel: PropertyKey, before: unknown, after: unknown, caller: Function) => void;

/**
 * Gives data in which every write is told, at any depth: proxies around plain objects and lists, which is all that a
 * JSON module holds.
 */
export function watchData(data: object, onWrite: OnDataWrite): object {
  const known = new WeakMap<object, object>();

  const wrap = (target: object, topLevel: PropertyKey | null): object => {
    const seen = known.get(target);
    if (seen !== undefined) return seen;
    const tell = (property: PropertyKey, before: unknown, caller: Function): void => {
      // The length of a list follows from its items.
      if (Array.isArray(target) && property === 'length') return;
      onWrite(topLevel ?? property, before, Reflect.get(target, property), caller);
    };
    const proxy: object = new Proxy(target, {
      get(_target, property, receiver) {
        const value: unknown = Reflect.get(target, property, receiver);
        const own = Reflect.getOwnPropertyDescriptor(target, property);
        const isData = typeof value === 'object' && value !== null && own?.configurable === true;
        return isData ? wrap(value, topLevel ?? property) : value;
      },
      set: function set(_target, property, value, receiver) {
        const before: unknown = Reflect.get(target, property);
        const done = Reflect.set(target, property, value, receiver === proxy ? target : receiver);
        if (done && receiver === proxy) tell(property, before, set);
        return done;
      },
      defineProperty: function define(_target, property, descriptor) {
        const before: unknown = Reflect.get(target, property);
        const done = Reflect.defineProperty(target, property, descriptor);
        if (done) tell(property, before, define);
        return done;
      },
      deleteProperty: function remove(_target, property) {
        const before: unknown = Reflect.get(target, property);
        const done = Reflect.deleteProperty(target, property);
        if (done) tell(property, before, remove);
        return done;
      },
    });
    known.set(target, proxy);
    return proxy;
  };

  return wrap(data, null);
}
