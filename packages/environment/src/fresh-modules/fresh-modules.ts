import { mapDelete, mapForEach } from '../originals';
import type { LoadState } from '../runtime/load-state';
import type { RuntimeShape } from '../runtime/shape';
import { fileOfEsmKey } from '../surfaces/module-registry';
import { chooserFor, withLoaders } from './choose-modules';
import { ForeignObjects } from './foreign-objects';
import type { Foreign } from './foreign-objects';
import { nodeOfMock } from './load-graph';
import type { LoadGraph } from './load-graph';
import { PatternUse } from './pattern-use';
import type { CallPlace } from './pattern-use';
import { saveExports } from './saved-exports';

/** What the helper needs of the environment. */
export interface FreshModulesOptions {
  readonly shape: RuntimeShape;
  /** The test file and the setup files: they are never purged, since to run them again is to declare tests in tests. */
  readonly entryFiles: ReadonlySet<string>;
  /** What the globs are relative to. */
  readonly rootDir: string;
  /** Who loads whom, noted from the first load on. */
  readonly graph: LoadGraph;
  /** What is no module's own. */
  readonly foreign: Foreign;
  /** Called after each purge; `whole` when nothing was left. The result is called when all is put back. */
  readonly onPurged: (whole: boolean) => () => void;
}

/** What one block found, and how to put it back. */
interface Found {
  readonly state: LoadState;
  readonly restoreExports: () => void;
  readonly restoreNotes: () => void;
}

interface Block {
  readonly patterns: readonly string[] | null;
  found: Found;
  readonly registered: Set<string>;
  wasReset: boolean;
}

/** The helper `freshModules`: runs code with fresh modules and afterwards puts everything back as it was. */
export class FreshModules {
  readonly #options: FreshModulesOptions;
  readonly #foreign: ForeignObjects;
  readonly #open: Block[] = [];
  readonly #use = new PatternUse();

  constructor(options: FreshModulesOptions) {
    this.#options = options;
    this.#foreign = new ForeignObjects(options.foreign);
    options.shape.hookResetModules(() => {
      for (const block of this.#open) block.wasReset = true;
    });
  }

  /** Whether some block is at work: whatever is loaded or registered now will be taken back. */
  get isOpen(): boolean {
    return this.#open.length > 0;
  }

  /** A registration was made in the open block. */
  noteRegistered(key: string): void {
    this.#open.at(-1)?.registered.add(key);
  }

  /** Whether an open block has made this registration, so that it decides and no act outside does. */
  hasRegistered(key: string): boolean {
    return this.#open.some(({ registered }) => registered.has(key));
  }

  /**
   * Takes away the modules that `patterns` match and those that load them, or all modules when it is null. The result
   * puts everything back, once. `place` is where the call stands.
   */
  begin(patterns: readonly string[] | null, place: CallPlace = () => null): () => void {
    if (patterns !== null) this.#use.add(patterns, place);
    const block = this.#begin(patterns);
    return () => this.#end(block);
  }

  /** See {@link PatternUse.unmatched}. */
  unmatched(): ReturnType<PatternUse['unmatched']> {
    return this.#use.unmatched();
  }

  #begin(patterns: readonly string[] | null): Block {
    const { shape, onPurged } = this.#options;
    // First, because a pattern may be one that micromatch refuses: nothing has been changed yet.
    const isUnwanted = this.#chooserOf(patterns);
    const state = shape.saveLoadState();
    const restoreExports = saveExports(shape.registries(), this.#foreign);
    this.#purge(isUnwanted);
    const found = { state, restoreExports, restoreNotes: onPurged(patterns === null) };
    const block: Block = { patterns, found, registered: new Set(), wasReset: false };
    this.#open.push(block);
    return block;
  }

  /** Blocks that overlap without nesting end together: the last to end puts back what the first found. */
  #end(block: Block): void {
    const index = this.#open.indexOf(block);
    if (index === -1) return;
    this.#noteLoadedInside(block);
    this.#open.splice(index, 1);
    const above = this.#open[index];
    if (above === undefined) {
      putBack(block);
      return;
    }
    above.found = block.found;
    above.wasReset ||= block.wasReset;
    for (const key of block.registered) above.registered.add(key);
  }

  #chooserOf(patterns: readonly string[] | null): (node: string) => boolean {
    const { entryFiles } = this.#options;
    const unwanted = patterns === null ? null : this.#unwanted(patterns);
    return (node) => !entryFiles.has(node) && (unwanted === null || unwanted.has(node));
  }

  #purge(isUnwanted: (node: string) => boolean): void {
    const { cjs, esm, mocks } = this.#options.shape.registries();
    for (const registry of cjs) drop(registry, isUnwanted);
    for (const registry of esm) drop(registry, (key) => isUnwanted(fileOfEsmKey(key) ?? key));
    for (const registry of mocks) drop(registry, (id) => isUnwanted(nodeOfMock(id)));
  }

  #unwanted(patterns: readonly string[]): ReadonlySet<string> {
    const isChosen = this.#chooser(patterns);
    const chosen = new Set<string>();
    for (const node of this.#loaded()) if (isChosen(node)) chosen.add(node);
    return withLoaders(chosen, this.#options.graph.loaders());
  }

  /** A module that was not there before need not be dropped, but it was right to name it. */
  #noteLoadedInside({ patterns }: Block): void {
    const open = this.#use.open(patterns ?? []);
    if (open.length === 0) return;
    const isChosen = this.#chooser(open);
    for (const node of this.#loaded()) isChosen(node);
  }

  #chooser(patterns: readonly string[]): (node: string) => boolean {
    return chooserFor(patterns, this.#options.rootDir, (pattern) => this.#use.noteMatch(pattern));
  }

  *#loaded(): Generator<string> {
    const { cjs, esm, mocks } = this.#options.shape.registries();
    for (const registry of cjs) yield* registry.keys();
    for (const registry of esm) for (const key of registry.keys()) yield fileOfEsmKey(key) ?? key;
    for (const registry of mocks) for (const id of registry.keys()) yield nodeOfMock(id);
  }
}

function putBack({ found, wasReset }: Block): void {
  found.state.restore(wasReset);
  found.restoreExports();
  found.restoreNotes();
}

function drop(registry: Map<string, unknown>, isUnwanted: (key: string) => boolean): void {
  const keys: string[] = [];
  mapForEach(registry, (_value, key) => keys.push(key));
  for (const key of keys) if (isUnwanted(key)) mapDelete(registry, key);
}
