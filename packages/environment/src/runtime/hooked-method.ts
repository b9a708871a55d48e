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

type Method = (this: unknown, ...args: unknown[]) => unknown;

/** No method that is hooked takes more; fixed parameters make a smaller frame than a rest parameter. */
type SixArguments = [unknown, unknown, unknown, unknown, unknown, unknown];

/**
 * Prepares `object[name]` for hooks: the answer adds one. All hooks of a method share one own property on the instance,
 * which Jest finds since it calls these methods through `this`; the prototype, shared by every file of the worker,
 * stays as it is. `pick` takes from the method's arguments what the hooks are told.
 */
export function hookable<Args extends unknown[]>(
  object: object,
  name: string,
  pick: (args: SixArguments) => Args,
): (hook: MethodHook<Args>) => void {
  const hooks: MethodHook<Args>[] = [];
  return (hook) => {
    if (hooks.length === 0) install(object, name, pick, hooks);
    hooks.push(hook);
  };
}

function install<Args extends unknown[]>(
  object: object,
  name: string,
  pick: (args: SixArguments) => Args,
  hooks: readonly MethodHook<Args>[],
): void {
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
    const picked = pick([a, b, c, d, e, f]);
    const answer = askInstead(hooks, picked);
    if (answer !== null) return answer.result;
    runBefore(hooks, picked);
    try {
      const result = original.call(this, a, b, c, d, e, f);
      runAfter(hooks, result, picked);
      return result;
    } finally {
      runEnded(hooks, picked);
    }
  };
  copyIdentity(wrapper, original);
  Object.defineProperty(object, name, { value: wrapper, writable: true, configurable: true, enumerable: false });
}

// The loops stand apart so that their variables take no room in the frame that stays on the stack.

function askInstead<Args extends unknown[]>(
  hooks: readonly MethodHook<Args>[],
  picked: Args,
): { result: unknown } | null {
  for (const hook of hooks) {
    const answer = hook.instead?.(...picked);
    if (answer) return answer;
  }
  return null;
}

function runBefore<Args extends unknown[]>(hooks: readonly MethodHook<Args>[], picked: Args): void {
  for (const hook of hooks) hook.before?.(...picked);
}

function runAfter<Args extends unknown[]>(hooks: readonly MethodHook<Args>[], result: unknown, picked: Args): void {
  for (const hook of hooks) hook.after?.(result, ...picked);
}

function runEnded<Args extends unknown[]>(hooks: readonly MethodHook<Args>[], picked: Args): void {
  for (const hook of hooks) hook.ended?.(...picked);
}
