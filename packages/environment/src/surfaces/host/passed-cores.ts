import { arrayIncludes, arrayPush, regExpExec } from '../../originals';
import { baseModule } from './builtins';

const REQUIRED = /\brequire\(['"](?:node:)?([\w/]+)['"]\)/g;
/** How far back the variable stands that a module is bound to. */
const BEFORE = 300;
/**
 * `name =`, `{ a, b } =`, or nothing, before a `require`, through the helpers of compilers, which copy the module or wrap
 * it in an object of their own.
 */
const BOUND_TO =
  /(?:^|[\s;,{}])(?:([\w$]+)|(\{[^{}]*\}))\s*=\s*(?:\/\*[^*]*\*\/\s*)?(?:_?_?(?:interop\w+|import(?:Star|Default)|toESM)\(\s*)?$/i;
const ALONE = /(?:^|[;{}\n])\s*$/;
/** Code that takes a part of the module at once. */
const TAKES_PART = /^\)*\s*[.[]/;

/** What is called, constructed or inherited from is not changed by that. */
const USED_BEFORE = /(?:\bnew|\bextends|\binstanceof|\btypeof)\s+$/;
const USED_AFTER = /^(?:\.default\b)?\s*(?:[.[(]|\?\.)/;
const BINDS_AFTER = /^\s*=(?![=>])/;
/** A key or another object's property of the same name: `{ path: x }`, `a.path`. */
const OTHER_BEFORE = /\.\s*$/;
const OTHER_AFTER = /^\s*:/;
const NEAR = 24;

/**
 * The core modules (without what is behind `/`) that code requires by name and then does nothing with but read its parts
 * and call them: whatever becomes of such a module, this code did not do it, nor gave it to code that did. Where the
 * text leaves a doubt, the module is not among them.
 */
export function onlyReadIn(code: string): string[] {
  const doubtful: string[] = [];
  const asked: string[] = [];
  REQUIRED.lastIndex = 0;
  for (let match = regExpExec(REQUIRED, code); match !== null; match = regExpExec(REQUIRED, code)) {
    const core = baseModule(match[1] as string);
    if (!arrayIncludes(asked, core)) arrayPush(asked, core);
    if (!arrayIncludes(doubtful, core) && mayPass(code, match.index, match[0].length)) arrayPush(doubtful, core);
  }
  return asked.filter((core) => !arrayIncludes(doubtful, core));
}

function mayPass(code: string, at: number, length: number): boolean {
  const after = code.slice(at + length, at + length + NEAR);
  const before = code.slice(Math.max(0, at - BEFORE), at);
  const bound = regExpExec(BOUND_TO, before);
  if (TAKES_PART.test(after)) return false;
  if (bound === null) return !ALONE.test(before);
  const [, name] = bound;
  // Of a pattern only parts are held.
  return name !== undefined && isPassed(code, name);
}

/** Whether a variable stands anywhere in the code where it is not just read from. */
function isPassed(code: string, name: string): boolean {
  let at = code.indexOf(name);
  for (; at !== -1; at = code.indexOf(name, at + name.length)) {
    const before = code.slice(Math.max(0, at - NEAR), at);
    const after = code.slice(at + name.length, at + name.length + NEAR);
    if (/[\w$]$/.test(before) || /^[\w$]/.test(after)) continue;
    if (OTHER_BEFORE.test(before) && !before.endsWith('...')) continue;
    if (USED_BEFORE.test(before) || BINDS_AFTER.test(after) || USED_AFTER.test(after)) continue;
    if (OTHER_AFTER.test(after) && /[{,]\s*$/.test(before)) continue;
    return true;
  }
  return false;
}
