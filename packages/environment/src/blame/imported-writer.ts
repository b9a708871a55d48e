import { loadLater } from '@jest-hermetic/leak-record';
import { builtinModules } from 'node:module';
import type { RuntimeShape } from '../runtime/shape';
import type { RawFrame } from '../site/frame';
import { getOwnPropertyDescriptor } from '../originals';
import { bareName, baseModule } from '../surfaces/host/builtins';
import { fileOfEsmKey } from '../surfaces/module-registry';
import type { SlotChange } from '../surfaces/slot';
import type { TopLevelUses } from './top-level-writes';
import type { PropertyUse } from './write-reader';

const parsing = loadLater(() => require('./top-level-writes') as typeof import('./top-level-writes'));
const testParsing = loadLater(() => require('./all-writes') as typeof import('./all-writes'));

/** Where Node evaluates an ES module. */
const EVALUATION = 'node:internal/vm/module';

/** What is needed to find who wrote. */
export interface ImportedWriterOptions {
  readonly shape: Pick<RuntimeShape, 'esmRegistry' | 'codeOf'>;
  readonly isOfTests: (file: string) => boolean;
  /** The code of the tests as it runs; null when it cannot be read. */
  readonly testCode: () => readonly string[] | null;
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
  readonly #uses = new Map<string, TopLevelUses>();
  /** What code of the tests writes, by its text. */
  readonly #ofTests = new Map<string, readonly PropertyUse[] | null>();
  /** Each module runs once: what is changed again was changed by other code. */
  readonly #told = new Set<string>();
  /** How many of its calls were told, by module and function. */
  readonly #calls = new Map<string, number>();

  constructor(options: ImportedWriterOptions) {
    this.#options = options;
  }

  /** The absolute path of the module, or null when none is known to have done it. */
  find(change: Change): string | null {
    const { key, property } = change;
    const { isOfTests } = this.#options;
    if (typeof property !== 'string' || this.#mayBeOfTests(change)) return null;
    // The last that is imported is the last that runs, unless they import each other.
    this.keep();
    for (const file of [...this.#codes.keys()].reverse()) {
      if (isOfTests(file) || this.#told.has(`${file} ${key}`)) continue;
      const { writes } = this.#usesOf(file);
      if (!writes.some((write) => write.property === property && isRootOf(write.root, change))) continue;
      this.#told.add(`${file} ${key}`);
      return file;
    }
    return null;
  }

  /**
   * The module whose top-level code made a call with these frames (innermost first); null when that was code of the
   * tests. `name` is what is called or assigned (`process.chdir`), given where functions of modules may run as well:
   * unless the frames tell, as many calls count as there are in the top-level code.
   */
  ofFrames(frames: readonly RawFrame[], name: string | null): string | null {
    this.keep();
    // What stands below the evaluation has only asked for it, and waits.
    const evaluation = frames.findIndex((frame) => frame.file.startsWith(EVALUATION));
    const files = (evaluation === -1 ? frames : frames.slice(0, evaluation)).map(({ file }) => file);
    if (files.some(this.#options.isOfTests)) return null;
    const file = files.findLast((one) => this.#codes.has(one));
    if (file === undefined) return null;
    const isTold = this.#isTopLevelCall(file, name);
    return isTold || evaluation !== -1 || name === null ? file : null;
  }

  #isTopLevelCall(file: string, name: string | null): boolean {
    if (name === null) return true;
    const { writes, calls } = this.#usesOf(file);
    const all = [...writes, ...calls].filter((use) => `${bareName(use.root ?? '')}.${use.property}` === name);
    const told = this.#calls.get(`${file} ${name}`) ?? 0;
    this.#calls.set(`${file} ${name}`, told + 1);
    return told < all.length;
  }

  /** Keeps the code of what has been imported: Jest forgets it with a purge, and at the end of the file. */
  keep(): void {
    const { shape } = this.#options;
    for (const key of shape.esmRegistry().keys()) {
      const file = fileOfEsmKey(key);
      if (file !== null && !this.#codes.has(file)) this.#codes.set(file, shape.codeOf(file));
    }
  }

  #usesOf(file: string): TopLevelUses {
    let uses = this.#uses.get(file);
    if (uses === undefined) {
      uses = parsing().topLevelUses(this.#codes.get(file) ?? '');
      this.#uses.set(file, uses);
    }
    return uses;
  }

  /** Whether code of the tests may have made a change, under a computed name or through a parameter, too. */
  #mayBeOfTests(change: Change): boolean {
    const texts = this.#options.testCode();
    return texts === null || texts.some((text) => this.#writesOfTests(text)?.some((use) => mayBe(use, change)) ?? true);
  }

  #writesOfTests(text: string): readonly PropertyUse[] | null {
    let writes = this.#ofTests.get(text);
    if (writes === undefined) {
      writes = testParsing().allWrites(text)?.writes ?? null;
      this.#ofTests.set(text, writes);
    }
    return writes;
  }
}

function mayBe({ root, property }: PropertyUse, change: Change): boolean {
  if (property !== null && property !== change.property) return false;
  if (root === null || isRootOf(root, change)) return true;
  // What another module hands out may be anything.
  return property !== null && /^[./#]/.test(root);
}

/** Whether the object of a change is reached from there: a global is in core modules as well (`url`, `perf_hooks`). */
function isRootOf(root: string | null, { kind, key }: Change): boolean {
  const [first] = key.split('.') as [string];
  if (root === null || root === first) return root !== null;
  const name = bareName(root);
  if (baseModule(name) === first) return true;
  return (
    kind === 'host-object-mutated' &&
    builtinModules.includes(name) &&
    getOwnPropertyDescriptor(require(name) as object, first) !== undefined
  );
}
