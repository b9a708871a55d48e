import { arrayIncludes, arrayPush, regExpExec } from '../../originals';
import { baseModule } from './builtins';

const REQUIRED = /\brequire\(['"](?:node:)?([\w/]+)['"]\)/g;

/** `name =` or `{ a, b: c } =` before a `require`, also through a compiler's helper, which makes an object of its own. */
const BOUND_TO =
  /(?:^|[\s;,{}])(?:([\w$]{1,60})|(\{[^{}]{1,300}\}))\s*=\s*(?:\/\*[^*]{0,30}\*\/\s*)?(?:(?:[\w$]{1,30}\.)?_{1,2}(?:interop\w{1,30}|import(?:Star|Default)|toESM)\(\s*)?$/;
/** A statement of its own. */
const ALONE = /(?:^|[;{}\n])\s*$/;

/** `.a.b`, `["a"]`, `?.a`: a part of what stands before. */
const PART = /^(?:\s*\??\.\s*[\w$]{1,60}|\[(?:'[^'\n]{0,60}'|"[^"\n]{0,60}"|[\w$.]{1,60})\]){0,8}/;
/** Parts that are no objects: nobody can change them. */
const TEXT_PART = /^(?:\.default)?\s*\.\s*(?:sep|delimiter|EOL)\b(?!\s*[.[=])/;
const CALLED = /^\s*(?:\?\.\s*)?\(/;
/** A class that is made use of. */
const USED = /\b(?:new|extends|instanceof|typeof)\s+$/;
/** The same where whoever extends it may be asked for it. */
const USED_ALONE = /\b(?:new|instanceof|typeof)\s+$/;
const BOUND = /^\s*=(?![=>])/;
/** A property or a key of the same name. */
const OF_OTHER = /(?:^|[^.])\.\s*$/;
const KEY_BEFORE = /[{,]\s*$/;
const KEY = /^\s*:/;
/** `'fs'`, `"node:fs/promises"`. */
const QUOTE_BEFORE = /['"](?:node:)?$/;
const QUOTE = /^(?:\/\w+)?['"]/;
const LETTER_BEFORE = /[\w$]$/;
const LETTER = /^[\w$]/;

/** `(0, fs_1.readFileSync)(`, as compilers call what was imported. */
const APART = /\(0,\s*$/;
const CALLED_APART = /^\s*\)\s*\(/;

/** How much is read on either side. */
const BEFORE = 400;
const AROUND = 160;

/**
 * The core modules (without what is behind `/`) that code requires by name, and of which it then does nothing but call
 * functions and use classes: whatever becomes of such a module, this code gave neither it nor a part of it to anybody.
 * Where the text leaves a doubt, the module is not among them. What code writes to a module stands in another list.
 */
export function onlyReadIn(code: string): string[] {
  const asked: string[] = [];
  const doubtful: string[] = [];
  REQUIRED.lastIndex = 0;
  for (let match = regExpExec(REQUIRED, code); match !== null; match = regExpExec(REQUIRED, code)) {
    const core = baseModule(match[1] as string);
    if (!arrayIncludes(asked, core)) arrayPush(asked, core);
    if (!arrayIncludes(doubtful, core) && mayGiveAway(code, match.index, match.index + match[0].length))
      arrayPush(doubtful, core);
  }
  return asked.filter((core) => !arrayIncludes(doubtful, core));
}

/** What becomes of what one `require`, from `start` to `end`, yields. */
function mayGiveAway(code: string, start: number, end: number): boolean {
  const from = Math.max(0, start - BEFORE);
  const before = code.slice(from, start);
  const bound = regExpExec(BOUND_TO, before);
  if (bound === null) return !ALONE.test(before) && !isCalled(before, code.slice(end, end + AROUND));
  const [, name, pattern = ''] = bound;
  const names = name === undefined ? pattern.slice(1, -1).split(',').map(nameOfPart) : [name];
  return names.some((one) => one !== '' && isGivenAway(code, one, { from: from + bound.index, to: start }));
}

/** `b` in `a: b`, `a` in `a = 1`. */
function nameOfPart(part: string): string {
  return part
    .slice(part.indexOf(':') + 1)
    .replace(/=.*$/s, '')
    .trim();
}

/**
 * The same of a global, which may also be reached as a property of the global object: `root.Buffer`, `root['Buffer']`,
 * `{ Buffer: B } = root`.
 */
export function isGlobalGivenAway(code: string, name: string): boolean {
  return isGivenAway(code, name, NO_BINDING, true);
}

const NO_BINDING = { from: -1, to: -1 };

/** Whether a variable, or a part of what it holds, is anything but called or used as a class; its binding is no use. */
function isGivenAway(code: string, name: string, binding: { from: number; to: number }, isGlobal = false): boolean {
  if (!/^[\w$]+$/.test(name)) return true;
  const used = isGlobal ? USED_ALONE : USED;
  for (let at = code.indexOf(name); at !== -1; at = code.indexOf(name, at + name.length)) {
    if (at >= binding.from && at < binding.to) continue;
    const before = code.slice(Math.max(0, at - AROUND), at);
    const after = code.slice(at + name.length, at + name.length + AROUND);
    const isLonger = LETTER_BEFORE.test(before) || LETTER.test(after);
    const isText = QUOTE_BEFORE.test(before) && QUOTE.test(after);
    const isKey = KEY.test(after) && KEY_BEFORE.test(before);
    const isOther = isLonger || (!isGlobal && (isText || isKey || OF_OTHER.test(before)));
    if (!isOther && !BOUND.test(after) && !used.test(before) && !isCalled(before, after)) return true;
  }
  return false;
}

/** Whether the parts that `after` begins with end in a call, or are a mere text. */
function isCalled(before: string, after: string): boolean {
  if (TEXT_PART.test(after)) return true;
  const rest = after.slice(regExpExec(PART, after)?.[0].length ?? 0);
  return CALLED.test(rest) || (CALLED_APART.test(rest) && APART.test(before));
}
