import { mapGet, mapSet, readFileSync, regExpExec } from '../../originals';
import { packageOf } from '../../site/file-paths';
import { baseModule, bareName } from './builtins';

/** How code comes by a core module without a request that Jest sees. */
const LOADS = /\b(?:getBuiltinModule|mainModule|runInThisContext|_load|binding)\b/;

/** How it comes by the host's language, and by what stands behind the objects that it was handed. */
const CLIMBS =
  /\b(?:__proto__|proto|super_)\b|PrototypeOf|(?<!\bthis)\.constructor\b|['"`](?:prototype|constructor)['"`]/;

/** Core modules with which code runs in the host's own realm, or loads what it likes. */
const OPENING: readonly string[] = ['inspector', 'module', 'repl', 'vm'];

/** Whether whoever is handed a core module (with or without `node:`) can reach all others. */
export function opensAll(coreModule: string): boolean {
  const base = baseModule(bareName(coreModule));
  for (let i = 0; i < OPENING.length; i += 1) if (OPENING[i] === base) return true;
  return false;
}

/**
 * Knows whether code may reach host objects that it was not handed, as far as its words tell. Each file of source code
 * is read once for all files of the worker.
 */
export class BackDoors {
  readonly #known = new Map<string, boolean>();

  /**
   * `isSteady`: the code of a module or a setup file, which many test files run. `source` is its text where Jest has read
   * it; of modules it reads that only when they run, so they are read from the disk.
   */
  mayOpen(file: string, isSteady: boolean, source?: string): boolean {
    const known = isSteady ? mapGet(this.#known, file) : undefined;
    if (known !== undefined) return known;
    const isPackage = packageOf(file) !== null;
    // There are many files in packages, and what they do to the host is hardly ever more than their own bookkeeping.
    const opens = isPackage ? false : wordsOpen(source ?? textOf(file));
    if (isSteady) mapSet(this.#known, file, opens);
    return opens;
  }
}

function wordsOpen(text: string | null): boolean {
  return text === null || regExpExec(LOADS, text) !== null || regExpExec(CLIMBS, text) !== null;
}

function textOf(file: string): string | null {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return null;
  }
}
