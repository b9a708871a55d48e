import { dataAt } from '../surfaces/exports/reachable';
import { ownKeys } from '../originals';
import { hasOwnState } from './own-properties';

/** What the sandbox holds that is nobody's module. */
export interface Foreign {
  /** What was on its global object before any code had run in it. */
  readonly globals: WeakSet<object>;
  /** Names of the core modules that its code was given; grows while code runs. */
  readonly cores: ReadonlySet<string>;
}

/**
 * Knows the objects that are no module's own although some module may export them: core modules, what these export,
 * and globals. What is done to them outlives the registry, so it stays the act of whoever did it.
 */
export class ForeignObjects {
  readonly #foreign: Foreign;
  readonly #ofCores = new WeakSet<object>();
  readonly #added = new Set<string>();

  constructor(foreign: Foreign) {
    this.#foreign = foreign;
  }

  has(object: object): boolean {
    const { cores, globals } = this.#foreign;
    if (this.#added.size < cores.size) for (const name of cores) this.#add(name);
    return globals.has(object) || this.#ofCores.has(object);
  }

  #add(name: string): void {
    if (this.#added.has(name)) return;
    this.#added.add(name);
    let core: unknown;
    try {
      core = require(name);
    } catch {
      // A name that only Jest knows.
      return;
    }
    if (!hasOwnState(core)) return;
    this.#ofCores.add(core);
    for (const key of ownKeys(core)) {
      const value = dataAt(core, key);
      if (hasOwnState(value)) this.#ofCores.add(value);
    }
  }
}
