import { pathToFileURL } from 'node:url';
import type { Faults } from '../faults';
import type { LoadPlace } from '../ledger/act';
import type { Ledger } from '../ledger/ledger';
import type { Context } from '../scopes/scope';
import type { ScopeTracker } from '../scopes/scope-tracker';
import type { ActFrames } from '../site/frame';
import type { ExportMutationsSurface } from '../surfaces/exports/export-mutations';
import type { Instance, Instances } from '../surfaces/instances';
import type { Load, Loads } from '../surfaces/loads';
import { pathOfModuleId } from '../surfaces/mock-key';
import type { MockRegistrationsSurface } from '../surfaces/mock-registrations';
import { fileOfEsmKey } from '../surfaces/module-registry';
import type { ModuleRegistrySurface } from '../surfaces/module-registry';
import type { RequireCacheWatch } from './require-cache';
import { copyIdentity } from './shape';
import type { AnyFunction, GraphImport, RuntimeShape, SandboxModule } from './shape';

/** Told of the code that runs and of the core modules that it is given. */
export interface ExecutionListener {
  beforeCoreModule(name: string): void;
  beforeEvaluation(file: string): void;
  afterEvaluation(file: string): void;
}

/** What the watch needs of the rest of the environment. */
export interface ModuleSystemWatchOptions {
  readonly shape: RuntimeShape;
  readonly tracker: ScopeTracker;
  readonly ledger: Ledger;
  readonly instances: Instances;
  readonly registry: ModuleRegistrySurface;
  readonly mocks: MockRegistrationsSurface;
  readonly loads: Loads;
  readonly exports: ExportMutationsSurface;
  readonly execution: ExecutionListener;
  readonly faults: Faults;
  readonly requireCache: RequireCacheWatch;
  /** Whether what is loaded and purged now will be taken back: then it is a private copy, and no act. */
  readonly isPassing: () => boolean;
  /** Frames below `caller`, chosen for `context`'s owner. */
  readonly capture: (caller: Function, context: Context) => ActFrames;
}

/** What one load was given, as the innermost hook saw it. */
interface Given {
  readonly instance: Instance | null;
  readonly mockId: string | null;
}

/**
 * Follows Jest's module system through the hooks of a {@link RuntimeShape} and tells the surfaces what they need. A
 * load costs next to nothing until some test or describe block has left something in place.
 */
export class ModuleSystemWatch {
  readonly #options: ModuleSystemWatchOptions;
  readonly #mockModules = new WeakMap<object, string>();
  /** The module whose `require` function is being called, and the mocks whose factories are running. */
  #importer: SandboxModule | null = null;
  readonly #producing: Instance[] = [];
  #dispatching = false;
  #given: Given | null = null;
  #generating = 0;
  #closed = false;

  constructor(options: ModuleSystemWatchOptions) {
    this.#options = options;
    const { shape } = options;
    shape.hookRequire((module, require) => this.#carryImporter(module, require));
    shape.hookRequireModuleOrMock((from, request, run) => this.#dispatch(from, request, run));
    shape.hookRequireModule((from, request, actual, internal, run) =>
      this.#requireModule(from, request, actual, internal, run),
    );
    shape.hookRequireMock((from, request, id, run) => this.#requireMock(from, request, id, run));
    shape.hookGenerateMock((run) => this.#generate(run));
    shape.hookLoad((module, run) => this.#load(module, run));
    shape.hookCoreModule((name) => options.execution.beforeCoreModule(name));
    shape.hookImportEntry((file) => options.tracker.beginLoading(file));
    shape.hookImport((request, from, run) => this.#import(request, from, run));
    shape.hookImportGraph((imports) => {
      options.faults.guard('noting a graph of imports', () => this.#importedGraph(imports), undefined);
    });
    shape.hookImportMock((id, module) => this.#noteMockModule(id, module));
  }

  /** The file's runtime is about to be torn down: what it clears is nobody's act. */
  close(): void {
    this.#closed = true;
  }

  /** The registry is about to be purged, by the user's call (`caller`) or by Jest's config. */
  beforePurge(caller: Function | null): void {
    if (this.#closed || this.#options.isPassing()) return;
    const { tracker, registry, exports, faults, capture } = this.#options;
    const context = tracker.current();
    faults.guard('forgetting exports', () => exports.beforePurge(), undefined);
    faults.guard(
      'noting a purge',
      () => registry.beforePurge(context, () => (caller === null ? null : capture(caller, context))),
      undefined,
    );
  }

  #carryImporter(module: SandboxModule, original: AnyFunction): AnyFunction {
    const carry = (request: string): unknown => {
      const outer = this.#importer;
      this.#importer = module;
      try {
        return Reflect.apply(original, undefined, [request] as never[]) as unknown;
      } finally {
        this.#importer = outer;
      }
    };
    Object.defineProperties(carry, Object.getOwnPropertyDescriptors(original));
    const cache = Object.getOwnPropertyDescriptor(original, 'cache');
    if (cache !== undefined && 'value' in cache) {
      Object.defineProperty(carry, 'cache', { ...cache, value: this.#options.requireCache.watch(cache.value) });
    }
    return carry as AnyFunction;
  }

  #dispatch(from: string, request: string, run: () => unknown): unknown {
    if (!this.#isTracking()) return this.#handOut(from, request, run());
    const importer = this.#importer;
    this.#dispatching = true;
    this.#given = null;
    const exports = this.#handOut(from, request, run());
    this.#dispatching = false;
    const given = this.#given as Given | null;
    this.#given = null;
    if (given !== null) this.#note('cjs', from, request, importer, given);
    return exports;
  }

  #requireModule(
    from: string,
    request: string | undefined,
    actual: boolean,
    internal: boolean,
    run: () => unknown,
  ): unknown {
    if (internal) return run();
    if (request === undefined) {
      this.#options.tracker.beginLoading(from);
      return run();
    }
    // An ordinary require comes through #dispatch, which hands out; requireActual does not.
    if (!this.#isTracking()) return actual ? this.#handOut(from, request, run()) : run();
    const direct = !this.#dispatching;
    this.#dispatching = false;
    const exports = actual ? this.#handOut(from, request, run()) : run();
    const instance = this.#options.faults.guard(
      'finding a module',
      () => this.#instanceAt(from, request, actual),
      null,
    );
    const given: Given = { instance, mockId: null };
    this.#given = given;
    if (direct && actual) this.#note('cjs', from, request, null, given);
    return exports;
  }

  #requireMock(from: string, request: string, id: string, run: () => unknown): unknown {
    const { shape, instances } = this.#options;
    const direct = !this.#dispatching;
    this.#dispatching = false;
    const isPrivate = shape.isIsolated() || this.#generating > 0 || this.#options.isPassing();
    const isNew = !isPrivate && !shape.mockRegistry().has(id);
    const instance = isNew
      ? this.#options.faults.guard('noting a mock instance', () => this.#newMock(id, request), null)
      : (instances.ofMock(id) ?? null);
    if (isNew && instance !== null) this.#producing.push(instance);
    let exports: unknown;
    try {
      exports = run();
    } finally {
      if (isNew) this.#producing.pop();
    }
    if (isNew && instance !== null) this.#options.exports.afterMock(exports, instance);
    if (!this.#isTracking()) return exports;
    const given: Given = { instance: shape.isIsolated() ? null : instance, mockId: id };
    this.#given = given;
    if (direct) this.#note('cjs', from, request, null, given);
    return exports;
  }

  #generate(run: () => unknown): unknown {
    this.#generating += 1;
    try {
      return run();
    } finally {
      this.#generating -= 1;
    }
  }

  #load(module: SandboxModule, run: () => unknown): unknown {
    const { execution, faults, exports, tracker } = this.#options;
    const context = tracker.current();
    const instance = faults.guard(
      'noting a module',
      () => this.#newInstance(module, module.filename, context),
      undefined,
    );
    execution.beforeEvaluation(module.filename);
    try {
      const result = run();
      faults.guard('noting exports', () => exports.afterEvaluation(module, instance, context), undefined);
      return result;
    } finally {
      execution.afterEvaluation(module.filename);
    }
  }

  #handOut(from: string, request: string, exported: unknown): unknown {
    if (this.#generating === 0) this.#options.exports.afterRequire(from, request, exported);
    return exported;
  }

  #import(request: string, from: string, run: () => Promise<unknown>): Promise<unknown> {
    const { tracker, faults, capture } = this.#options;
    const context = tracker.current();
    // The importing frame is on the stack only now, and only for a dynamic import.
    const site = this.#isTracking() ? capture(this.#import, context).site : null;
    const place = (): LoadPlace => (site !== null && site.file === from ? site : { importer: from, request });
    return run().then((module) => {
      faults.guard('noting an import', () => this.#imported(module, from, request, context, place), undefined);
      return module;
    });
  }

  #importedGraph(imports: readonly GraphImport[]): void {
    const context = this.#options.tracker.current();
    for (const { from, request, module, mockId } of imports) {
      if (mockId !== null) this.#noteMockModule(mockId, module);
      this.#imported(module, from, request, context, () => ({ importer: from, request }));
    }
  }

  #imported(module: unknown, from: string, request: string, context: Context, place: () => LoadPlace): void {
    if (typeof module !== 'object' || module === null) return;
    const { instances, shape, loads } = this.#options;
    const mockId = this.#mockModules.get(module) ?? null;
    const path = mockId === null ? fileOfEsmKey(String((module as { identifier?: unknown }).identifier)) : null;
    let instance = instances.of(module) ?? null;
    if (instance === null && path !== null) instance = this.#newInstance(module, path, context);
    this.#options.exports.afterImport(from, request, module, instance);
    if (!this.#isTracking()) return;
    const importer = instances.of(shape.cjsRegistry().get(from)) ?? this.#esmInstanceAt(from);
    const importers = importer === undefined ? [] : [importer];
    loads.note({
      mode: 'esm',
      from,
      request,
      importers,
      given: instance?.isolated === true ? null : instance,
      mockId,
      context,
      place,
    });
  }

  #note(mode: Load['mode'], from: string, request: string, importer: SandboxModule | null, given: Given): void {
    const { instances, shape, loads, tracker, faults, capture } = this.#options;
    const context = tracker.current();
    faults.guard(
      'noting a load',
      () => {
        const own = instances.of(importer ?? shape.cjsRegistry().get(from));
        const importers = own === undefined ? [...this.#producing] : [own, ...this.#producing];
        const place = (): LoadPlace | null => capture(this.#note, context).site;
        loads.note({ mode, from, request, importers, given: given.instance, mockId: given.mockId, context, place });
      },
      undefined,
    );
  }

  #noteMockModule(id: string, module: unknown): void {
    if (typeof module !== 'object' || module === null || this.#mockModules.has(module)) return;
    this.#mockModules.set(module, id);
  }

  #instanceAt(from: string, request: string, actual: boolean): Instance | null {
    const { shape, instances } = this.#options;
    if (shape.isIsolated() || this.#generating > 0 || shape.isCoreModule(request)) return null;
    const registry = shape.cjsRegistry();
    const manual =
      actual || shape.explicit('cjs').get(shape.moduleId('cjs', from, request)) === false
        ? null
        : shape.rootManualMock(from, request);
    const path = manual !== null && registry.has(manual) ? manual : shape.resolve(from, request);
    return (path === null ? undefined : instances.of(registry.get(path))) ?? null;
  }

  #esmInstanceAt(path: string): Instance | undefined {
    const { shape, instances } = this.#options;
    const registry = shape.esmRegistry();
    return instances.of(registry.get(path) ?? registry.get(pathToFileURL(path).href));
  }

  #newInstance(module: object, path: string, context: Context = this.#options.tracker.current()): Instance {
    const { instances, ledger, registry, shape } = this.#options;
    const isolated = shape.isIsolated() || this.#generating > 0 || this.#options.isPassing();
    const instance = instances.add(module, { path, scope: context.scope, madeAt: ledger.next(), isolated });
    registry.afterMade(instance);
    return instance;
  }

  #newMock(id: string, request: string): Instance {
    const { instances, ledger, registry, tracker, mocks } = this.#options;
    const path = pathOfModuleId(id) ?? request;
    const { scope } = tracker.current();
    const decidedBy = mocks.decidersOfMock('cjs', id);
    const instance = instances.addMock(id, { path, scope, madeAt: ledger.next(), isolated: false, decidedBy });
    registry.afterMade(instance);
    return instance;
  }

  #isTracking(): boolean {
    return !this.#closed && this.#generating === 0 && this.#options.ledger.hasOpen;
  }
}

/**
 * Replaces a method of a file's `jest` object in place, so that calls that Jest chains or re-exports go through it.
 * `around` gets the wrapper itself: the frame below it is the user's.
 */
export function wrapJestMethod(
  jestObject: Record<string, unknown>,
  name: string,
  around: (args: unknown[], run: () => unknown, wrapper: Function) => unknown,
): void {
  const original = jestObject[name];
  if (typeof original !== 'function') return;
  const wrapper = function (this: unknown, ...args: unknown[]): unknown {
    return around(args, () => Reflect.apply(original, this, args) as unknown, wrapper);
  };
  copyIdentity(wrapper, original);
  jestObject[name] = wrapper;
}
