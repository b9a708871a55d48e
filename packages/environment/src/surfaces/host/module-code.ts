import { builtinModules } from 'node:module';
import { arrayIncludes, arrayPush, mapGet, mapSet, regExpExec } from '../../originals';
import { baseModule } from './builtins';
import { onlyReadIn } from './only-read';

/** What code may change of the host, as far as its words tell. */
export interface ChangeableBy {
  /** It names the process. */
  readonly process: boolean;
  /** The host globals, and the core modules, that it seems to write to: its functions may do so later. */
  readonly written: { readonly globals: readonly string[]; readonly cores: readonly string[] };
  /** The core modules that it requires and gives to nobody; see {@link onlyReadIn}. */
  readonly onlyReads: readonly string[];
}

/** What code may change that cannot be read. */
export const UNREAD: ChangeableBy = { process: true, written: { globals: [], cores: [] }, onlyReads: [] };

/** `fs_1.default.x =`, `Buffer.prototype[name] =`, `require('fs').x =`: the variable or the module is captured. */
const ASSIGNED =
  /(?:\b(?:(?:globalThis|global|window|self)\.)?([\w$]{1,60})|\(['"](?:node:)?([\w/]+)['"]\))(?:\.[\w$]+|\[[^\]\n]{1,80}\]){1,6}\s*(?:(?:\|\||\?\?|&&|\*\*|<<|>>>?|[-+*/%&|^])?=(?![=>])|\+\+|--)/g;
/** `Object.defineProperty(fs, ...`, `delete fs.x`. */
const HANDED =
  /(?:\b(?:assign|define\w+|deleteProperty|setPrototypeOf|set|freeze|seal|preventExtensions)\(\s*|\bdelete\s+)(?:(?:globalThis|global|window|self)\.)?([\w$]{1,60})/g;
/** `http.METHODS.push(`, `require('http').METHODS.push(`. */
const FILLED =
  /(?:\b([\w$]{1,60})|\(['"](?:node:)?([\w/]+)['"]\))(?:\.[\w$]+|\[[^\]\n]{1,80}\]){0,6}\.(?:push|pop|shift|unshift|splice|sort|reverse|fill|copyWithin)\(/g;
/** `dns.setServers(`, `setServers(`. */
const SET = /\b([\w$]{1,60})(?:\.[\w$]+){0,2}\.set[A-Z]\w*\(|\b(set[A-Z]\w*)\(/g;
/** `name = require('fs')`, `{ a, b: c } = wrap(require('fs'))`, `name = other.part`, `{ name } = other`. */
const BOUND =
  /\b(?:([\w$]{1,60})(?![\w$])|(?:const|let|var)\s*\{([^{}]{1,300})\})\s*=\s*(?:[\w$.]{1,60}\()?(?:require\(['"](?:node:)?([\w/]+)['"]\)|([\w$]{1,60})(?=[.;,\n]))/g;

/** What every module writes to. */
const OWN = ['exports', 'module', 'this'];

let cores: readonly string[] | null = null;

/** Asked only once some code is read: what a future Node no longer has must not keep this file from being loaded. */
function coreNames(): readonly string[] {
  return (cores ??= [...new Set(builtinModules.map(baseModule))].filter((name) => name !== 'process'));
}

/**
 * Reads the code of modules, each once for all files of the worker that load it: a text of the same length under the
 * same path is taken for the same code, so that an edit of a few letters in watch mode may be missed.
 */
export class ModuleCode {
  readonly #globals: readonly string[];
  readonly #names: RegExp;
  readonly #known = new Map<string, { readonly length: number; readonly found: ChangeableBy }>();

  /** @param globals the names of globals that a sandbox may share with the host */
  constructor(globals: readonly string[]) {
    this.#globals = globals;
    this.#names = new RegExp(`\\b(?:${globals.filter((name) => name !== 'process').join('|')})\\b`, 'g');
  }

  /** `code` as it runs; where it is not known (yet), what an earlier file of the worker ran tells, or null. */
  read(file: string, code: string | undefined): ChangeableBy | null {
    const known = mapGet(this.#known, file);
    if (code === undefined) return known?.found ?? null;
    if (known?.length === code.length) return known.found;
    const found = this.#find(withoutMap(code));
    mapSet(this.#known, file, { length: code.length, found });
    return found;
  }

  #find(code: string): ChangeableBy {
    const written = [ASSIGNED, HANDED, FILLED, SET]
      .flatMap((pattern) => matchesOf(pattern, code))
      .filter((root) => !arrayIncludes(OWN, root));
    const bound = written.length === 0 ? NOTHING_BOUND : bindingsIn(code);
    const ways = written.map((root) => [root, ...behind(root, bound)]);
    const roots = ways.flat();
    const globals = this.#globals.filter((name) => arrayIncludes(roots, name));
    // What is written to may be a parameter, the variable of a loop, a part of `globalThis`.
    const isKnown = (name: string): boolean => arrayIncludes(globals, name) || standsFor(name).length > 0;
    const isVague = !ways.every((way) => way.some(isKnown));
    const writtenCores = [...new Set(roots.flatMap(standsFor))];
    return {
      process: code.includes('process'),
      written: {
        globals: isVague ? [...new Set([...globals, ...matchesOf(this.#names, code)])] : globals,
        cores: writtenCores,
      },
      // Functions of the loader itself change it.
      onlyReads: onlyReadIn(code).filter((core) => core !== 'module' && !arrayIncludes(writtenCores, core)),
    };
  }
}

/** A source map that stands in the code is often longer than the code. */
function withoutMap(code: string): string {
  const at = code.lastIndexOf('\n//# sourceMappingURL=data:');
  return at === -1 ? code : code.slice(0, at);
}

const NOTHING_BOUND: ReadonlyMap<string, string> = new Map();

/** What the variables of a text were made from: a core module, or another variable. */
function bindingsIn(code: string): Map<string, string> {
  const bound = new Map<string, string>();
  for (const [, name, pattern, request, other] of code.matchAll(BOUND)) {
    const from = request ?? (other as string);
    const names = name === undefined ? (pattern as string).split(',').map(nameOfPart) : [name];
    for (const one of names) bound.set(one, from);
  }
  return bound;
}

/** `b` in `a: b`, `a` in `a`. */
function nameOfPart(part: string): string {
  return part.slice(part.indexOf(':') + 1).trim();
}

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

/** What a pattern captures in a text (all of the match where it captures nothing), each once. */
function matchesOf(pattern: RegExp, text: string): string[] {
  const found: string[] = [];
  pattern.lastIndex = 0;
  for (let match = regExpExec(pattern, text); match !== null; match = regExpExec(pattern, text)) {
    const one = match[1] ?? match[2] ?? match[0];
    if (!arrayIncludes(found, one)) arrayPush(found, one);
  }
  return found;
}
