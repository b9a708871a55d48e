import { commonHooks, withoutTrace } from './wrap-runtime';
import { hasMethod, mapAt, wrapMethod } from './shape';
import type { AnyFunction, JestObject, RuntimeShape, SandboxModule, UnknownRuntime } from './shape';

interface MockState {
  shouldAutoMock: boolean;
  getCjsModuleId(from: string, request: string): string;
  getEsmModuleId(from: string, request: string): string;
  decideSync?(from: string, request: string, id: string, mode: 'cjs'): boolean;
  shouldMockCjs(from: string, request: string): { shouldMock: boolean };
}

interface Resolution {
  resolveCjs(from: string, request: string): string;
  getCjsMockModule(from: string, request: string): string | null;
  getModule(request: string): string | null;
  isCoreModule(request: string): boolean;
}

const FIELDS = {
  cjs: { explicit: 'explicitCjsMock', factories: 'cjsFactories' },
  esm: { explicit: 'explicitEsmMock', factories: 'esmFactories' },
} as const;

/** Jest 30.4 to 30.5: the Runtime hands out to `registries`, `mockState`, `jestGlobals`, ... Null when one is missing. */
export function shapeFrom304(runtime: UnknownRuntime): RuntimeShape | null {
  const { registries, mockState, jestGlobals, requireBuilder, cjsLoader, esmLoader, coreModule, _resolution } = runtime;
  const known =
    ['moduleRegistry', 'mockRegistry', 'esModuleRegistry', 'moduleMockRegistry'].every(
      (name) => mapAt(registries, name) !== null,
    ) &&
    Object.values(FIELDS).every((fields) => mapAt(mockState, fields.explicit) && mapAt(mockState, fields.factories)) &&
    hasMethod(mockState, 'getCjsModuleId') &&
    hasMethod(mockState, 'getEsmModuleId') &&
    hasMethod(jestGlobals, 'buildJestObject') &&
    hasMethod(requireBuilder, 'for') &&
    hasMethod(cjsLoader, 'loadModule') &&
    hasMethod(esmLoader, 'resolveModule') &&
    hasMethod(coreModule, 'require') &&
    hasMethod(_resolution, 'resolveCjs') &&
    hasMethod(runtime, '_requireMockWithId');
  if (!known) return null;
  const mocks = mockState as unknown as MockState;
  const resolution = _resolution as unknown as Resolution;
  const registry = (name: string): Map<string, unknown> => mapAt(registries, name) ?? new Map();

  return {
    ...commonHooks(runtime),
    versions: '30.4 - 30.5',
    cjsRegistry: () => registry('moduleRegistry'),
    esmRegistry: () => registry('esModuleRegistry'),
    mockRegistry: () => registry('mockRegistry'),
    esmMockRegistry: () => registry('moduleMockRegistry'),
    isIsolated: () => Boolean((registries as { isolation?: unknown }).isolation),
    sourceMaps: () => (runtime['getSourceMaps'] as () => Map<string, string>).call(runtime),
    moduleId: (mode, from, request) =>
      mode === 'cjs' ? mocks.getCjsModuleId(from, request) : mocks.getEsmModuleId(from, request),
    explicit: (mode) => mapAt(mockState, FIELDS[mode].explicit) as Map<string, boolean>,
    factories: (mode) => mapAt(mockState, FIELDS[mode].factories) as Map<string, unknown>,
    isAutomock: () => mocks.shouldAutoMock,
    wouldAutomock: (from, request, id) => {
      const flag = mocks.shouldAutoMock;
      const explicit = mapAt(mockState, 'explicitCjsMock') as Map<string, boolean>;
      const own = explicit.get(id);
      const caches = ['shouldMockCache', 'shouldUnmockTransitiveDepsCache', 'transitiveShouldMock'];
      mocks.shouldAutoMock = true;
      explicit.delete(id);
      try {
        return withoutTrace(
          caches.map((name) => mapAt(mockState, name)),
          () => mocks.shouldMockCjs(from, request).shouldMock,
        );
      } catch {
        return false;
      } finally {
        mocks.shouldAutoMock = flag;
        if (own !== undefined) explicit.set(id, own);
      }
    },
    rootManualMock: (from, request) =>
      resolution.getModule(request) ? null : resolution.getCjsMockModule(from, request),
    isCoreModule: (request) => resolution.isCoreModule(request),
    resolve: (from, request) => {
      try {
        return resolution.resolveCjs(from, request);
      } catch {
        return null;
      }
    },
    hookJestObject(onBuilt) {
      wrapMethod(jestGlobals as object, 'buildJestObject', (_self, args, original) => {
        const jestObject = original(...args) as JestObject;
        onBuilt(args[0] as string, jestObject);
        return jestObject;
      });
    },
    hookRequire(wrap) {
      wrapMethod(requireBuilder as object, 'for', (_self, args, original) => {
        const internal = (args[1] as { isInternalModule?: boolean } | undefined)?.isInternalModule === true;
        const made = original(...args) as AnyFunction;
        return internal ? made : wrap(args[0] as SandboxModule, made);
      });
    },
    hookLoad(around) {
      wrapMethod(cjsLoader as object, 'loadModule', (_self, args, original) =>
        around(args[0] as SandboxModule, () => original(...args)),
      );
    },
    hookRequireMock(around) {
      wrapMethod(runtime, '_requireMockWithId', (_self, args, original) =>
        around(args[0] as string, args[1] as string, args[2] as string, () => original(...args)),
      );
    },
    hookCoreModule(before) {
      wrapMethod(coreModule as object, 'require', (_self, args, original) => {
        before(args[0] as string);
        return original(...args);
      });
    },
    hookImport(around) {
      wrapMethod(esmLoader as object, 'resolveModule', (_self, args, original) =>
        around(args[0] as string, args[1] as string, () => original(...args) as Promise<unknown>),
      );
    },
    hookImportMock(after) {
      wrapMethod(esmLoader as object, 'importMock', async (_self, args, original) => {
        const module = await original(...args);
        after(args[2] as string, module);
        return module;
      });
    },
  };
}
