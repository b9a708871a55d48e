import { builtinModules } from 'node:module';
import { loadLater } from '../load-later';
import type { RuntimeShape } from '../runtime/shape';
import type { RawFrame } from '../site/frame';
import { bareName, baseModule } from '../surfaces/host/builtins';
import { fileOfEsmKey } from '../surfaces/module-registry';
import type { SlotChange } from '../surfaces/slot';
import type { TopLevelWrite } from './top-level-writes';

const parsing = loadLater(() => require('./top-level-writes') as typeof import('./top-level-writes'));

/** What is needed to find who wrote. */
export interface ImportedWriterOptions {
  readonly shape: Pick<RuntimeShape, 'esmRegistry' | 'codeOf'>;
  readonly isOfTests: (file: string) => boolean;
  /** The names that code of the tests assigns to; null when it cannot be read. */
  readonly assignedByTests: () => readonly string[] | null;
}

type Change = Pick<SlotChange, 'kind' | 'key' | 'property'>;

/**
 * Finds the ES module whose top-level code made a change. Node evaluates a whole graph of them at once and tells nobody
 * which one is running, so only their texts tell; each is parsed once, and only for a finding.
 */
export class ImportedWriter {
  readonly #options: ImportedWriterOptions;
  /** The code of the modules that were imported, in that order. */
  readonly #codes = new Map<string, string | undefined>();
  readonly #writes = new Map<string, TopLevelWrite[]>();
  /** Each module runs once: what is changed again was changed by other code. */
  readonly #told = new Set<string>();

  constructor(options: ImportedWriterOptions) {
    this.#options = options;
  }

  /** The absolute path of the module, or null when none is known to have done it. */
  find(change: Change): string | null {
    const { key, property } = change;
    const { isOfTests, assignedByTests } = this.#options;
    if (typeof property !== 'string' || assignedByTests()?.includes(property) !== false) return null;
    // The last that is imported is the last that runs, unless they import each other.
    this.keep();
    for (const file of [...this.#codes.keys()].reverse()) {
      if (isOfTests(file) || this.#told.has(`${file} ${key}`)) continue;
      const wrote = this.#writesOf(file).some((write) => write.property === property && isRootOf(write.root, change));
      if (!wrote) continue;
      this.#told.add(`${file} ${key}`);
      return file;
    }
    return null;
  }

  /**
   * The module whose top-level code made a call with these frames (innermost first), made while the files of the tests
   * were loaded; null when that was code of the tests.
   */
  ofFrames(frames: readonly RawFrame[]): string | null {
    this.keep();
    const files = frames.map(({ file }) => file);
    return files.some(this.#options.isOfTests) ? null : (files.findLast((file) => this.#codes.has(file)) ?? null);
  }

  /** Keeps the code of what has been imported: Jest forgets it with a purge, and at the end of the file. */
  keep(): void {
    const { shape } = this.#options;
    for (const key of shape.esmRegistry().keys()) {
      const file = fileOfEsmKey(key);
      if (file !== null && !this.#codes.has(file)) this.#codes.set(file, shape.codeOf(file));
    }
  }

  #writesOf(file: string): TopLevelWrite[] {
    let writes = this.#writes.get(file);
    if (writes === undefined) {
      writes = parsing().topLevelWrites(this.#codes.get(file) ?? '');
      this.#writes.set(file, writes);
    }
    return writes;
  }
}

/** Whether the object of a change is reached from what a module imported: a global has many ways (`url`, `perf_hooks`). */
function isRootOf(root: string, { kind, key }: Change): boolean {
  const [first] = key.split('.');
  const base = baseModule(bareName(root));
  return root === first || (kind === 'core-module-mutated' ? base === first : builtinModules.includes(base));
}
