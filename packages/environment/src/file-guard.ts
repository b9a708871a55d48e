import { readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import type { EnvironmentContext, JestEnvironment, JestEnvironmentConfig } from '@jest/environment';
import { RECORD_VERSION } from '@jest-hermetic/leak-record';
import type { FileRecord, FoundLeak, Kind } from '@jest-hermetic/leak-record';
import { Allows } from './allows/allows';
import { docblockAllows } from './allows/docblock-allows';
import { ExecutionStack } from './execution-stack';
import { judgeExercise, NEVER_ENDED } from './exercised';
import type { Exercise } from './exercised';
import { failLeakingTests } from './fail-tests';
import { Faults } from './faults';
import type { FileOptions } from './file-options';
import { installTestBridge } from './fresh-modules/test-bridge';
import { applyIgnores } from './ignores';
import { readKnownBaseline } from './known-baseline';
import type { KnownBaseline } from './known-baseline';
import { Ledger } from './ledger/ledger';
import type { Act } from './ledger/act';
import { outboxDirectory, WORKER_NAME, writeRecord } from './outbox/outbox';
import { warnWithoutReporter } from './outbox/without-reporter';
import { buildLeaks } from './report/build-leaks';
import { findMade } from './report/made-at';
import { outsideLeaks } from './report/outside-leaks';
import { SiteFinder } from './report/sites';
import { findRuntimeModule, patchResetModules, registerEnvironment } from './runtime/find-runtime';
import { RequireCacheWatch } from './runtime/require-cache';
import { watchRuntime } from './runtime/watch-runtime';
import type { RuntimeWatch } from './runtime/watch-runtime';
import type { CircusEvent, CircusState } from './scopes/circus';
import { ScopeTracker } from './scopes/scope-tracker';
import { captureFrames } from './site/capture-frames';
import { relativePath } from './site/file-paths';
import type { ActFrames, RawFrame } from './site/frame';
import { isOurFile } from './site/our-files';
import { SiteMapper } from './site/source-maps';
import { selectFrames } from './site/user-frames';
import { judgeExportActs } from './surfaces/exports/judge-act';
import { HostSlots } from './surfaces/host/host-slots';
import { HostRequireCache } from './surfaces/host/require-cache';
import { ProcessWatch } from './surfaces/host/process-watch';
import { watchProcessCalls } from './surfaces/host/process-calls';
import { HostStateSurface } from './surfaces/host-state';
import { IneffectiveWrites } from './surfaces/ineffective-writes';
import { Instances } from './surfaces/instances';
import { Spies } from './surfaces/spies';
import { Watched } from './surfaces/watched';
import { TOOL_VERSION } from './version';

/** What the user calls or assigns to change each value of the process. */
const PROCESS_CALLS = {
  'process.cwd': 'process.chdir',
  'process.umask': 'process.umask',
  'process.exitCode': 'process.exitCode',
} as const;

const guards = new WeakMap<object, FileGuard>();
let filesOfWorker = 0;

/** Watches one test file, from the environment's constructor to the end of its teardown, and writes its record. */
export class FileGuard {
  readonly #config: JestEnvironmentConfig;
  readonly #testFile: string;
  readonly #file: FileOptions;
  readonly #faults = new Faults();
  readonly #ledger = new Ledger();
  readonly #instances = new Instances();
  readonly #spies = new Spies();
  readonly #ineffective = new IneffectiveWrites();
  readonly #allows = new Allows();
  readonly #tracker: ScopeTracker;
  readonly #host: HostStateSurface;
  readonly #execution: ExecutionStack;
  readonly #entryFiles: ReadonlySet<string>;
  readonly #known: KnownBaseline;
  readonly #evaluated = new Set<string>();
  readonly #ordinal = filesOfWorker++;
  #outside: FoundLeak[] = [];
  #watchProcess: () => void = () => {};
  #runtime: RuntimeWatch | null = null;
  #whyNoRuntime = 'jest-runtime did not ask for the export conditions of the environment';
  #jest: string | null = null;
  #exercise: Exercise = NEVER_ENDED;
  #sourceMaps: ReadonlyMap<string, string> = new Map();

  constructor(
    environment: JestEnvironment,
    config: JestEnvironmentConfig,
    context: EnvironmentContext,
    file: FileOptions,
  ) {
    this.#config = config;
    this.#testFile = context.testPath;
    this.#file = file;
    const { setupFiles, setupFilesAfterEnv } = config.projectConfig;
    this.#entryFiles = new Set([...setupFiles, ...setupFilesAfterEnv, context.testPath]);
    this.#known = this.#faults.guard(
      'reading the baseline',
      () => readKnownBaseline(this.#absolute(file.options.baseline)),
      {
        allowed: null,
        packages: new Set(),
      },
    );
    const slots = HostSlots.forProcess();
    const loader = HostRequireCache.forProcess();
    this.#tracker = new ScopeTracker(context.testPath, {
      afterSegment: (at) => {
        this.#host.look(at);
        this.#runtime?.exports.look(at);
      },
      beforeBody: (at) => this.#ledger.beforeBody(at),
      afterBody: (at, overlapping) => {
        if (!overlapping) this.#ledger.afterBody(at);
      },
    });
    this.#host = new HostStateSurface({
      slots,
      process: ProcessWatch.forProcess(),
      loader,
      relative: (path) => this.#relative(path),
      ledger: this.#ledger,
      spies: this.#spies,
      select: (frames, at) => this.#select(frames, at.ownerFile),
    });
    this.#execution = new ExecutionStack({
      tracker: this.#tracker,
      host: this.#host,
      entryFiles: this.#entryFiles,
      handOut: (name) => {
        slots.handOut(name);
        if (name === 'module' || name === 'node:module') loader.handOut();
      },
    });
    this.#faults.guard(
      'looking at what was there before',
      () => {
        this.#outside = outsideLeaks(slots.lookAtAll(), ProcessWatch.forProcess().changes(true));
        loader.changes(true);
        this.#host.inherit();
        loader.beginFile();
        slots.beginFile(environment.global);
        this.#watchProcess = () => {
          watchProcessCalls(environment.global.process, (key, caller) => this.#processCall(PROCESS_CALLS[key], caller));
        };
        this.#watchProcess();
      },
      undefined,
    );
    this.#faults.guard('preparing the test helpers', () => this.#provideHelpers(environment.global, context));
    guards.set(environment, this);
    registerEnvironment(environment);
  }

  #provideHelpers(global: object, context: EnvironmentContext): void {
    const allowLeak = (rule: unknown): void => this.#allowLeak(rule, allowLeak);
    installTestBridge(global, {
      whyNotFresh: () => (this.#runtime === null ? this.#whyNoRuntime : null),
      freshModules: (patterns, fn) => this.#runtime?.fresh.run(patterns, fn),
      allowLeak,
    });
    const source = (): string => readFileSync(this.#testFile, 'utf8');
    for (const { text, line } of docblockAllows(context.docblockPragmas, source)) {
      const file = this.#relative(this.#testFile);
      this.#allows.addPragma(text, this.#tracker.file, () => (line === null ? null : { file, line }));
    }
  }

  #allowLeak(rule: unknown, caller: Function): void {
    this.#faults.guard('noting an opt-out', () => {
      const { scope, ownerFile } = this.#tracker.current();
      const { site } = this.#select(captureFrames(caller), ownerFile);
      this.#allows.addCall(rule, scope, () => (site === null ? null : this.#mapper().map(site)));
    });
  }

  /** jest-runtime is asking for the export conditions, through `caller`: from its class we get the instance. */
  seeRuntime(caller: Function): void {
    this.#faults.guard(
      'finding jest-runtime',
      () => {
        const found = findRuntimeModule(caller);
        if (found === null) {
          this.#whyNoRuntime = 'the Runtime class of jest-runtime was not found';
          return;
        }
        this.#jest = jestVersion(found.file);
        const patched = patchResetModules(found.Runtime, (runtime, environment) =>
          guards.get(environment)?.attach(runtime),
        );
        if (!patched) this.#whyNoRuntime = 'Runtime.prototype.resetModules of jest-runtime cannot be wrapped';
      },
      undefined,
    );
  }

  /** The runtime of this file, before it has run anything. */
  attach(runtime: object): void {
    this.#faults.guard(
      'attaching to jest-runtime',
      () => {
        this.#runtime = watchRuntime(runtime, {
          tracker: this.#tracker,
          ledger: this.#ledger,
          instances: this.#instances,
          spies: this.#spies,
          faults: this.#faults,
          execution: {
            beforeCoreModule: (name) =>
              this.#faults.guard('noting a core module', () => this.#execution.beforeCoreModule(name), undefined),
            beforeEvaluation: (path) =>
              this.#faults.guard('noting an evaluation', () => this.#beforeEvaluation(path), undefined),
            afterEvaluation: () =>
              this.#faults.guard('looking after an evaluation', () => this.#execution.afterEvaluation(), undefined),
          },
          watched: new Watched(this.#config.globalConfig.rootDir, this.#file.options),
          entryFiles: this.#entryFiles,
          rootDir: this.#config.globalConfig.rootDir,
          requireCache: new RequireCacheWatch((key, caller) => this.#ineffectiveWrite(key, caller)),
          capture: (caller, at) => this.#select(captureFrames(caller), at.ownerFile),
          select: (frames, at) => this.#select(frames, at.ownerFile),
        });
        if (this.#runtime === null) {
          this.#whyNoRuntime = `its Runtime has an unknown shape: ${Object.keys(runtime).slice(0, 12).join(', ')}, ...`;
        }
      },
      undefined,
    );
  }

  /** After the base environment's own handler. */
  handle(event: CircusEvent, state: CircusState): void {
    this.#faults.guard(
      `following the event ${event.name}`,
      () => {
        // jest-circus has loaded graceful-fs into the sandbox by now, which put a function of its own over chdir.
        if (event.name === 'setup') this.#watchProcess();
        this.#tracker.handle(event, state);
        if (event.name === 'run_finish') this.#finishRun(state);
      },
      undefined,
    );
  }

  /** After the teardown of the runtime and of the base environment: judges what outlives the file, writes the record. */
  afterTeardown(): void {
    const leaks = this.#faults.guard(
      'judging what outlives the file',
      () => {
        this.#host.lookAtAll(this.#tracker.topLevelOf(this.#testFile));
        for (const act of this.#host.left()) this.#ledger.grade(act, 'escaped');
        this.#host.bequeath();
        return this.#found();
      },
      [],
    );
    this.#faults.guard('writing the record', () => this.#write(leaks), undefined);
  }

  #finishRun(state: CircusState): void {
    this.#ledger.finish();
    this.#exercise = judgeExercise(state);
    this.#runtime?.close();
    this.#sourceMaps = new Map(this.#runtime?.shape.sourceMaps());
    // Jest up to 30.4 formats stacks right only while its source maps are installed, so declarations are read now.
    for (const act of [...this.#ledger.leaked(), ...this.#host.left()]) {
      if (act.frames === null) void act.context.declaration?.stack;
    }
    if (this.#file.options.failAt !== 'test' || this.#known.allowed === null || this.#ledger.leaked().length === 0)
      return;
    failLeakingTests(applyIgnores(this.#found(), this.#file.options.ignore).kept, {
      root: state.rootDescribeBlock,
      gate: this.#file.options.gate,
      jest: this.#jest,
      allowed: this.#known.allowed,
      absolute: (path) => this.#absolute(path),
    });
  }

  #found(): FoundLeak[] {
    const acts: Act[] = this.#ledger.leaked();
    if (acts.length === 0) return [];
    const relative = (file: string): string => this.#relative(file);
    const mapper = this.#mapper();
    const made = findMade(acts, this.#spies, (frames, act) => this.#select(frames, act.context.ownerFile));
    const judged = this.#runtime === null ? { acts, made } : judgeExportActs(acts, made, this.#runtime.exports);
    return buildLeaks(judged.acts, {
      allowedBecause: (act) => this.#allows.reasonFor(act),
      testPath: relative(this.#testFile),
      relative,
      sites: new SiteFinder(mapper, relative),
      made: judged.made,
    });
  }

  #mapper(): SiteMapper {
    return new SiteMapper({
      sourceMapOf: (file) => this.#sourceMaps.get(file) ?? this.#runtime?.shape.sourceMaps().get(file),
      firstLineShiftOf: (file) => this.#runtime?.firstLineShiftOf(file) ?? 0,
      rootDir: this.#config.globalConfig.rootDir,
    });
  }

  #ineffectiveWrite(key: string, caller: Function): void {
    const { ownerFile } = this.#tracker.current();
    this.#faults.guard('noting a write to require.cache', () =>
      this.#ineffective.note(ownerFile, key, this.#select(captureFrames(caller), ownerFile)),
    );
  }

  #write(found: readonly FoundLeak[]): void {
    const directory = outboxDirectory();
    if (directory === null) {
      warnWithoutReporter();
      return;
    }
    writeRecord(directory, this.#record(found));
  }

  #record(found: readonly FoundLeak[]): FileRecord {
    const { options, errors } = this.#file;
    const { kept, count, used } = applyIgnores(found, options.ignore);
    const unobservable: { kind: Kind; reason: string }[] =
      this.#runtime === null
        ? (['module-purged', 'mock-registered', 'export-mutated'] as const).map((kind) => ({
            kind,
            reason: this.#whyNoRuntime,
          }))
        : this.#runtime.unobservable;
    const watched = { modules: this.#instances.made, acts: this.#ledger.acts };
    const because =
      this.#exercise.because ??
      (unobservable.length > 0
        ? 'a surface that could not be watched'
        : watched.modules === 0
          ? 'nothing was watched'
          : null);
    return {
      version: RECORD_VERSION,
      tool: TOOL_VERSION,
      jest: this.#jest,
      node: process.versions.node,
      rootDir: this.#config.globalConfig.rootDir,
      path: this.#relative(this.#testFile),
      worker: WORKER_NAME,
      ordinal: this.#ordinal,
      endedAt: Date.now(),
      exercised: because === null,
      unexercisedBecause: because,
      tests: this.#exercise.tests,
      watched,
      unobservable,
      leaks: [...kept, ...this.#outside],
      ignored: count,
      ignoresUsed: used,
      advice: this.#ineffective.advice(this.#mapper(), (file) => this.#relative(file)),
      unusedAllows: this.#allows.unused(),
      evaluated: [...this.#evaluated].sort(),
      faults: this.#faults.list,
      errors: [...errors, ...this.#allows.errors()],
      gate: options.gate,
    };
  }

  #beforeEvaluation(path: string): void {
    this.#execution.beforeEvaluation(path);
    if (this.#entryFiles.has(path) && path !== this.#testFile) this.#evaluated.add(this.#relative(path));
    if (this.#known.packages.size === 0) return;
    for (const owner of this.#known.packages) if (path.includes(`/${owner}/`)) this.#evaluated.add(owner);
  }

  #processCall(name: string, caller: Function): void {
    this.#faults.guard(
      'noting a call on process',
      () => {
        const at = this.#tracker.current();
        this.#host.lookAtProcess(at, { name, frames: this.#select(captureFrames(caller), at.ownerFile) });
      },
      undefined,
    );
  }

  #select(frames: readonly RawFrame[], ownerFile: string): ActFrames {
    return selectFrames(frames, { ownerFile, isOurs: isOurFile });
  }

  #relative(file: string): string {
    return relativePath(this.#config.globalConfig.rootDir, file);
  }

  #absolute(path: string): string {
    return resolve(this.#config.globalConfig.rootDir, path);
  }
}

function jestVersion(runtimeFile: string): string | null {
  try {
    return (require(join(dirname(dirname(runtimeFile)), 'package.json')) as { version: string }).version;
  } catch {
    return null;
  }
}
