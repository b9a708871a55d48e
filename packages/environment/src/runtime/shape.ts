import { loadLater } from '@jest-hermetic/leak-record';
import type { MethodHook } from './hooked-method';
import { apply } from '../originals';
import type { LoadState } from './load-state';

/** Which of Jest's two module worlds a registration belongs to. */
export type ModuleMode = 'cjs' | 'esm';

/** The `module` object of a CommonJS module in the sandbox, as far as we read it. */
export interface SandboxModule {
  filename: string;
  exports: unknown;
}

/** The `jest` object of one file. */
export type JestObject = Record<string, unknown>;

/** Any function of Jest's that we wrap. */
export type AnyFunction = (this: unknown, ...args: never[]) => unknown;

/**
 * The one way to Jest's module system: reads and hooks, with the private names hidden behind them. There is an
 * implementation for each shape of jest-runtime's `Runtime`; {@link findShape} picks it by capability. All
 * registries are read from their field at each use, since 29.7 to 30.3 swap the Maps for good when
 * `createMockFromModule` throws.
 */
export interface RuntimeShape {
  /** The versions that have this shape. */
  readonly versions: string;
  /** The outer registries: modules by path, ES modules by key, mock exports by module id. */
  cjsRegistry(): Map<string, unknown>;
  esmRegistry(): Map<string, unknown>;
  mockRegistry(): Map<string, unknown>;
  esmMockRegistry(): Map<string, unknown>;
  /** Whether an `isolateModules` block is open. */
  isIsolated(): boolean;
  /** Every registry that a load looks into now: the outer ones, and those of an open `isolateModules` block. */
  registries(): LoadRegistries;
  /** Saves everything that decides what a load yields. */
  saveLoadState(): LoadState;
  /** What `request` in `from` really is, loaded if need be, whatever is mocked. */
  requireActual(from: string, request: string): unknown;
  /** The file of a source map by transformed file (absolute paths). */
  sourceMaps(): Map<string, string>;

  /** Jest's id of what `request` means in `from`. Throws what Jest's resolver throws. */
  moduleId(mode: ModuleMode, from: string, request: string): string;
  /** Explicit decisions by module id: true mocked, false not. */
  explicit(mode: ModuleMode): Map<string, boolean>;
  factories(mode: ModuleMode): Map<string, unknown>;
  isAutomock(): boolean;
  setAutomock(on: boolean): void;
  /** All that registrations consist of besides that flag: always the same maps in the same order. */
  registrations(): readonly Map<string, unknown>[];
  /** What Jest has decided already by those, and could decide again. */
  decisions(): readonly Map<string, unknown>[];
  /** What Jest decides about mocking `request` with automock on and no explicit entry; leaves no trace in Jest's caches. */
  wouldAutomock(from: string, request: string, id: string): boolean;
  /** Path of the root `__mocks__` file that a plain `require` of a package gets, or null. */
  rootManualMock(from: string, request: string): string | null;
  isCoreModule(request: string): boolean;
  /** Absolute path that `request` resolves to in `from`, or null when it does not resolve. */
  resolve(from: string, request: string): string | null;

  /** The code of a module as it runs, when Jest still has it. */
  codeOf(file: string): string | undefined;
  /** The text of a file as it was before any transform, when Jest has read it: of the test file, before anything ran. */
  sourceOf(file: string): string | undefined;
  hookJestObject(onBuilt: (from: string, jestObject: JestObject) => void): void;
  /** Every `require` function made for a module: `wrap` returns the function that the module gets. */
  hookRequire(wrap: (module: SandboxModule, require: AnyFunction) => AnyFunction): void;
  /** Has Jest's own such functions call this one, where they would call another of Jest's that calls it. */
  shortenRequire(dispatch: (from: string, request: string) => unknown): void;
  /** What such a function calls: hands out the module or its mock, through the hooks. Taken once the hooks are set. */
  dispatcher(): (from: string, request: string) => unknown;
  /** The evaluation of a CommonJS module; `internal`: a part of Jest itself, which it keeps in a registry apart. */
  hookLoad(hook: MethodHook<[module: SandboxModule, internal: boolean]>): void;
  /** Handing out the mock of a module id (from the registry, a factory, a manual mock or an automock). */
  hookRequireMock(hook: MethodHook<[from: string, request: string, id: string]>): void;
  /** `jest.requireActual`. */
  hookRequireActual(hook: MethodHook<[from: string, request: string]>): void;
  /** What a sandbox's `require` calls. */
  hookRequireModuleOrMock(hook: MethodHook<[from: string, request: string]>): void;
  /** The generation of an automock, which loads the real module into scratch registries. */
  hookGenerateMock(hook: MethodHook<[]>): void;
  hookCoreModule(before: (name: string) => void): void;
  hookResetModules(before: () => void): void;
  /** Every spy is put back at once: by a test's call, by the config, in the teardown of the runtime. */
  hookRestoreAllMocks(after: () => void): void;
  /** Before the runtime drops all it knows: once for each file that ran, also when it broke off. */
  hookTeardown(before: () => void): void;
  /** Runs around the resolution of one `import`, static or dynamic, that Jest's asynchronous linker makes. */
  hookImport(around: (request: string, from: string, run: () => Promise<unknown>) => Promise<unknown>): void;
  /** Called after Jest linked a graph of ES modules in one go (30.4+ on Node 22.21+ and 24.8+), with all its imports. */
  hookImportGraph(after: (imports: readonly GraphImport[]) => void): void;
  hookImportMock(after: (id: string, module: unknown) => void): void;
  /** Called before an entry file (setup file, test file) is imported; a required one is a requireModule without request. */
  hookImportEntry(before: (file: string) => void): void;
}

/** Registries by what their keys are: paths, keys of ES modules, module ids. */
export interface LoadRegistries {
  readonly cjs: readonly Map<string, unknown>[];
  readonly esm: readonly Map<string, unknown>[];
  readonly mocks: readonly Map<string, unknown>[];
}

/** One static import of a graph that was linked in one go. */
export interface GraphImport {
  readonly from: string;
  readonly request: string;
  readonly module: unknown;
  /** Module id when it was given a mock. */
  readonly mockId: string | null;
}

/** A runtime whose fields we look for, not assume. */
export type UnknownRuntime = Record<string, unknown>;

/** Reads `object[name]` as a Map, or null. */
export function mapAt(object: unknown, name: string): Map<string, unknown> | null {
  const value = (object as Record<string, unknown> | null | undefined)?.[name];
  return value instanceof Map ? value : null;
}

/** The text that a Map has of a file; undefined where there is no such Map, or no such text in it. */
export function textIn(texts: Map<string, unknown> | null, file: string): string | undefined {
  const text = texts?.get(file);
  return typeof text === 'string' ? text : undefined;
}

/** Whether `object[name]` is a function. */
export function hasMethod(object: unknown, name: string): boolean {
  return typeof (object as Record<string, unknown> | null | undefined)?.[name] === 'function';
}

/**
 * Replaces `object[name]` on the instance by a function of the same name and arity that goes through `around`.
 * Jest calls these methods through `this`, so the own property is found; the prototype, shared by every file of
 * the worker, stays as it is.
 */
export function wrapMethod(
  object: object,
  name: string,
  around: (self: unknown, args: unknown[], original: () => unknown) => unknown,
): void {
  const original = (object as Record<string, unknown>)[name];
  if (typeof original !== 'function') return;
  const wrapper = function (this: unknown, ...args: unknown[]): unknown {
    return around(this, args, () => apply(original, this, args) as unknown);
  };
  copyIdentity(wrapper, original);
  Object.defineProperty(object, name, { value: wrapper, writable: true, configurable: true, enumerable: false });
}

/** Gives a wrapper the name and the arity of what it wraps. */
export function copyIdentity(wrapper: Function, original: Function): void {
  if (wrapper.name !== original.name)
    Object.defineProperty(wrapper, 'name', { value: original.name, configurable: true });
  if (wrapper.length !== original.length)
    Object.defineProperty(wrapper, 'length', { value: original.length, configurable: true });
}

// A process has one Jest, so it needs one of them.
const before304 = loadLater(() => require('./shape-before-30-4') as typeof import('./shape-before-30-4'));
const from304 = loadLater(() => require('./shape-from-30-4') as typeof import('./shape-from-30-4'));

/** The shape of this runtime, found by what it has, or null when we know none that fits. */
export function findShape(runtime: object): RuntimeShape | null {
  const unknown = runtime as UnknownRuntime;
  return (
    ('registries' in unknown ? from304().shapeFrom304(unknown) : null) ??
    ('_moduleRegistry' in unknown ? before304().shapeBefore304(unknown) : null)
  );
}
