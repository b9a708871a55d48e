import { builtinModules } from 'node:module';
import { arrayIncludes, arrayPush, mapGet, mapSet, regExpExec } from '../../originals';
import { OncePerText } from '../../once-per-text';
import { baseModule } from './builtins';
import { isGlobalGivenAway, onlyReadIn } from './only-read';
import { withoutMap } from './without-map';
import { bindingsIn, writtenIn } from './written-in-text';

/** What code may change of the host, as far as its words tell. */
export interface ChangeableBy {
  /** It names the process. */
  readonly process: boolean;
  /** The host globals, and the core modules, that it seems to write to: its functions may do so later. */
  readonly written: { readonly globals: readonly string[]; readonly cores: readonly string[] };
  /** The globals that it gives to others, such as functions that write to what they are handed. */
  readonly givesAway: readonly string[];
  /** The core modules that it requires and gives to nobody; see {@link onlyReadIn}. */
  readonly onlyReads: readonly string[];
}

/** What code may change that cannot be read. */
export const UNREAD: ChangeableBy = {
  process: true,
  written: { globals: [], cores: [] },
  givesAway: [],
  onlyReads: [],
};

let cores: readonly string[] | null = null;

/** Asked only once some code is read: what a future Node no longer has must not keep this file from being loaded. */
function coreNames(): readonly string[] {
  return (cores ??= [...new Set(builtinModules.map(baseModule))].filter((name) => name !== 'process'));
}

/** Reads the code of modules, each once for all files of the worker that load it. */
export class ModuleCode {
  readonly #globals: readonly string[];
  readonly #names: RegExp;
  readonly #read = new OncePerText((code) => this.#find(withoutMap(code)));

  /** @param globals the names of globals that a sandbox may share with the host */
  constructor(globals: readonly string[]) {
    this.#globals = globals;
    this.#names = new RegExp(`\\b(?:${globals.filter((name) => name !== 'process').join('|')})\\b`, 'g');
  }

  /** `code` as it runs; where it is not known (yet), what an earlier file of the worker ran tells, or null. */
  read(file: string, code: string | undefined): ChangeableBy | null {
    return code === undefined ? this.#read.last(file) : this.#read.in(file, code);
  }

  #find(code: string): ChangeableBy {
    const written = writtenIn(code);
    const bound = written.length === 0 ? NOTHING_BOUND : bindingsIn(code);
    const ways = written.map((root) => [root, ...behind(root, bound)]);
    const roots = ways.flat();
    const globals = this.#globals.filter((name) => arrayIncludes(roots, name));
    // What is written to may be a parameter, the variable of a loop, a part of `globalThis`.
    const isKnown = (name: string): boolean => arrayIncludes(globals, name) || standsFor(name).length > 0;
    const isVague = !ways.every((way) => way.some(isKnown));
    const writtenCores = [...new Set(roots.flatMap(standsFor))];
    const givesAway = this.#givenAwayIn(code);
    return {
      process: code.includes('process'),
      written: { globals: isVague ? [...new Set([...globals, ...givesAway])] : globals, cores: writtenCores },
      givesAway,
      // Functions of the loader itself change it.
      onlyReads: onlyReadIn(code).filter((core) => core !== 'module' && !arrayIncludes(writtenCores, core)),
    };
  }

  /** The globals that may be what some variable holds; most code only calls them, and makes instances of them. */
  #givenAwayIn(code: string): string[] {
    return matchesOf(this.#names, code).filter((name) => isGlobalGivenAway(code, name));
  }
}

const NOTHING_BOUND: ReadonlyMap<string, string> = new Map();

function behind(variable: string, bound: ReadonlyMap<string, string>): string[] {
  const first = bound.get(variable);
  const second = first === undefined ? undefined : bound.get(first);
  return [first, second].filter((name) => name !== undefined);
}

/** The same few names stand in most modules. */
const MOST_NAMES = 5000;
const named = new Map<string, readonly string[]>();

/** The core modules that a variable may hold: `fs`, `_fs`, `fs_1`, `nodeFs` (compilers number them), or that it names. */
function standsFor(variable: string): readonly string[] {
  const known = mapGet(named, variable);
  if (known !== undefined) return known;
  const [base, last = base] = variable.split('/') as [string, string?];
  const name = last.toLowerCase().replace(/_?\d+$/, '');
  const held = coreNames().filter(
    (core) => base === core || name.endsWith(core) || name.endsWith(core.replaceAll('_', '')),
  );
  if (named.size >= MOST_NAMES) named.clear();
  mapSet(named, variable, held);
  return held;
}

/** What a pattern matches in a text, each once. */
function matchesOf(pattern: RegExp, text: string): string[] {
  const found: string[] = [];
  pattern.lastIndex = 0;
  for (let match = regExpExec(pattern, text); match !== null; match = regExpExec(pattern, text)) {
    if (!arrayIncludes(found, match[0])) arrayPush(found, match[0]);
  }
  return found;
}
