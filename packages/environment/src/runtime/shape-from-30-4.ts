import { loadLater } from '@jest-hermetic/leak-record';
import { apply } from '../originals';
import { withCommonHooks, hookableCore, hookableLoad, hookBuilt, hookMadeRequire, withoutTrace } from './wrap-runtime';
import { hookable } from './hooked-method';
import { hasMethod, mapAt, textIn, wrapMethod } from './shape';
import type { AnyFunction, GraphImport, RuntimeShape, UnknownRuntime } from './shape';

const saving = loadLater(() => require('./load-state') as typeof import('./load-state'));

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

const REGISTRIES = ['moduleRegistry', 'mockRegistry', 'esModuleRegistry', 'moduleMockRegistry'];

const REGISTRATIONS = [
  'explicitCjsMock',
  'explicitEsmMock',
  'cjsFactories',
  'esmFactories',
  'virtualCjsMocks',
  'virtualEsmMocks',
  'transitiveShouldMock',
];

const DECISIONS = ['shouldMockCache', 'shouldUnmockTransitiveDepsCache'];

const MOCK_STATE = [...REGISTRATIONS, ...DECISIONS, 'mockMetaDataCache', 'onGenerateMockCallbacks'];

/** The registries of an `Isolation`. */
const ISOLATED = ['cjs', 'esm', 'mock', 'moduleMock'] as const;

/** Jest 30.4 to 30.5: the Runtime hands out to `registries`, `mockState`, `jestGlobals`, ... Null when one is missing. */
export function shapeFrom304(runtime: UnknownRuntime): RuntimeShape | null {
  const { registries, mockState, jestGlobals, requireBuilder, cjsLoader, esmLoader, coreModule, _resolution } = runtime;
  const known =
    REGISTRIES.every((name) => mapAt(registries, name) !== null) &&
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
  const mapsOfMocks = (names: readonly string[]): Map<string, unknown>[] =>
    names.map((name) => mapAt(mockState, name) ?? new Map());
  const setAutomock = (on: boolean): void => {
    mocks.shouldAutoMock = on;
  };
  const isolatable = registries as { isolation?: unknown };
  const isolated = (name: (typeof ISOLATED)[number]): Map<string, unknown>[] => {
    const found = mapAt(isolatable.isolation, name);
    return found === null ? [] : [found];
  };

  return withCommonHooks(runtime, {
    versions: '30.4 - 30.5',
    cjsRegistry: () => registry('moduleRegistry'),
    esmRegistry: () => registry('esModuleRegistry'),
    mockRegistry: () => registry('mockRegistry'),
    esmMockRegistry: () => registry('moduleMockRegistry'),
    isIsolated: () => Boolean((registries as { isolation?: unknown }).isolation),
    registries: () => ({
      cjs: [registry('moduleRegistry'), ...isolated('cjs')],
      esm: [registry('esModuleRegistry'), ...isolated('esm')],
      mocks: [registry('mockRegistry'), registry('moduleMockRegistry'), ...isolated('mock'), ...isolated('moduleMock')],
    }),
    saveLoadState: () =>
      saving().saveLoadState({
        collections: [
          { owner: registries as object, names: REGISTRIES },
          { owner: mockState as object, names: MOCK_STATE },
        ],
        isAutomock: () => mocks.shouldAutoMock,
        setAutomock,
        isolation: () => {
          const handle = isolatable.isolation;
          return handle ? { handle, registries: ISOLATED.flatMap((name) => isolated(name)) } : null;
        },
        reopen: ({ handle }) => {
          isolatable.isolation = handle;
        },
      }),
    sourceMaps: () => apply(runtime['getSourceMaps'] as AnyFunction, runtime, []) as Map<string, string>,
    moduleId: (mode, from, request) =>
      mode === 'cjs' ? mocks.getCjsModuleId(from, request) : mocks.getEsmModuleId(from, request),
    explicit: (mode) => mapAt(mockState, FIELDS[mode].explicit) as Map<string, boolean>,
    factories: (mode) => mapAt(mockState, FIELDS[mode].factories) as Map<string, unknown>,
    isAutomock: () => mocks.shouldAutoMock,
    setAutomock,
    registrations: () => mapsOfMocks(REGISTRATIONS),
    decisions: () => mapsOfMocks(DECISIONS),
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
    codeOf: (file) => {
      const { transformCache } = runtime as { transformCache?: { getCachedSource?: (path: string) => unknown } };
      const code = transformCache?.getCachedSource?.(file);
      return typeof code === 'string' ? code : undefined;
    },
    sourceOf: (file) => textIn(mapAt(runtime['fileCache'], 'strings'), file),
    hookJestObject: (onBuilt) => hookBuilt(jestGlobals as object, 'buildJestObject', onBuilt),
    hookRequire: (wrap) => hookMadeRequire(requireBuilder as object, 'for', wrap),
    shortenRequire(dispatch) {
      if (hasMethod(requireBuilder, 'requireDispatch'))
        (requireBuilder as { requireDispatch: unknown }).requireDispatch = dispatch;
    },
    hookLoad: hookableLoad(cjsLoader as object, 'loadModule'),
    hookRequireMock: hookable(runtime, '_requireMockWithId'),
    hookCoreModule: hookableCore(coreModule as object, 'require'),
    hookImport(around) {
      wrapMethod(esmLoader as object, 'resolveModule', (_self, args, original) =>
        around(args[0] as string, args[1] as string, () => original() as Promise<unknown>),
      );
    },
    hookImportGraph(after) {
      const walks: { from: string; request: string; key: string }[][] = [];
      wrapMethod(esmLoader as object, 'resolveSpecifierForSyncGraph', (_self, args, original) => {
        const resolved = original() as { cacheKey?: unknown } | symbol;
        const key = typeof resolved === 'object' ? resolved.cacheKey : undefined;
        if (typeof key === 'string') walks.at(-1)?.push({ from: args[0] as string, request: args[1] as string, key });
        return resolved;
      });
      wrapMethod(esmLoader as object, 'tryLoadGraphSync', (_self, _args, original) => {
        const imports: { from: string; request: string; key: string }[] = [];
        walks.push(imports);
        let root: unknown;
        try {
          root = original();
        } finally {
          walks.pop();
        }
        // A symbol says that the graph has to be loaded asynchronously: then each import comes through resolveModule.
        if (typeof root === 'object' && imports.length > 0) after(imports.map((one) => graphImport(one)));
        return root;
      });
      function graphImport({ from, request, key }: { from: string; request: string; key: string }): GraphImport {
        const mock = registry('moduleMockRegistry').get(key);
        if (mock !== undefined) return { from, request, module: mock, mockId: key };
        return { from, request, module: registry('esModuleRegistry').get(key), mockId: null };
      }
    },
    hookImportMock(after) {
      wrapMethod(esmLoader as object, 'importMock', async (_self, args, original) => {
        const module = await original();
        // (moduleName, moduleID, context) in 30.4, (from, moduleName, moduleID, context) since 30.5.
        after(args.at(-2) as string, module);
        return module;
      });
    },
  });
}
