import { hookable } from './hooked-method';
import { wrapMethod } from './shape';
import type { AnyFunction, RuntimeShape, SandboxModule, UnknownRuntime } from './shape';

type CommonHooks = Pick<
  RuntimeShape,
  | 'dispatcher'
  | 'hookRequireActual'
  | 'hookRequireModuleOrMock'
  | 'hookGenerateMock'
  | 'hookResetModules'
  | 'hookRestoreAllMocks'
  | 'hookImportEntry'
  | 'requireActual'
>;

/** The hooks on methods of `Runtime` itself, which have the same name and arguments in every version from 29.7 to 30.5. */
export function commonHooks(runtime: UnknownRuntime): CommonHooks {
  return {
    requireActual: (from, request) =>
      (runtime['requireActual'] as AnyFunction).call(runtime, ...([from, request] as never[])),
    // A bound function has no frame of its own.
    dispatcher: () => (runtime['requireModuleOrMock'] as (from: string, request: string) => unknown).bind(runtime),
    hookRequireActual: hookable(runtime, 'requireActual', ([from, request]) => [from as string, request as string]),
    hookRequireModuleOrMock: hookable(runtime, 'requireModuleOrMock', ([from, request]) => [
      from as string,
      request as string,
    ]),
    hookGenerateMock: hookable(runtime, '_generateMock', () => []),
    hookResetModules(before) {
      wrapMethod(runtime, 'resetModules', (_self, args, original) => {
        before();
        return original(...args);
      });
    },
    hookRestoreAllMocks(after) {
      wrapMethod(runtime, 'restoreAllMocks', (_self, args, original) => {
        const result = original(...args);
        after();
        return result;
      });
    },
    hookImportEntry(before) {
      wrapMethod(runtime, 'unstable_importModule', (_self, args, original) => {
        if (args[1] === undefined) before(args[0] as string);
        return original(...args);
      });
    },
  };
}

/** What the loader is given in all versions: (localModule, from, moduleName, modulePath, options, registry). */
export function loadArguments(args: readonly unknown[]): [module: SandboxModule, internal: boolean] {
  const internal = (args[4] as { isInternalModule?: boolean } | undefined)?.isInternalModule === true;
  return [args[0] as SandboxModule, internal];
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
