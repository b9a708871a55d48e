import { arrayPush, callOn } from '../originals';
import { inOwnLanguage, isLanguageChanged } from '../own-language';
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

/** The steps of all hooks of one method. */
interface Steps {
  readonly instead: ((...args: RawArguments) => { result: unknown } | null)[];
  readonly before: ((...args: RawArguments) => void)[];
  readonly after: ((result: unknown, ...args: RawArguments) => void)[];
  readonly ended: ((...args: RawArguments) => void)[];
}

/**
 * Prepares `object[name]` for hooks: the answer adds one. All hooks of a method share one own property on the instance,
 * which Jest finds since it calls these methods through `this`; the prototype, shared by every file of the worker,
 * stays as it is.
 */
export function hookable(object: object, name: string): (hook: MethodHook<RawArguments>) => void {
  let steps: Steps | null = null;
  return (hook) => {
    if (steps === null) {
      steps = { instead: [], before: [], after: [], ended: [] };
      install(object, name, steps);
    }
    if (hook.instead) arrayPush(steps.instead, (a, b, c, d, e) => hook.instead!(a, b, c, d, e));
    if (hook.before) arrayPush(steps.before, (a, b, c, d, e) => void hook.before!(a, b, c, d, e));
    if (hook.after) arrayPush(steps.after, (result, a, b, c, d, e) => void hook.after!(result, a, b, c, d, e));
    if (hook.ended) arrayPush(steps.ended, (a, b, c, d, e) => void hook.ended!(a, b, c, d, e));
  };
}

/** Puts what `map` makes of its result in place of what a method returns, on the instance as above. */
export function mapResult(
  object: object,
  name: string,
  map: (result: unknown, first: unknown, second: unknown) => unknown,
): void {
  const original = (object as Record<string, unknown>)[name] as Method | undefined;
  if (typeof original !== 'function') return;
  define(object, name, original, function (this: unknown, a: unknown, b: unknown, c: unknown): unknown {
    const result = callOn(original, this, a, b, c);
    return inOwnLanguage(() => map(result, a, b));
  });
}

function install(object: object, name: string, steps: Steps): void {
  const original = (object as Record<string, unknown>)[name] as Method | undefined;
  if (typeof original !== 'function') return;
  const wrapper = function (
    this: unknown,
    a: unknown,
    b: unknown,
    c: unknown,
    d: unknown,
    e: unknown,
    f: unknown,
  ): unknown {
    const answer = steps.instead.length === 0 ? null : askInstead(steps, a, b, c, d, e);
    if (answer !== null) return answer.result;
    runSteps(steps.before, a, b, c, d, e);
    try {
      const result = callOn(original, this, a, b, c, d, e, f);
      runAfter(steps, result, a, b, c, d, e);
      return result;
    } finally {
      runSteps(steps.ended, a, b, c, d, e);
    }
  };
  define(object, name, original, wrapper);
}

function define(object: object, name: string, original: Function, wrapper: Method): void {
  copyIdentity(wrapper, original);
  Object.defineProperty(object, name, { value: wrapper, writable: true, configurable: true, enumerable: false });
}

// The loops stand apart so that their variables take no room in the frame that stays on the stack.

function askInstead(
  { instead }: Steps,
  a: unknown,
  b: unknown,
  c: unknown,
  d: unknown,
  e: unknown,
): { result: unknown } | null {
  for (let i = 0; i < instead.length; i += 1) {
    const answer = instead[i]?.(a, b, c, d, e);
    if (answer) return answer;
  }
  return null;
}

function runSteps(steps: Steps['before'], a: unknown, b: unknown, c: unknown, d: unknown, e: unknown): void {
  if (isLanguageChanged()) return inOwnLanguage(() => callAll(steps, a, b, c, d, e));
  callAll(steps, a, b, c, d, e);
}

function callAll(steps: Steps['before'], a: unknown, b: unknown, c: unknown, d: unknown, e: unknown): void {
  for (let i = 0; i < steps.length; i += 1) steps[i]?.(a, b, c, d, e);
}

function runAfter(steps: Steps, result: unknown, a: unknown, b: unknown, c: unknown, d: unknown, e: unknown): void {
  if (isLanguageChanged()) return inOwnLanguage(() => callAllAfter(steps, result, a, b, c, d, e));
  callAllAfter(steps, result, a, b, c, d, e);
}

function callAllAfter(
  { after }: Steps,
  result: unknown,
  a: unknown,
  b: unknown,
  c: unknown,
  d: unknown,
  e: unknown,
): void {
  for (let i = 0; i < after.length; i += 1) after[i]?.(result, a, b, c, d, e);
}
