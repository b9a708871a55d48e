import { pathToFileURL } from 'node:url';
import type { Call, LateCode } from '../blame/late-code';
import type { Faults } from '../faults';
import type { LoadPlace } from '../ledger/act';
import type { Ledger } from '../ledger/ledger';
import { apply, set } from '../originals';
import type { Context } from '../scopes/scope';
import type { ScopeTracker } from '../scopes/scope-tracker';
import type { ActFrames, RawFrame } from '../site/frame';
import type { ExportMutationsSurface } from '../surfaces/exports/export-mutations';
import type { Instance, Instances } from '../surfaces/instances';
import type { Load, Loads } from '../surfaces/loads';
import { pathOfModuleId } from '../surfaces/mock-key';
import type { MockRegistrationsSurface } from '../surfaces/mock-registrations';
import { fileOfEsmKey } from '../surfaces/module-registry';
import type { ModuleRegistrySurface } from '../surfaces/module-registry';
import { dressAsRequire, layoutOf } from './carry-require';
import type { RequireLayout } from './carry-require';
import type { RequireCacheWatch } from './require-cache';
import { copyIdentity } from './shape';
import type { AnyFunction, GraphImport, RuntimeShape, SandboxModule } from './shape';

/** Told of the code that runs and of the core modules that it is given; the parts of Jest itself are none of it. */
export interface ExecutionListener {
  beforeCoreModule(name: string): void;
  beforeEvaluation(file: string): void;
  /** An ES module is about to run, or ran before. */
  imported(file: string): void;
  afterEvaluation(file: string): void;
}

/** What the watch needs of the rest of the environment. */
export interface ModuleSystemWatchOptions {
  readonly shape: RuntimeShape;
  readonly tracker: ScopeTracker;
  readonly late: LateCode;
  readonly ledger: Ledger;
  readonly instances: Instances;
  readonly registry: ModuleRegistrySurface;
  readonly mocks: Pick<MockRegistrationsSurface, 'decidersOfMock'>;
  readonly loads: Pick<Loads, 'note'>;
  readonly exports: ExportMutationsSurface;
  readonly execution: ExecutionListener;
  readonly faults: Faults;
  readonly requireCache: RequireCacheWatch;
  /** Told of a purge, it answers whether what is purged will be put back. */
  readonly beforePurge: (context: Context) => boolean;
  /** Setup files and the test file: loaded by Jest itself, before any test runs. */
  readonly entryFiles: ReadonlySet<string>;
  /** Whether what is loaded and purged now will be taken back: then it is a private copy, and no act. */
  readonly isPassing: () => boolean;
  /** The first frame of the user's below `caller`. */
  readonly siteBelow: (caller: Function) => RawFrame | null;
  /** Frames below `caller`, chosen for `context`'s owner. */
  readonly capture: (caller: Function, context: Context) => ActFrames;
  /** The same of frames that were read already. */
  readonly select: (frames: readonly RawFrame[], context: Context) => ActFrames;
}

/** What one load was given, as the innermost hook saw it. */
interface Given {
  readonly instance: Instance | null;
  readonly mockId: string | null;
}

/** What was so when a call began that is on the stack. */
interface Dispatch {
  readonly importer: Instance | null;
  readonly isTracking: boolean;
}

/** Nearly all calls. */
const QUIET: Dispatch = { importer: null, isTracking: false };

/** A mock that is being handed out. */
interface MockCall {
  readonly instance: Instance | null;
  readonly isNew: boolean;
  /** Asked for by `jest.requireMock`, not by a `require`. */
  readonly isDirect: boolean;
}

/**
 * Follows Jest's module system through the hooks of a {@link RuntimeShape} and tells the surfaces what they need. A
 * load costs next to nothing until some test or describe block has left something in place.
 */
export class ModuleSystemWatch {
  readonly #options: ModuleSystemWatchOptions;
  readonly #mockModules = new WeakMap<object, string>();
  readonly #dispatcher: (from: string, request: string) => unknown;
  readonly #watchCache = (cache: unknown): unknown => this.#options.requireCache.watch(cache);
  #requireLayout: RequireLayout | null = null;
  /** The module whose `require` function was just called; undefined when that is one of Jest's own. */
  #importer: Instance | null | undefined = undefined;
  /** The mocks whose factories are running. */
  readonly #producing: Instance[] = [];
  #dispatching = false;
  #given: Given | null = null;
  /** The calls that are on the stack, innermost last, with what was so when they began. */
  readonly #dispatches: Dispatch[] = [];
  readonly #mocks: MockCall[] = [];
  /** The modules that are being evaluated; null is a part of Jest itself, of which each file loads a hundred. */
  readonly #evaluations: ({ instance: Instance | undefined; context: Context } | null)[] = [];
  #generating = 0;
  #closed = false;

  constructor(options: ModuleSystemWatchOptions) {
    this.#options = options;
    const { shape } = options;
    shape.hookRequire((module, require) => this.#carryImporter(module, require));
    shape.hookRequireModuleOrMock({
      before: (from) => this.#beforeDispatch(from),
      after: (exports, from, request) => this.#afterDispatch(exports, from, request),
      ended: () => this.#dispatches.pop(),
    });
    shape.hookRequireActual({ after: (exports, from, request) => this.#afterActual(exports, from, request) });
    shape.hookRequireMock({
      before: (_from, request, id) => this.#beforeMock(request, id),
      after: (exports, from, request, id) => this.#afterMock(exports, from, request, id),
      ended: () => this.#endedMock(),
    });
    shape.hookGenerateMock({
      before: () => {
        this.#generating += 1;
      },
      ended: () => {
        this.#generating -= 1;
      },
    });
    shape.hookLoad({
      before: (module, internal) => {
        this.#dispatching = false;
        if (internal) this.#evaluations.push(null);
        else this.#beforeLoad(module);
      },
      after: (_result, module, internal) => {
        if (!internal) this.#afterLoad(module);
      },
      ended: (module, internal) => {
        this.#evaluations.pop();
        if (!internal) this.#endedLoad(module);
      },
    });
    shape.hookCoreModule((name) => this.#beforeCoreModule(name));
    shape.hookImportEntry((file) => {
      options.tracker.beginLoading(file);
      options.faults.guard('noting an import', () => options.execution.imported(file));
    });
    shape.hookImport((request, from, run) => this.#import(request, from, run));
    shape.hookImportGraph((imports) => {
      options.faults.guard('noting a graph of imports', () => this.#importedGraph(imports), undefined);
    });
    shape.hookImportMock((id, module) => this.#noteMockModule(id, module));
    this.#dispatcher = shape.dispatcher();
    // Without a frame of ours in between: see MethodHook.
    shape.shortenRequire(this.#dispatcher);
  }

  /** Whether a part of Jest itself is being evaluated. */
  get isLoadingInternal(): boolean {
    return this.#evaluations.at(-1) === null;
  }

  /** The file's runtime is about to be torn down: what it clears is nobody's act. */
  close(): void {
    this.#closed = true;
  }

  /** The registry is about to be purged, by the user's call (`caller`) or by Jest's config. */
  beforePurge(caller: Function | null): void {
    if (this.#closed || this.#options.isPassing()) return;
    const { tracker, late, registry, exports, faults, capture } = this.#options;
    const executing: Call = { context: tracker.current(), frames: null };
    const { context, frames } =
      caller === null
        ? executing
        : faults.guard('finding who purges', () => late.call(caller, executing.context), executing);
    const select = (): ActFrames | null =>
      frames !== null ? this.#options.select(frames, context) : caller === null ? null : capture(caller, context);
    const comesBack = faults.guard('saving what is purged', () => this.#options.beforePurge(context), false);
    faults.guard('forgetting exports', () => exports.beforePurge(comesBack), undefined);
    faults.guard('noting a purge', () => registry.beforePurge(context, select), undefined);
  }

  /**
   * Only the first instance of a module keeps the `require` that Jest made: of a call through that it is known whose it
   * is. One for each of the others, with all its properties, costs as much as all else that is done with a module.
   */
  #carryImporter(module: SandboxModule, original: AnyFunction): AnyFunction {
    const { instances } = this.#options;
    const instance = instances.of(module);
    if (instance !== undefined && instances.firstOf(module.filename) === instance) {
      // Not an assignment, which a function that is frozen would refuse with an error.
      set(original, 'cache', this.#watchCache((original as unknown as { cache: unknown }).cache));
      return original;
    }
    const carry = this.#requireOf(module, original.name !== '');
    this.#requireLayout ??= layoutOf(original, carry);
    return dressAsRequire(carry, original, this.#requireLayout, this.#watchCache);
  }

  /**
   * What Jest's own function does, without its frames (see MethodHook). Up to Jest 30.3 that is a bound method, so
   * that ours has its name when it is one, too; to define a name for each would take longer.
   */
  #requireOf(module: SandboxModule, isBound: boolean): AnyFunction {
    const dispatch = this.#dispatcher;
    // A purge forgets whose module this is; its code may load more all the same.
    const importer = this.#options.instances.of(module) ?? null;
    if (!isBound)
      return (request: string): unknown => {
        this.#importer = importer;
        return dispatch(module.filename, request);
      };
    const requireModuleOrMock = (request: string): unknown => {
      this.#importer = importer;
      return dispatch(module.filename, request);
    };
    return requireModuleOrMock.bind(null);
  }

  #beforeDispatch(from: string): void {
    const isTracking = this.#isTracking();
    if (!isTracking) this.#dispatches.push(QUIET);
    else {
      const importer = this.#importer === undefined ? this.#options.instances.firstOf(from) : this.#importer;
      this.#dispatches.push({ importer: importer ?? null, isTracking });
    }
    this.#importer = undefined;
    this.#dispatching = isTracking;
    if (isTracking) this.#given = null;
  }

  #afterDispatch(exports: unknown, from: string, request: string): void {
    this.#handOut(from, exports);
    const dispatch = this.#dispatches.at(-1);
    if (dispatch?.isTracking !== true) return;
    this.#dispatching = false;
    // What no mock was given for is the real module; hooking Jest's way to it would only deepen the stack.
    const given = this.#given ?? this.#realModule(from, request, false);
    this.#given = null;
    if (request !== '@jest/globals') this.#note('cjs', from, request, dispatch.importer, given);
  }

  #afterActual(exports: unknown, from: string, request: string): void {
    this.#handOut(from, exports);
    if (this.#isTracking()) this.#note('cjs', from, request, null, this.#realModule(from, request, true));
  }

  #realModule(from: string, request: string, actual: boolean): Given {
    const find = (): Instance | null => this.#instanceAt(from, request, actual);
    return { instance: this.#options.faults.guard('finding a module', find, null), mockId: null };
  }

  #beforeMock(request: string, id: string): void {
    const { shape, instances, faults } = this.#options;
    const isPrivate = shape.isIsolated() || this.#generating > 0 || this.#options.isPassing();
    const isNew = !isPrivate && !shape.mockRegistry().has(id);
    const instance = isNew
      ? faults.guard('noting a mock instance', () => this.#newMock(id, request), null)
      : (instances.ofMock(id) ?? null);
    this.#mocks.push({ instance, isNew, isDirect: !this.#dispatching });
    this.#dispatching = false;
    if (isNew && instance !== null) this.#producing.push(instance);
  }

  #afterMock(exports: unknown, from: string, request: string, id: string): void {
    const mock = this.#mocks.at(-1);
    if (mock === undefined) return;
    if (mock.isNew && mock.instance !== null) this.#options.exports.afterMock(exports, mock.instance);
    if (!this.#isTracking()) return;
    this.#given = { instance: this.#options.shape.isIsolated() ? null : mock.instance, mockId: id };
    if (!mock.isDirect) return;
    // What a factory loads is loaded by the mock, and who asked for the mock is not the mock itself.
    this.#leaveProduction(mock);
    this.#note('cjs', from, request, null, this.#given);
    this.#given = null;
  }

  #endedMock(): void {
    const mock = this.#mocks.pop();
    if (mock !== undefined) this.#leaveProduction(mock);
  }

  #leaveProduction({ instance }: MockCall): void {
    if (instance !== null && this.#producing.at(-1) === instance) this.#producing.pop();
  }

  #beforeLoad(module: SandboxModule): void {
    const { execution, faults, tracker, entryFiles } = this.#options;
    if (this.#evaluations.length === 0 && entryFiles.has(module.filename)) tracker.beginLoading(module.filename);
    const context = tracker.current();
    let instance: Instance | undefined;
    // Here and below not through `guard`, since all this is done with every module.
    try {
      instance = this.#newInstance(module, module.filename, context);
    } catch (error) {
      faults.note('noting a module', error);
    }
    this.#evaluations.push({ instance, context });
    try {
      execution.beforeEvaluation(module.filename);
    } catch (error) {
      faults.note('noting an evaluation', error);
    }
  }

  #afterLoad(module: SandboxModule): void {
    const { faults, exports } = this.#options;
    const evaluation = this.#evaluations.at(-1);
    if (evaluation === undefined || evaluation === null) return;
    try {
      exports.afterEvaluation(module, evaluation.instance, evaluation.context);
    } catch (error) {
      faults.note('noting exports', error);
    }
  }

  #endedLoad(module: SandboxModule): void {
    const { execution, faults } = this.#options;
    try {
      execution.afterEvaluation(module.filename);
    } catch (error) {
      faults.note('looking after an evaluation', error);
    }
  }

  /** Parts of Jest itself are given the host's modules and leave them as they are. */
  #beforeCoreModule(name: string): void {
    if (this.isLoadingInternal) return;
    const { execution, faults } = this.#options;
    try {
      execution.beforeCoreModule(name);
    } catch (error) {
      faults.note('noting a core module', error);
    }
  }

  #handOut(from: string, exported: unknown): void {
    if (this.#generating === 0) this.#options.exports.afterRequire(from, exported);
  }

  #import(request: string, from: string, run: () => Promise<unknown>): Promise<unknown> {
    const { tracker, faults, siteBelow } = this.#options;
    const context = tracker.current();
    // The importing frame is on the stack only now, and only for a dynamic import.
    const site = this.#isTracking() ? siteBelow(this.#import) : null;
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
    if (path !== null) this.#options.execution.imported(path);
    let instance = instances.of(module) ?? null;
    if (instance === null && path !== null) instance = this.#newInstance(module, path, context);
    this.#options.exports.afterImport(from, module, instance);
    if (!this.#isTracking()) return;
    const importer = instances.of(shape.cjsRegistry().get(from)) ?? this.#esmInstanceAt(from);
    const importers = importer === undefined ? [] : [importer];
    const receiver = (): Context => context;
    loads.note({
      mode: 'esm',
      from,
      request,
      importers,
      given: instance?.isolated === true ? null : instance,
      mockId,
      context,
      receiver,
      place,
    });
  }

  #note(mode: Load['mode'], from: string, request: string, importer: Instance | null, given: Given): void {
    const { instances, shape, loads, tracker, late, faults, siteBelow } = this.#options;
    const context = tracker.current();
    faults.guard(
      'noting a load',
      () => {
        const own = importer ?? instances.of(shape.cjsRegistry().get(from));
        const importers = own === undefined ? [...this.#producing] : [own, ...this.#producing];
        const place = (): LoadPlace | null => siteBelow(this.#note);
        const receiver = (): Context => late.ofCall(this.#note, context);
        const { instance, mockId } = given;
        loads.note({ mode, from, request, importers, given: instance, mockId, context, receiver, place });
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
    // Node works the URL out with path.posix, which a test may have replaced.
    if (registry.size === 0) return undefined;
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
    return around(args, () => apply(original, this, args) as unknown, wrapper);
  };
  copyIdentity(wrapper, original);
  jestObject[name] = wrapper;
}
