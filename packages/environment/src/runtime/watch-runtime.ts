import { loadLater } from '@jest-hermetic/leak-record';
import type { Kind } from '@jest-hermetic/leak-record';
import { containingScopes, tracing } from '../on-demand';
import type { Containment } from '../contain/containment';
import type { ExportPlaces } from '../contain/export-places';
import type { InFileContainment } from '../contain/in-file';
import type { Call, LateCode } from '../blame/late-code';
import type { Faults } from '../faults';
import type { Ledger } from '../ledger/ledger';
import type { Context } from '../scopes/scope';
import type { ScopeTracker } from '../scopes/scope-tracker';
import { LoadGraph } from '../fresh-modules/load-graph';
import { FreshOnDemand } from '../fresh-modules/on-demand';
import { keepHelperReal } from '../fresh-modules/test-bridge';
import { OncePerText } from '../once-per-text';
import { captureFrames, captureToJest } from '../site/capture-frames';
import { firstLineShift } from './first-line-shift';
import type { ActFrames, RawFrame } from '../site/frame';
import { ExportMutationsSurface } from '../surfaces/exports/export-mutations';
import type { ExportMutationsOptions } from '../surfaces/exports/export-mutations';
import type { Instances } from '../surfaces/instances';
import { globalsOf } from '../surfaces/exports/loaded-modules';
import type { Requests } from '../surfaces/exports/requests';
import type { Loads } from '../surfaces/loads';
import { MOCK_CALLS } from '../surfaces/mock-calls';
import type { AroundRegistration, MockRegistrationsSurface } from '../surfaces/mock-registrations';
import { ModuleRegistrySurface, PURGE_MARK } from '../surfaces/module-registry';
import { sandboxScope } from '../surfaces/sandbox-scope';
import type { SandboxScope } from '../surfaces/sandbox-scope';
import type { Spies, SpyCall } from '../surfaces/spies';
import type { Watched } from '../surfaces/watched';
import type { Trace } from '../trace/trace';
import { findShape } from './shape';
import { ModuleSystemWatch, wrapJestMethod } from './module-system-watch';
import type { ExecutionListener } from './module-system-watch';
import type { RequireCacheWatch } from './require-cache';
import type { JestObject, RuntimeShape } from './shape';

const registering = loadLater(
  () => require('../surfaces/mock-registrations') as typeof import('../surfaces/mock-registrations'),
);
const receiving = loadLater(() => require('../surfaces/loads') as typeof import('../surfaces/loads'));

/** What the watch of one runtime needs of the rest. */
export interface RuntimeWatchOptions {
  readonly tracker: ScopeTracker;
  readonly late: LateCode;
  /** When this is the run of `jest-hermetic trace`. */
  readonly trace: Trace | null;
  readonly ledger: Ledger;
  readonly instances: Instances;
  readonly spies: Spies;
  readonly faults: Faults;
  readonly execution: ExecutionListener;
  readonly watched: Watched;
  readonly entryFiles: ReadonlySet<string>;
  readonly rootDir: string;
  readonly requireCache: RequireCacheWatch;
  /** Told before the runtime drops all it knows. */
  readonly beforeTeardown: () => void;
  /** Puts back what scopes left; null unless `contain: 'scope'`. */
  readonly containment: Containment | null;
  readonly siteBelow: (caller: Function) => RawFrame | null;
  readonly capture: (caller: Function, context: Context) => ActFrames;
  readonly select: (frames: readonly RawFrame[], context: Context) => ActFrames;
}

/** The watched runtime of one file. */
export interface RuntimeWatch {
  readonly shape: RuntimeShape;
  readonly exports: ExportMutationsSurface;
  readonly fresh: FreshOnDemand;
  /** See {@link InFileContainment}; null unless `contain: 'scope'`. */
  readonly inFile: InFileContainment | null;
  /** See `firstLineShift`. */
  readonly firstLineShiftOf: (file: string) => number;
  /** Kinds that this runtime does not let us watch. */
  readonly unobservable: { kind: Kind; reason: string }[];
  /** The tests are over: what the runtime's teardown does is nobody's act. */
  close(): void;
}

/** Frames noted for every mock that is made; few, since all are noted and hardly any is reported. */
const FRAMES_OF_MOCK = 8;

/** Watches a runtime that has not run anything yet; null when its shape is unknown. */
export function watchRuntime(runtime: object, options: RuntimeWatchOptions): RuntimeWatch | null {
  const shape = findShape(runtime);
  if (shape === null) return null;
  const { ledger, instances, watched, entryFiles, rootDir, containment } = options;
  const registry = new ModuleRegistrySurface(shape, ledger, instances, watched, entryFiles);
  const scope = scopeOf(runtime);
  const globals = globalsOf(scope);
  const fresh = provideFreshModules(shape, globals, options);
  const around: AroundRegistration = (context, run, idOf) =>
    inFile === null ? run() : inFile.aroundRegistration(context, run, idOf);
  let madeMocks: MockRegistrationsSurface | null = null;
  const mocks = (): MockRegistrationsSurface =>
    (madeMocks ??= new (registering().MockRegistrationsSurface)(shape, ledger, rootDir, options.faults, fresh, around));
  let madeLoads: Loads | null = null;
  const loads = (): Loads => (madeLoads ??= new (receiving().Loads)(ledger, registry, mocks()));
  const exportPlaces = containment === null ? null : new (containingScopes().ExportPlaces)(containment.stacks);
  const exports = exportsSurface(shape, scope?.global ?? null, globals, fresh.graph.requests, exportPlaces, options);
  const inFile =
    containment === null || exportPlaces === null
      ? null
      : new (containingScopes().InFileContainment)({
          shape,
          ledger,
          instances,
          exports,
          exportPlaces,
          entryFiles,
          stacks: containment.stacks,
          graph: fresh.graph,
        });
  const isPassing = (): boolean => fresh.isOpen;
  const beforePurge = (context: Context): boolean => inFile?.beforePurge(context) ?? false;
  const { tracker, late, faults, execution, requireCache, siteBelow, capture, select } = options;
  // Not spread, here and below: V8 gives each spread of code that runs seldom a hidden class of its own, and what it has
  // compiled for the objects of one file would be of no use for those of the next.
  const system = new ModuleSystemWatch({
    shape,
    tracker,
    late,
    ledger,
    instances,
    faults,
    execution,
    requireCache,
    entryFiles,
    siteBelow,
    capture,
    select,
    registry,
    mocks: { decidersOfMock: (mode, id) => mocks().decidersOfMock(mode, id) },
    loads: { note: (load) => loads().note(load) },
    exports,
    isPassing,
    beforePurge,
  });
  if (inFile !== null) watchRestores(shape, options);
  watchPurges(shape, system, mocks, exports, options);
  shape.hookTeardown(options.beforeTeardown);
  const close = (): void => {
    system.close();
    exports.close();
  };
  return { shape, exports, fresh, inFile, firstLineShiftOf: firstLineShift(runtime), unobservable: [], close };
}

function exportsSurface(
  shape: RuntimeShape,
  global: object | null,
  globals: WeakSet<object>,
  requests: Requests,
  places: ExportPlaces | null,
  options: RuntimeWatchOptions,
): ExportMutationsSurface {
  const { trace, ledger, watched, faults, entryFiles, rootDir, late, spies, select, tracker } = options;
  const current = (): Context => tracker.current();
  const all: ExportMutationsOptions = {
    shape,
    ledger,
    watched,
    faults,
    entryFiles,
    rootDir,
    globals,
    current,
    late,
    spies,
    select,
    requests,
    places,
  };
  if (trace === null) return new ExportMutationsSurface(all);
  if (global !== null) tracing().watchDefinitions(global, trace);
  // An automock leaves out what has a getter.
  shape.hookGenerateMock({ before: () => trace.pause(), ended: () => trace.resume() });
  return new (tracing().TracedExports)(all, trace);
}

function provideFreshModules(
  shape: RuntimeShape,
  globals: WeakSet<object>,
  { tracker, ledger, instances, entryFiles, rootDir }: RuntimeWatchOptions,
): FreshOnDemand {
  keepHelperReal(shape);
  const cores = new Set<string>();
  shape.hookCoreModule((name) => cores.add(name));
  return new FreshOnDemand({
    shape,
    entryFiles,
    rootDir,
    graph: new LoadGraph(shape),
    foreign: { globals, cores },
    onPurged: (whole) => {
      if (whole) ledger.markInside(tracker.current(), PURGE_MARK);
      const { mocks } = shape.registries();
      return instances.setMocksAside((id) => !mocks.some((registry) => registry.has(id)));
    },
  });
}

/** The scope of the sandbox; every Runtime keeps its environment under this name. */
function scopeOf(runtime: object): SandboxScope | null {
  const { _environment: environment } = runtime as { _environment?: unknown };
  return typeof environment === 'object' && environment !== null ? sandboxScope(environment) : null;
}

/** Whether code contains the word. */
const naming = new OncePerText((code) => code.includes('jest'));

function watchPurges(
  shape: RuntimeShape,
  system: ModuleSystemWatch,
  mocks: () => MockRegistrationsSurface,
  exports: ExportMutationsSurface,
  options: RuntimeWatchOptions,
): void {
  let byUser = false;
  shape.hookResetModules(() => {
    // Without a call on a jest object it is Jest that purges, by its config or in its teardown.
    if (!byUser) system.beforePurge(null);
  });
  shape.hookJestObject((from, jestObject) => {
    if (system.isLoadingInternal) return;
    // Every module is given a jest object of its own, and a suite that resets a lot loads many thousands of modules. In
    // code that does not even contain the word it cannot be used.
    const code = shape.codeOf(from);
    if (code !== undefined && !naming.in(from, code)) return;
    wrapJestMethod(jestObject, 'resetModules', (_args, run, wrapper) => {
      system.beforePurge(wrapper);
      byUser = true;
      try {
        return run();
      } finally {
        byUser = false;
      }
    });
    watchMockCalls(from, jestObject, mocks, options);
    watchMakers(jestObject, exports, options);
  });
}

/** A spy that was put back would be put back again by these calls, and that cannot be seen on what it replaced. */
function watchRestores(shape: RuntimeShape, { ledger, tracker, faults }: RuntimeWatchOptions): void {
  shape.hookRestoreAllMocks(() => {
    faults.guard('noting that spies were restored', () =>
      ledger.takenBackAnyway(tracker.current(), ({ hints }) => hints.spy === true),
    );
  });
}

function watchMockCalls(
  from: string,
  jestObject: JestObject,
  mocks: () => MockRegistrationsSurface,
  options: RuntimeWatchOptions,
): void {
  for (const name of Object.keys(MOCK_CALLS)) {
    wrapJestMethod(jestObject, name, (args, run, wrapper) => {
      const executing = { context: options.tracker.current(), frames: null };
      const { context, frames } = options.faults.guard<Call>(
        'finding who mocks',
        () => options.late.call(wrapper, executing.context),
        executing,
      );
      const select = (): ActFrames =>
        frames === null ? options.capture(wrapper, context) : options.select(frames, context);
      return mocks().call({ name, from, args, context, frames: select, run });
    });
  }
}

function watchMakers(
  jestObject: JestObject,
  exports: ExportMutationsSurface,
  { spies, faults, tracker, late }: RuntimeWatchOptions,
): void {
  const spyCall = (call: SpyCall['call'], wrapper: Function): SpyCall => {
    const frames = captureToJest(wrapper);
    return { call, frames, context: late.ofFrames(frames, tracker.current()) };
  };
  wrapJestMethod(jestObject, 'fn', (_args, run, wrapper) => {
    const made = run();
    faults.guard(
      'noting a mock',
      () => spies.made.note(made as object, captureFrames(wrapper, FRAMES_OF_MOCK)),
      undefined,
    );
    return made;
  });
  for (const name of ['spyOn', 'replaceProperty'] as const) {
    wrapJestMethod(jestObject, name, (args, run, wrapper) => {
      let made: SpyCall | null = null;
      const call = (): SpyCall => (made ??= spyCall(`jest.${name}`, wrapper));
      const result = exports.aroundCall(args[0], args[1], call, run);
      faults.guard('noting a spy', () => spies.noteCall(args[0], args[1], call()), undefined);
      return result;
    });
  }
}
