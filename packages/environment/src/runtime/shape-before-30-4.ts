import { loadLater } from '@jest-hermetic/leak-record';
import { apply } from '../originals';
import { withCommonHooks, hookableCore, hookableLoad, hookBuilt, hookMadeRequire, withoutTrace } from './wrap-runtime';
import { hookable } from './hooked-method';
import { hasMethod, mapAt, textIn, wrapMethod } from './shape';
import type { AnyFunction, RuntimeShape, UnknownRuntime } from './shape';

const saving = loadLater(() => require('./load-state') as typeof import('./load-state'));

interface Resolver {
  getModuleID(virtualMocks: unknown, from: string, request: string, options: unknown): string;
  getMockModule(from: string, request: string, options?: unknown): string | null;
  getModule(request: string): string | null;
  isCoreModule(request: string): boolean;
}

const FIELDS = {
  cjs: {
    virtual: '_virtualMocks',
    explicit: '_explicitShouldMock',
    factories: '_mockFactories',
    conditions: 'cjsConditions',
  },
  esm: {
    virtual: '_virtualModuleMocks',
    explicit: '_explicitShouldMockModule',
    factories: '_moduleMockFactories',
    conditions: 'esmConditions',
  },
} as const;

const REGISTRATIONS = [
  '_explicitShouldMock',
  '_explicitShouldMockModule',
  '_mockFactories',
  '_moduleMockFactories',
  '_virtualMocks',
  '_virtualModuleMocks',
  '_transitiveShouldMock',
];

const DECISIONS = ['_shouldMockModuleCache', '_shouldUnmockTransitiveDependenciesCache'];

/** Everything that decides what a load yields; `_onGenerateMock` came with 30.0. */
const LOAD_STATE = [
  '_moduleRegistry',
  '_mockRegistry',
  '_esmoduleRegistry',
  '_moduleMockRegistry',
  ...REGISTRATIONS,
  ...DECISIONS,
  '_mockMetaDataCache',
  '_onGenerateMock',
];

const ISOLATED = ['_isolatedModuleRegistry', '_isolatedMockRegistry'] as const;

/** Jest 29.7 to 30.3: everything stands on the Runtime itself under private names. Null when one is missing. */
export function shapeBefore304(runtime: UnknownRuntime): RuntimeShape | null {
  const maps = ['_moduleRegistry', '_mockRegistry', '_esmoduleRegistry', '_moduleMockRegistry', '_sourceMapRegistry'];
  const methods = [
    '_createJestObjectFor',
    '_createRequireImplementation',
    '_loadModule',
    '_shouldMockCjs',
    'requireMock',
    'resolveModule',
  ];
  const known =
    maps.every((name) => mapAt(runtime, name) !== null) &&
    methods.every((name) => hasMethod(runtime, name)) &&
    Object.values(FIELDS).every((fields) => mapAt(runtime, fields.explicit) && mapAt(runtime, fields.factories)) &&
    hasMethod(runtime['_resolver'], 'getModuleID');
  if (!known) return null;
  const resolver = runtime['_resolver'] as unknown as Resolver;
  const map = <V>(name: string): Map<string, V> => runtime[name] as Map<string, V>;
  const mapsOf = (names: readonly string[]): Map<string, unknown>[] =>
    names.map((name) => mapAt(runtime, name) ?? new Map());
  const setAutomock = (on: boolean): void => {
    runtime['_shouldAutoMock'] = on;
  };
  const call = (name: string, ...args: unknown[]): unknown =>
    apply(runtime[name] as AnyFunction, runtime, args as never[]);
  const moduleId: RuntimeShape['moduleId'] = (mode, from, request) =>
    resolver.getModuleID(runtime[FIELDS[mode].virtual], from, request, {
      conditions: runtime[FIELDS[mode].conditions],
    });

  const hookMock = hookable(runtime, 'requireMock');

  return withCommonHooks(runtime, {
    versions: '29.7 - 30.3',
    cjsRegistry: () => map('_moduleRegistry'),
    esmRegistry: () => map('_esmoduleRegistry'),
    mockRegistry: () => map('_mockRegistry'),
    esmMockRegistry: () => map('_moduleMockRegistry'),
    isIsolated: () => Boolean(runtime['_isolatedModuleRegistry'] ?? runtime['_isolatedMockRegistry']),
    registries: () => {
      const [cjs, mocks] = ISOLATED.map((name) => mapAt(runtime, name));
      return {
        cjs: [map('_moduleRegistry'), ...(cjs ? [cjs] : [])],
        esm: [map('_esmoduleRegistry')],
        mocks: [map('_mockRegistry'), map('_moduleMockRegistry'), ...(mocks ? [mocks] : [])],
      };
    },
    saveLoadState: () =>
      saving().saveLoadState({
        collections: [{ owner: runtime, names: LOAD_STATE }],
        isAutomock: () => runtime['_shouldAutoMock'] === true,
        setAutomock,
        isolation: () => {
          const registries = ISOLATED.flatMap((name) => mapAt(runtime, name) ?? []);
          return registries.length === ISOLATED.length ? { handle: null, registries } : null;
        },
        reopen: ({ registries }) => {
          ISOLATED.forEach((name, index) => {
            runtime[name] = registries[index];
          });
        },
      }),
    sourceMaps: () => map<string>('_sourceMapRegistry'),
    moduleId,
    explicit: (mode) => map<boolean>(FIELDS[mode].explicit),
    factories: (mode) => map(FIELDS[mode].factories),
    isAutomock: () => runtime['_shouldAutoMock'] === true,
    setAutomock,
    registrations: () => mapsOf(REGISTRATIONS),
    decisions: () => mapsOf(DECISIONS),
    wouldAutomock: (from, request, id) => {
      const flag = runtime['_shouldAutoMock'];
      const caches = ['_shouldMockModuleCache', '_shouldUnmockTransitiveDependenciesCache', '_transitiveShouldMock'];
      const others = new Map(map<boolean>('_explicitShouldMock'));
      others.delete(id);
      runtime['_shouldAutoMock'] = true;
      try {
        return withoutTrace(
          caches.map((name) => mapAt(runtime, name)),
          () => call('_shouldMockCjs', from, request, others) === true,
        );
      } catch {
        return false;
      } finally {
        runtime['_shouldAutoMock'] = flag;
      }
    },
    rootManualMock: (from, request) => (resolver.getModule(request) ? null : resolver.getMockModule(from, request)),
    isCoreModule: (request) => resolver.isCoreModule(request),
    resolve: (from, request) => {
      try {
        return call('_resolveCjsModule', from, request) as string;
      } catch {
        return null;
      }
    },
    codeOf: (file) => {
      const code = (mapAt(runtime, '_fileTransforms')?.get(file) as { code?: unknown } | undefined)?.code;
      return typeof code === 'string' ? code : undefined;
    },
    sourceOf: (file) => textIn(mapAt(runtime, '_cacheFS'), file),
    hookJestObject: (onBuilt) => hookBuilt(runtime, '_createJestObjectFor', onBuilt),
    // They are bound to it.
    shortenRequire: () => {},
    hookRequire: (wrap) => hookMadeRequire(runtime, '_createRequireImplementation', wrap),
    hookLoad: hookableLoad(runtime, '_loadModule'),
    hookRequireMock(hook) {
      const idOf = (from: unknown, request: unknown): string => moduleId('cjs', from as string, request as string);
      hookMock({
        before: (from, request) => hook.before?.(from as string, request as string, idOf(from, request)),
        after: (result, from, request) => hook.after?.(result, from as string, request as string, idOf(from, request)),
        ended: (from, request) => hook.ended?.(from as string, request as string, idOf(from, request)),
      });
    },
    hookCoreModule: hookableCore(runtime, '_requireCoreModule'),
    hookImport(around) {
      wrapMethod(runtime, 'resolveModule', (_self, args, original) =>
        around(args[0] as string, args[1] as string, () => original() as Promise<unknown>),
      );
    },
    // Every import of these versions goes through resolveModule.
    hookImportGraph() {},
    hookImportMock(after) {
      wrapMethod(runtime, 'importMock', async (_self, args, original) => {
        const module = await original();
        after(moduleId('esm', args[0] as string, args[1] as string), module);
        return module;
      });
    },
  });
}
