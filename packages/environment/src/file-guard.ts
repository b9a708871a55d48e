import type { EnvironmentContext, JestEnvironment, JestEnvironmentConfig } from '@jest/environment';
import { loadLater, OUTBOX_VARIABLE, TRACE_VARIABLE, withOwnBuiltins } from '@jest-hermetic/leak-record';
import type { FoundLeak } from '@jest-hermetic/leak-record';
import { containingScopes, judging, tracing } from './on-demand';
import { LateCode } from './blame/late-code';
import { judgeExercise, NEVER_ENDED } from './exercised';
import type { Exercise } from './exercised';
import { readFileOptions } from './file-options';
import { FileState } from './file-state';
import type { CallPlace } from './fresh-modules/pattern-use';
import { installTestBridge } from './fresh-modules/test-bridge';
import { HostWatch } from './host-watch';
import type { HostNews } from './host-watch';
import { outboxDirectory, writeRecord, writeTrace } from './outbox/outbox';
import { makeRecord, withoutIgnored } from './report/make-record';
import { joinFirstHandler } from './runtime/event-handlers';
import { patchResetModules, registerEnvironment, runtimeModuleOf } from './runtime/find-runtime';
import { RequireCacheWatch } from './runtime/require-cache';
import { watchRuntime } from './runtime/watch-runtime';
import { findTestIdentity } from './scopes/circus';
import type { CircusEvent, CircusState } from './scopes/circus';
import type { Context } from './scopes/scope';
import { ScopeTracker } from './scopes/scope-tracker';
import type { ScopeObserver } from './scopes/scope-tracker';
import { TestSide } from './surfaces/exports/test-side';
import { sandboxScope } from './surfaces/sandbox-scope';
import { Watched } from './surfaces/watched';
import { readFileSync, dirname, join, mapGet, mapSet } from './originals';
import { callInOwnLanguage, inOwnLanguage } from './own-language';

const docblocks = loadLater(() => require('./allows/docblock-allows') as typeof import('./allows/docblock-allows'));
const failing = loadLater(() => require('./fail-tests') as typeof import('./fail-tests'));
const finding = loadLater(() => require('./report/find-leaks') as typeof import('./report/find-leaks'));
const stacks = loadLater(() => require('./site/stack-of') as typeof import('./site/stack-of'));
const warning = loadLater(() => require('./outbox/without-reporter') as typeof import('./outbox/without-reporter'));

const guards = new WeakMap<object, FileGuard>();

/** Watches one test file, from the environment's constructor to the end of its teardown, and writes its record. */
export class FileGuard {
  readonly #state: FileState;
  readonly #tracker: ScopeTracker;
  readonly #late: LateCode;
  readonly #host: HostWatch;
  readonly #sandbox: JestEnvironment['global'];
  readonly #evaluated = new Set<string>();
  #outside: FoundLeak[] = [];
  #exercise: Exercise = NEVER_ENDED;
  #traceDirectory: string | null = null;

  constructor(
    environment: JestEnvironment,
    config: JestEnvironmentConfig,
    context: EnvironmentContext,
    news: HostNews | null,
  ) {
    const state = new FileState(config, context.testPath, readFileOptions(config, context));
    this.#state = state;
    this.#sandbox = environment.global;
    const { resetModules, clearMocks, resetMocks, restoreMocks } = config.projectConfig;
    const observer: ScopeObserver = {
      // Concurrent tests come here past `handle`.
      afterSegment: (at, candidates) => callInOwnLanguage(this.#look, at, candidates),
      beforeBody: (at) => state.ledger.beforeBody(at),
      afterBody: (at, overlapping) => {
        if (!overlapping) state.ledger.afterBody(at);
      },
      afterScope: (at) => state.scopeEnds?.afterScope(at),
      afterDescribe: (scope, at) => state.scopeEnds?.afterBody(scope, at),
      beforeDescribe: (scope) => state.scopeEnds?.beforeBlock(scope),
    };
    const isJestsHookIdle = !(resetModules || clearMocks || resetMocks || restoreMocks);
    this.#tracker = new ScopeTracker(context.testPath, observer, isJestsHookIdle);
    this.#late = new LateCode(this.#tracker.started);
    state.faults.guard('reading what to trace', () => this.#prepareTrace());
    this.#host = new HostWatch(state, this.#tracker, this.#late);
    state.faults.guard('looking at what was there before', () => {
      this.#outside = this.#host.begin(
        sandboxScope(environment) ?? { global: this.#sandbox, defined: this.#sandbox },
        news,
      );
      this.#host.watchCalls(this.#sandbox.process);
      // Tests and what they spawn see the environment that they would see without us; a base may share the host's.
      const { env } = this.#sandbox.process ?? {};
      if (env !== undefined && env !== process.env)
        for (const name of [OUTBOX_VARIABLE, TRACE_VARIABLE]) delete env[name];
    });
    state.faults.guard('preparing the test helpers', () => this.#provideHelpers(context));
    guards.set(environment, this);
    registerEnvironment(environment);
  }

  /** jest-runtime is asking for the export conditions, through `caller`: from its class we get the instance. */
  seeRuntime(caller: Function): void {
    const state = this.#state;
    state.faults.guard('finding jest-runtime', () => {
      const found = runtimeModuleOf(this.#state.origin, caller);
      if (found === null) {
        state.whyNoRuntime = 'the Runtime class of jest-runtime was not found';
        return;
      }
      state.jest = jestVersion(found.file);
      if (!patchResetModules(found.Runtime, attachTo)) {
        state.whyNoRuntime = 'Runtime.prototype.resetModules of jest-runtime cannot be wrapped';
      }
    });
  }

  /** The runtime of this file, before it has run anything. */
  attach(runtime: object): void {
    const state = this.#state;
    const { faults, entryFiles, rootDir } = state;
    const { execution } = this.#host;
    faults.guard('attaching to jest-runtime', () => {
      state.runtime = watchRuntime(runtime, {
        tracker: this.#tracker,
        late: this.#late,
        trace: state.trace,
        ledger: state.ledger,
        instances: state.instances,
        spies: state.spies,
        faults,
        execution: {
          beforeCoreModule: (name) => execution.beforeCoreModule(name),
          beforeEvaluation: (path) => this.#beforeEvaluation(path),
          imported: (path) => this.#imported(path),
          afterEvaluation: () => execution.afterEvaluation(),
        },
        watched: Watched.of(rootDir, state.input.options),
        entryFiles,
        rootDir,
        containment: state.putsBackScopes ? state.containment : null,
        beforeTeardown: () => faults.guard('keeping places', () => this.#keepPlaces()),
        requireCache: new RequireCacheWatch((key, caller) => this.#ineffectiveWrite(key, caller)),
        siteBelow: (caller) => state.siteBelow(caller),
        capture: (caller, at) => state.capture(caller, at.ownerFile),
        select: (frames, at) => state.select(frames, at.ownerFile),
      });
      if (state.putsBackScopes) {
        const inFile = state.runtime?.inFile ?? null;
        state.scopeEnds = new (containingScopes().ScopeEnds)({
          containment: state.containment,
          ledger: state.ledger,
          inFile,
        });
      }
      if (state.runtime !== null) this.#host.beforeFirst();
      else {
        state.whyNoRuntime = `its Runtime has an unknown shape: ${Object.keys(runtime).slice(0, 12).join(', ')}, ...`;
      }
    });
  }

  /** `handler` does nothing that circus would have to wait for. */
  joinHandlers(handler: (event: never, state: never) => unknown): void {
    this.#state.faults.guard('joining the handlers of jest-circus', () => joinFirstHandler(this.#sandbox, handler));
  }

  /** After the base environment's own handler. */
  handle(event: CircusEvent, state: CircusState): void {
    // Not through `guard`: there are nine events for each test.
    try {
      callInOwnLanguage(this.#follow, event, state);
    } catch (error) {
      this.#state.faults.note(`following the event ${event.name}`, error);
    }
  }

  /**
   * Before the `setup` or `teardown` of a base environment that may change the host; what is returned is called after
   * it, and tells whether everything was looked at.
   */
  aroundBase(work: 'setup' | 'teardown'): () => boolean {
    const { faults } = this.#state;
    faults.guard('looking before the base environment', () => {
      if (work === 'setup') this.#host.beforeBaseSetup();
      else this.#host.beforeBase();
    });
    const look = (): boolean => {
      this.#host.afterBase();
      return true;
    };
    return () => faults.guard('looking after the base environment', look, false);
  }

  /**
   * After the teardown of the runtime and of the base environment: judges what outlives the file, writes the record.
   * `isLookedAt` is the answer of the last look.
   */
  afterTeardown(isLookedAt: boolean): void {
    const outside = this.#state.faults.guard('looking at what outlives the file', () => this.#host.end(isLookedAt), []);
    this.#outside = [...this.#outside, ...outside];
    withOwnBuiltins(() => this.#writeRecord());
  }

  #writeRecord(): void {
    const state = this.#state;
    const leaks = state.faults.guard('judging what outlives the file', () => this.#findLeaks(), []);
    state.faults.guard('writing the trace', () => {
      if (this.#traceDirectory === null || state.trace === null) return;
      writeTrace(this.#traceDirectory, state.trace.record(state.relative(state.testFile), state.mapper()));
    });
    state.faults.guard('writing the record', () => {
      const directory = outboxDirectory();
      if (directory === null) warning().warnWithoutReporter();
      else
        writeRecord(
          directory,
          makeRecord(state, { exercise: this.#exercise, leaks, outside: this.#outside, evaluated: this.#evaluated }),
        );
    });
  }

  readonly #look = (at: Context, candidates: readonly Context[]): void => {
    const { faults, runtime } = this.#state;
    try {
      this.#host.surface.look(at, candidates);
    } catch (error) {
      faults.note('looking at the host', error);
    }
    try {
      runtime?.exports.look(at, candidates);
    } catch (error) {
      faults.note('looking at exports', error);
    }
  };

  readonly #follow = (event: CircusEvent, state: CircusState): void => {
    // jest-circus has loaded graceful-fs into the sandbox by now, which put a function of its own over chdir.
    if (event.name === 'setup') this.#host.watchCalls(this.#sandbox.process);
    this.#tracker.handle(event, state);
    if (event.name === 'run_start') {
      this.#late.begin({
        text: this.#state.testFileText(),
        codeOf: (file) => this.#state.runtime?.shape.codeOf(file),
        identity: findTestIdentity(this.#sandbox),
      });
    }
    if (event.name === 'run_finish') this.#finishRun(state);
  };

  #finishRun(circus: CircusState): void {
    const state = this.#state;
    const { options } = state.input;
    state.ledger.finish();
    this.#exercise = judgeExercise(circus);
    state.runtime?.close();
    const leaked = state.ledger.leaked();
    if (leaked.some(({ kind }) => kind === 'export-mutated')) {
      judging().noteMakingModules(state, leaked);
      state.faults.guard('reading which modules filled their exports', () =>
        judging().noteFilledSlots(state, leaked, () => this.#host.testCode()),
      );
    }
    this.#keepPlaces();
    const { allowed } = state.known;
    if (options.failAt !== 'test' || allowed === null || leaked.length === 0) return;
    withOwnBuiltins(() =>
      failing().failLeakingTests(withoutIgnored(this.#findLeaks(), options.ignore).kept, {
        root: circus.rootDescribeBlock,
        gate: options.gate,
        contained: options.contain === 'scope',
        jest: state.jest,
        allowed,
        absolute: (path) => state.absolute(path),
      }),
    );
  }

  /**
   * Jest up to 30.4 tells where code stands only while its source maps are installed. A file that breaks off (its own
   * code threw, or a handler of the base environment) never comes to the end of its run, so it is done before the
   * teardown, too.
   */
  #keepPlaces(): void {
    const state = this.#state;
    state.keepSourceMaps();
    this.#host.keepImports();
    for (const act of [...state.ledger.leaked(), ...this.#host.surface.left()])
      if (act.frames === null) stacks().stackOf(act.context.declaration);
  }

  #findLeaks(): FoundLeak[] {
    return this.#state.ledger.leaked().length === 0 ? [] : finding().findLeaks(this.#state);
  }

  #prepareTrace(): void {
    const state = this.#state;
    if (process.env[TRACE_VARIABLE] === undefined) return;
    const request = tracing().traceRequest();
    if (request === null) return;
    const testSide = new TestSide(state.entryFiles, state.rootDir);
    this.#traceDirectory = request.directory;
    state.trace = new (tracing().Trace)({
      request,
      executing: (frames) => this.#late.ofFrames(frames, this.#tracker.current()),
      select: (frames, ownerFile) => state.select(frames, ownerFile),
      isOfTests: (file) => testSide.has(file),
    });
  }

  #provideHelpers(context: EnvironmentContext): void {
    const state = this.#state;
    const placeOfCaller = (called: Function): CallPlace => {
      const { site } = state.capture(called, this.#tracker.current().ownerFile);
      return () => (site === null ? null : state.mapper().map(site));
    };
    const allowLeak = (rule: unknown): void => {
      state.faults.guard('noting an opt-out', () =>
        state.allows.addCall(rule, this.#tracker.current().scope, placeOfCaller(allowLeak)),
      );
    };
    const beginFresh = (patterns: readonly string[] | null): (() => void) => {
      const place = patterns === null ? () => null : placeOfCaller(beginFresh);
      return state.runtime?.fresh.begin(patterns, place) ?? (() => {});
    };
    installTestBridge(this.#sandbox, {
      whyNotFresh: () => (state.runtime === null ? state.whyNoRuntime : null),
      beginFresh,
      allowLeak,
    });
    const source = (): string => readFileSync(state.testFile, 'utf8');
    if (context.docblockPragmas?.['leak-allow'] === undefined) return;
    for (const { text, line } of docblocks().docblockAllows(context.docblockPragmas, source)) {
      const file = state.relative(state.testFile);
      state.allows.addPragma(text, this.#tracker.file, () => (line === null ? null : { file, line }));
    }
  }

  #ineffectiveWrite(key: string, caller: Function): void {
    const { ownerFile } = this.#tracker.current();
    this.#state.faults.guard('noting a write to require.cache', () =>
      this.#state.ineffective.note(ownerFile, key, this.#state.capture(caller, ownerFile)),
    );
  }

  #imported(path: string): void {
    this.#host.beforeCode(path);
    this.#host.execution.imported(path);
  }

  #beforeEvaluation(path: string): void {
    const { entryFiles, testFile, known, relative } = this.#state;
    this.#host.beforeCode(path);
    this.#host.execution.beforeEvaluation(path);
    if (entryFiles.has(path) && path !== testFile) this.#evaluated.add(relative(path));
    for (const owner of known.packages) if (path.includes(`/${owner}/`)) this.#evaluated.add(owner);
  }
}

/** Stays with the Runtime class for the life of the worker, so it must not close over anything of one file. */
function attachTo(runtime: object, environment: object): void {
  inOwnLanguage(() => guards.get(environment)?.attach(runtime));
}

const versions = new Map<string, string | null>();

function jestVersion(runtimeFile: string): string | null {
  let version = mapGet(versions, runtimeFile);
  if (version === undefined) {
    version = readVersion(runtimeFile);
    mapSet(versions, runtimeFile, version);
  }
  return version;
}

function readVersion(runtimeFile: string): string | null {
  try {
    return (require(join(dirname(dirname(runtimeFile)), 'package.json')) as { version: string }).version;
  } catch {
    return null;
  }
}
