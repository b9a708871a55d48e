import { apply } from '../originals';
import { hookable, mapResult } from './hooked-method';
import { wrapMethod } from './shape';
import type { AnyFunction, JestObject, RuntimeShape, SandboxModule, UnknownRuntime } from './shape';

type CommonHooks = Pick<
  RuntimeShape,
  | 'dispatcher'
  | 'hookRequireActual'
  | 'hookRequireModuleOrMock'
  | 'hookGenerateMock'
  | 'hookResetModules'
  | 'hookRestoreAllMocks'
  | 'hookTeardown'
  | 'hookImportEntry'
  | 'requireActual'
>;

/**
 * Adds the hooks on methods of `Runtime` itself, which have the same name and arguments in every version from 29.7 to
 * 30.5. They are added, and not spread by the caller: V8 gives the result of a spread that runs seldom another hidden
 * class each time, and would compile what uses it anew for each file.
 */
export function withCommonHooks(runtime: UnknownRuntime, shape: Omit<RuntimeShape, keyof CommonHooks>): RuntimeShape {
  const hooks: CommonHooks = {
    requireActual: (from, request) =>
      apply(runtime['requireActual'] as AnyFunction, runtime, [from, request]) as unknown,
    // A bound function has no frame of its own.
    dispatcher: () => (runtime['requireModuleOrMock'] as (from: string, request: string) => unknown).bind(runtime),
    hookRequireActual: hookable(runtime, 'requireActual'),
    hookRequireModuleOrMock: hookable(runtime, 'requireModuleOrMock'),
    hookGenerateMock: hookable(runtime, '_generateMock'),
    hookResetModules(before) {
      wrapMethod(runtime, 'resetModules', (_self, _args, original) => {
        before();
        return original();
      });
    },
    hookRestoreAllMocks(after) {
      wrapMethod(runtime, 'restoreAllMocks', (_self, _args, original) => {
        const result = original();
        after();
        return result;
      });
    },
    hookTeardown(before) {
      wrapMethod(runtime, 'teardown', (_self, _args, original) => {
        before();
        return original();
      });
    },
    hookImportEntry(before) {
      wrapMethod(runtime, 'unstable_importModule', (_self, args, original) => {
        if (args[1] === undefined) before(args[0] as string);
        return original();
      });
    },
  };
  return Object.assign(shape, hooks);
}

/**
 * Hooks the loader by the arguments that it has in all versions: (localModule, from, moduleName, modulePath, options,
 * registry).
 */
export function hookableLoad(loader: object, name: string): RuntimeShape['hookLoad'] {
  const hookRaw = hookable(loader, name);
  return ({ before, after, ended }) =>
    hookRaw({
      before: (module, _from, _name, _path, options) => before?.(module as SandboxModule, isInternal(options)),
      after: (result, module, _from, _name, _path, options) =>
        after?.(result, module as SandboxModule, isInternal(options)),
      ended: (module, _from, _name, _path, options) => ended?.(module as SandboxModule, isInternal(options)),
    });
}

/** Hooks the method that hands out core modules: its first argument is the name. */
export function hookableCore(provider: object, name: string): RuntimeShape['hookCoreModule'] {
  const hookRaw = hookable(provider, name);
  return (before) => hookRaw({ before: (core) => before(core as string) });
}

/** Hooks the method that makes the `jest` object of a file: (from). */
export function hookBuilt(
  builder: object,
  name: string,
  onBuilt: (from: string, jestObject: JestObject) => void,
): void {
  mapResult(builder, name, (built, from) => {
    onBuilt(from as string, built as JestObject);
    return built;
  });
}

/** Hooks the method that makes the `require` function of a module: (module, options). */
export function hookMadeRequire(
  builder: object,
  name: string,
  wrap: (module: SandboxModule, require: AnyFunction) => AnyFunction,
): void {
  mapResult(
    builder,
    name,
    (made, module) => wrap(module as SandboxModule, made as AnyFunction),
    (_module, options) => !isInternal(options),
  );
}

/** Whether Jest's options of a module say that it is a part of Jest itself. */
function isInternal(options: unknown): boolean {
  return (options as { isInternalModule?: boolean } | undefined)?.isInternalModule === true;
}

/**
 * Runs `decide` and takes every entry that it adds to Jest's decision caches away again: a decision made earlier
 * than the user's own load could otherwise outlive a `deepUnmock` in between.
 */
export function withoutTrace<T>(caches: (Map<string, unknown> | null)[], decide: () => T): T {
  const before = caches.map((cache) => (cache === null ? null : new Set(cache.keys())));
  try {
    return decide();
  } finally {
    caches.forEach((cache, index) => {
      if (cache === null) return;
      for (const key of cache.keys()) if (!before[index]?.has(key)) cache.delete(key);
    });
  }
}
