/**
 * One instance for all test files of a worker process, and for all copies of this package in it. `version` changes
 * whenever the shape of the instance does, so that copies of different versions do not share.
 */
export function oncePerProcess<T>(name: string, version: number, make: () => T): T {
  const key = Symbol.for(`jest-hermetic.${name}.${version}`);
  const shared = globalThis as unknown as Record<symbol, T | undefined>;
  const existing = shared[key];
  if (existing !== undefined) return existing;
  const made = make();
  Object.defineProperty(shared, key, { value: made, enumerable: false, configurable: true, writable: false });
  return made;
}
