import { builtinModules } from 'node:module';
import { arrayIncludes, arrayPush, mapGet, mapSet, regExpExec } from '../../originals';
import { bareName, baseModule } from './builtins';

/** What code may change of the host, as far as its words tell. */
export interface ChangeableBy {
  /** It names the process. */
  readonly process: boolean;
  /** The host globals that it names, which it needs not require. */
  readonly globals: readonly string[];
  /** Those of them, and the core modules, that it seems to write to: its functions may do so later. */
  readonly written: { readonly globals: readonly string[]; readonly cores: readonly string[] };
}

/** What code may change that cannot be read. */
export const UNREAD: ChangeableBy = { process: true, globals: [], written: { globals: [], cores: [] } };

/** `fs_1.default.x =`, `Buffer.prototype[name] =`, `require('fs').x =`: the variable or the module is captured. */
const ASSIGNED =
  /(?:\b([\w$]{1,60})|\(['"](?:node:)?([\w/]+)['"]\))(?:\.[\w$]+|\[[^\]\n]{1,80}\]){1,6}\s*(?:\|\||\?\?|&&)?=(?![=>])/g;
/** `Object.defineProperty(fs, ...`, `delete fs.x`. */
const HANDED = /(?:\b(?:assign|define\w+|deleteProperty|setPrototypeOf|set)\(\s*|\bdelete\s+)([\w$]{1,60})/g;

const CORES = [...new Set(builtinModules.map(baseModule))].filter((name) => name !== 'process');

/**
 * Reads the code of modules, each once for all files of the worker that load it: a text of the same length under the
 * same path is taken for the same code, so that an edit of a few letters in watch mode may be missed.
 */
export class ModuleCode {
  readonly #names: RegExp;
  readonly #known = new Map<string, { readonly length: number; readonly found: ChangeableBy }>();

  /** @param globals the names of globals that a sandbox may share with the host */
  constructor(globals: readonly string[]) {
    this.#names = new RegExp(`\\b(?:${globals.join('|')})\\b`, 'g');
  }

  /** `code` as it runs; where it is not known (yet), what an earlier file of the worker ran tells, or null. */
  read(file: string, code: string | undefined): ChangeableBy | null {
    const known = mapGet(this.#known, file);
    if (code === undefined) return known?.found ?? null;
    if (known?.length === code.length) return known.found;
    const found = this.#find(code);
    mapSet(this.#known, file, { length: code.length, found });
    return found;
  }

  #find(code: string): ChangeableBy {
    const globals = matchesOf(this.#names, code);
    const roots = [...matchesOf(ASSIGNED, code), ...matchesOf(HANDED, code)].filter((root) => root !== 'module');
    return {
      process: code.includes('process'),
      globals,
      written: {
        globals: globals.filter((name) => arrayIncludes(roots, name)),
        cores: CORES.filter((name) => roots.some((root) => mayStandFor(root, name))),
      },
    };
  }
}

/** Whether a variable may hold a core module: `fs`, `_fs`, `fs_1`, `nodeFs`; compilers number them. */
function mayStandFor(variable: string, core: string): boolean {
  const [base, last = base] = bareName(variable).split('/') as [string, string?];
  const name = last.toLowerCase().replace(/_?\d+$/, '');
  return base === core || name.endsWith(core.replaceAll('_', '')) || name.endsWith(core);
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
