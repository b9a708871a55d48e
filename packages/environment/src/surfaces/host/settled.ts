/** What is watched; remembers in which file it was settled last. */
export interface Settleable {
  settledIn: number;
}

/**
 * What has been looked at since the file began. A change of it is the doing of this file's code; what is found changed at
 * anything else was so before the file, or somebody else did it.
 */
export class Settled {
  #file = 0;
  #isAll = true;

  /** Begins a file; `isAll`: everything has just been looked at. */
  beginFile(isAll: boolean): void {
    this.#file += 1;
    this.#isAll = isAll;
  }

  has(watched: Settleable): boolean {
    return this.#isAll || watched.settledIn === this.#file;
  }

  add(watched: Settleable): void {
    watched.settledIn = this.#file;
  }

  addAll(): void {
    this.#isAll = true;
  }
}
