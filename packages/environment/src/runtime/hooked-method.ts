import { arrayPush, callOn } from '../originals';
import { callInOwnLanguage } from '../own-language';
import { copyIdentity } from './shape';

/**
 * What happens around one call of a method. It is written as steps and not as a function around the call: modules
 * load modules, so every frame of ours on the way would be there once for each link of an import chain, and a chain
 * that plain Jest can just load would overflow the stack.
 */
export interface MethodHook<Args extends unknown[]> {
  /** Answers in place of the method; null lets it run. Asked before `before`; then no other step runs. */
  instead?(...args: Args): { result: unknown } | null;
  before?(...args: Args): void;
  /** After it returned, not when it threw. */
  after?(result: unknown, ...args: Args): void;
  /** After it returned or threw; last of all. */
  ended?(...args: Args): void;
}

/**
 * The arguments that a hooked method may have. They are passed on one by one, since a list of them for each step of
 * each load would cost more than all that the steps do.
 */
export type RawArguments = [a?: unknown, b?: unknown, c?: unknown, d?: unknown, e?: unknown];

type Method = (this: unknown, ...args: unknown[]) => unknown;

/** The hooks of one method, by the steps that they have. */
interface Hooks {
  readonly instead: Required<Pick<MethodHook<RawArguments>, 'instead'>>[];
  readonly before: Required<Pick<MethodHook<RawArguments>, 'before'>>[];
  readonly after: Required<Pick<MethodHook<RawArguments>, 'after'>>[];
  readonly ended: Required<Pick<MethodHook<RawArguments>, 'ended'>>[];
}

/**
 * Prepares `object[name]` for hooks: the answer adds one. All hooks of a method share one own property on the instance,
 * which Jest finds since it calls these methods through `this`; the prototype, shared by every file of the worker,
 * stays as it is.
 */
export function hookable(object: object, name: string): (hook: MethodHook<RawArguments>) => void {
  let hooks: Hooks | null = null;
  return (hook) => {
    if (hooks === null) {
      hooks = { instead: [], before: [], after: [], ended: [] };
      install(object, name, hooks);
    }
    if (hook.instead) arrayPush(hooks.instead, hook as Hooks['instead'][number]);
    if (hook.before) arrayPush(hooks.before, hook as Hooks['before'][number]);
    if (hook.after) arrayPush(hooks.after, hook as Hooks['after'][number]);
    if (hook.ended) arrayPush(hooks.ended, hook as Hooks['ended'][number]);
  };
}

/**
 * Puts what `map` makes of its result in place of what a method returns, on the instance as above; of calls that
 * `concerns` says no to nothing changes.
 */
export function mapResult(
  object: object,
  name: string,
  map: (result: unknown, first: unknown, second: unknown) => unknown,
  concerns: (first: unknown, second: unknown) => boolean = () => true,
): void {
  const original = (object as Record<string, unknown>)[name] as Method | undefined;
  if (typeof original !== 'function') return;
  define(object, name, original, function (this: unknown, a: unknown, b: unknown, c: unknown): unknown {
    const result = callOn(original, this, a, b, c);
    return concerns(a, b) ? callInOwnLanguage(map, result, a, b) : result;
  });
}

function install(object: object, name: string, hooks: Hooks): void {
  const original = (object as Record<string, unknown>)[name] as Method | undefined;
  if (typeof original !== 'function') return;
  define(object, name, original, (name === BOUND ? wrapBound : wrap)(original, hooks));
}

function wrap(original: Method, hooks: Hooks): Method {
  const { instead, before, after, ended } = hooks;
  return function (this: unknown, a: unknown, b: unknown, c: unknown, d: unknown, e: unknown, f: unknown): unknown {
    const answer = instead.length === 0 ? null : askInstead(instead, a, b, c, d, e);
    if (answer !== null) return answer.result;
    if (before.length > 0) callInOwnLanguage(runBefore, before, a, b, c, d, e);
    let result: unknown;
    try {
      result = callOn(original, this, a, b, c, d, e, f);
    } catch (error) {
      if (ended.length > 0) callInOwnLanguage(runEnded, ended, a, b, c, d, e);
      throw error;
    }
    if (after.length + ended.length > 0) callInOwnLanguage(runLast, hooks, result, a, b, c, d, e);
    return result;
  };
}

/** The method that Jest up to 30.4 binds for the `require` of each module. */
const BOUND = 'requireModuleOrMock';

/**
 * The same for {@link BOUND}. V8 binds a function several times slower whose name or number of parameters was defined
 * later, so this one is made with both; and a call between the two would be one more frame for each link of a chain.
 */
function wrapBound(original: Method, hooks: Hooks): Method {
  const { instead, before, after, ended } = hooks;
  return function requireModuleOrMock(this: unknown, from: unknown, moduleName: unknown): unknown {
    const answer = instead.length === 0 ? null : askInstead(instead, from, moduleName);
    if (answer !== null) return answer.result;
    if (before.length > 0) callInOwnLanguage(runBefore, before, from, moduleName);
    let result: unknown;
    try {
      result = callOn(original, this, from, moduleName);
    } catch (error) {
      if (ended.length > 0) callInOwnLanguage(runEnded, ended, from, moduleName);
      throw error;
    }
    if (after.length + ended.length > 0) callInOwnLanguage(runLast, hooks, result, from, moduleName);
    return result;
  };
}

function define(object: object, name: string, original: Function, wrapper: Method): void {
  copyIdentity(wrapper, original);
  Object.defineProperty(object, name, { value: wrapper, writable: true, configurable: true, enumerable: false });
}

// The loops stand apart so that their variables take no room in the frame that stays on the stack.

function askInstead(
  hooks: Hooks['instead'],
  a: unknown,
  b: unknown,
  c?: unknown,
  d?: unknown,
  e?: unknown,
): { result: unknown } | null {
  for (let i = 0; i < hooks.length; i += 1) {
    const answer = (hooks[i] as Hooks['instead'][number]).instead(a, b, c, d, e);
    if (answer) return answer;
  }
  return null;
}

function runBefore(hooks: Hooks['before'], a: unknown, b: unknown, c?: unknown, d?: unknown, e?: unknown): void {
  for (let i = 0; i < hooks.length; i += 1) (hooks[i] as Hooks['before'][number]).before(a, b, c, d, e);
}

function runLast(
  { after, ended }: Hooks,
  result: unknown,
  a: unknown,
  b: unknown,
  c?: unknown,
  d?: unknown,
  e?: unknown,
): void {
  try {
    for (let i = 0; i < after.length; i += 1) (after[i] as Hooks['after'][number]).after(result, a, b, c, d, e);
  } finally {
    runEnded(ended, a, b, c, d, e);
  }
}

function runEnded(hooks: Hooks['ended'], a: unknown, b: unknown, c?: unknown, d?: unknown, e?: unknown): void {
  for (let i = 0; i < hooks.length; i += 1) (hooks[i] as Hooks['ended'][number]).ended(a, b, c, d, e);
}
