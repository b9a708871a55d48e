/** Which file asked for what, whoever was given it. They are resolved only when somebody asks: most files never do. */
export class Requests {
  /** By absolute path of who asked. */
  readonly required = new Map<string, Set<string>>();
  readonly imported = new Map<string, Set<string>>();
  /** The file that asked last, which mostly asks again. */
  #lastFile: string | null = null;
  #ofLastFile = new Set<string>();
  readonly #resolve: (from: string, request: string) => string | null;

  constructor(resolve: (from: string, request: string) => string | null) {
    this.#resolve = resolve;
  }

  noteRequire(from: string, request: string): void {
    if (from !== this.#lastFile) {
      this.#lastFile = from;
      this.#ofLastFile = setAt(this.required, from);
    }
    this.#ofLastFile.add(request);
  }

  noteImport(from: string, request: string): void {
    setAt(this.imported, from).add(request);
  }

  /** Absolute paths of the files that `file` has loaded itself. */
  *loadedBy(file: string): Generator<string> {
    for (const requests of [this.required.get(file), this.imported.get(file)]) {
      for (const request of requests ?? []) {
        const path = this.#resolve(file, request);
        if (path !== null) yield path;
      }
    }
  }

  /** Whether `file` has loaded `dependency`, itself or through others that `passes` lets through. */
  reaches(file: string, dependency: string, passes: (through: string) => boolean): boolean {
    const seen = new Set([file]);
    for (const at of seen) {
      if (at === dependency) return true;
      for (const path of this.loadedBy(at)) if (passes(path)) seen.add(path);
    }
    return false;
  }
}

/** The set of a key, made when there is none. */
export function setAt<K, V>(sets: Map<K, Set<V>>, key: K): Set<V> {
  let set = sets.get(key);
  if (set === undefined) {
    set = new Set();
    sets.set(key, set);
  }
  return set;
}
