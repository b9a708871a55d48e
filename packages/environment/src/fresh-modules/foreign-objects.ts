import type { RuntimeShape } from '../runtime/shape';
import { dataAt } from '../surfaces/exports/reachable';
import { globalsOf } from '../surfaces/exports/loaded-modules';
import { ownKeys } from '../originals';
import { hasOwnState } from './own-properties';

/**
 * Knows the objects that are no module's own although some module may export them: core modules, what these export,
 * and globals. What is done to them outlives the registry, so it stays the act of whoever did it.
 */
export class ForeignObjects {
  readonly #cores = new Set<string>();
  readonly #known: WeakSet<object>;

  constructor(shape: RuntimeShape, global: object | null) {
    this.#known = global === null ? new WeakSet() : globalsOf(global);
    shape.hookCoreModule((name) => {
      if (this.#cores.has(name)) return;
      this.#cores.add(name);
      this.#addCore(name);
    });
  }

  has(object: object): boolean {
    return this.#known.has(object);
  }

  #addCore(name: string): void {
    let core: unknown;
    try {
      core = require(name);
    } catch {
      // A name that only Jest knows.
      return;
    }
    if (!hasOwnState(core)) return;
    this.#known.add(core);
    for (const key of ownKeys(core)) {
      const value = dataAt(core, key);
      if (hasOwnState(value)) this.#known.add(value);
    }
  }
}
