import { arrayIncludes, arrayPush, regExpExec } from '../../originals';

// What is searched for is what seldom stands in a text, such as an assignment to a property; what stands before that is
// read backwards. To try each word of the text as the beginning takes four times as long.

/** A variable, or `require('fs')` by its module, each captured. */
const ROOT = String.raw`(?:(?<![\w$])([\w$]{1,60})|\(['"](?:node:)?([\w/]+)['"]\))`;
const PART = String.raw`(?:\.[\w$]+|\[[^\]\n]{1,80}\])`;
/** The same of which the global object has the variable. */
const OF_GLOBAL = String.raw`\b(?:globalThis|global|window|self)\.([\w$]{1,60})`;

/** `fs_1.default.x =`, `Buffer.prototype[name] =`, `require('fs').x =`: the last part. */
const ASSIGNED = /(?:\.[\w$]+|\])(?=\s*(?:(?:\|\||\?\?|&&|\*\*|<<|>>>?|[-+*/%&|^])?=(?![=>])|\+\+|--))/g;
const ASSIGNED_TO = new RegExp(`(?<=${OF_GLOBAL}${PART}{1,6}|${ROOT}${PART}{1,6})`, 'y');

/** `http.METHODS.push(`, `require('http').METHODS.push(`: the call. */
const FILLED = /\.(?:push|pop|shift|unshift|splice|sort|reverse|fill|copyWithin)\(/g;
const FILLED_IN = new RegExp(`(?<=${ROOT}${PART}{0,6})`, 'y');

/** `dns.setServers(`, `require('dns').setServers(`, `setServers(`: the function. */
const SET = /\b(set[A-Z]\w*)\(/g;
const SET_OF = new RegExp(`(?<=${ROOT}(?:\\.[\\w$]+){0,2}\\.)`, 'y');

/** `Object.defineProperty(fs, ...`, `delete fs.x`. */
const HANDED =
  /(?:\b(?:assign|define\w+|deleteProperty|setPrototypeOf|set|freeze|seal|preventExtensions)\(\s*|\bdelete\s+)(?:(?:globalThis|global|window|self)\.)?([\w$]{1,60})/g;

/**
 * `name = require('fs')`, `{ a, b: c } = wrap(require('fs'))`, `name = other.part`, `{ name } = other`: from the `=` on.
 * Minified code has another name for `require`.
 */
const BOUND = /=\s*(?:[\w$.]{1,60}\()?(?:[\w$]{1,60}\(['"](?:node:)?([\w/]+)['"]\)|([\w$]{1,60})(?=[.;,\n]))/g;
const BOUND_TO = /(?<=(?:(?<![\w$])([\w$]{1,60})|\b(?:const|let|var)\s*\{([^{}]{1,300})\})\s*)/y;

/** What every module writes to. */
const OWN = ['exports', 'module', 'this'];

/** The variables and the modules (`fs`, `fs/promises`) to which, or to what they hold, a text seems to write. */
export function writtenIn(text: string): string[] {
  const found: string[] = [];
  const add = (root: string | undefined): void => {
    if (root !== undefined && !arrayIncludes(OWN, root) && !arrayIncludes(found, root)) arrayPush(found, root);
  };
  eachMatch(ASSIGNED, text, ({ index, 0: { length } }) => add(rootOf(ASSIGNED_TO, text, index + length)));
  eachMatch(HANDED, text, (match) => add(match[1]));
  eachMatch(FILLED, text, ({ index }) => add(rootOf(FILLED_IN, text, index)));
  eachMatch(SET, text, (match) => add(rootOf(SET_OF, text, match.index) ?? match[1]));
  return found;
}

/** What the variables of a text were made from: a core module, or another variable. */
export function bindingsIn(text: string): Map<string, string> {
  const bound = new Map<string, string>();
  eachMatch(BOUND, text, ({ index, 1: request, 2: other }) => {
    const to = matchAt(BOUND_TO, text, index);
    if (to === null) return;
    const [, name, pattern] = to;
    const names = name === undefined ? (pattern as string).split(',').map(nameOfPart) : [name];
    for (const one of names) bound.set(one, request ?? (other as string));
  });
  return bound;
}

/** `b` in `a: b`, `a` in `a`. */
function nameOfPart(part: string): string {
  return part.slice(part.indexOf(':') + 1).trim();
}

function eachMatch(pattern: RegExp, text: string, use: (match: RegExpExecArray) => void): void {
  pattern.lastIndex = 0;
  for (let match = regExpExec(pattern, text); match !== null; match = regExpExec(pattern, text)) use(match);
}

function rootOf(pattern: RegExp, text: string, end: number): string | undefined {
  const match = matchAt(pattern, text, end);
  return match?.[1] ?? match?.[2] ?? match?.[3];
}

function matchAt(sticky: RegExp, text: string, at: number): RegExpExecArray | null {
  sticky.lastIndex = at;
  return regExpExec(sticky, text);
}
