/** Which file asked for what, so that it can be told later whether a module depends on another. */
export class Requests {
  readonly #byFile = new Map<string, Set<string>>();
  readonly #resolve: (from: string, request: string) => string | null;

  constructor(resolve: (from: string, request: string) => string | null) {
    this.#resolve = resolve;
  }

  note(from: string, request: string): void {
    const requests = this.#byFile.get(from);
    if (requests === undefined) this.#byFile.set(from, new Set([request]));
    else requests.add(request);
  }

  /** Absolute paths of the files that `file` has loaded itself. */
  *loadedBy(file: string): Generator<string> {
    for (const request of this.#byFile.get(file) ?? []) {
      const path = this.#resolve(file, request);
      if (path !== null) yield path;
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
