import { loadLater } from '@jest-hermetic/leak-record';
import type { LoadGraph } from './load-graph';
import type { CallPlace } from './pattern-use';
import type { FreshModules, FreshModulesOptions } from './fresh-modules';

const helper = loadLater(() => require('./fresh-modules') as typeof import('./fresh-modules'));

/** The helper `freshModules` of one file, made when a test first calls it. */
export class FreshOnDemand {
  readonly #options: FreshModulesOptions;
  #made: FreshModules | null = null;

  constructor(options: FreshModulesOptions) {
    this.#options = options;
  }

  /** See {@link FreshModules.isOpen}. */
  get isOpen(): boolean {
    return this.#made?.isOpen === true;
  }

  /** See {@link FreshModules.noteRegistered}. */
  noteRegistered(key: string): void {
    this.#made?.noteRegistered(key);
  }

  /** See {@link FreshModules.hasRegistered}. */
  hasRegistered(key: string): boolean {
    return this.#made?.hasRegistered(key) === true;
  }

  /** Who loads whom, noted from the first load on. */
  get graph(): LoadGraph {
    return this.#options.graph;
  }

  /** See {@link FreshModules.begin}. */
  begin(patterns: readonly string[] | null, place: CallPlace): () => void {
    this.#made ??= new (helper().FreshModules)(this.#options);
    return this.#made.begin(patterns, place);
  }

  /** See {@link FreshModules.unmatched}. */
  unmatched(): ReturnType<FreshModules['unmatched']> {
    return this.#made?.unmatched() ?? [];
  }
}
