import { loadLater, loadNow, withOwnBuiltins } from '@jest-hermetic/leak-record';
import type { FoundLeak } from '@jest-hermetic/leak-record';
import { containing, tracing } from './on-demand';
import type { ImportedWriter } from './blame/imported-writer';
import type { LateCode } from './blame/late-code';
import { ExecutionStack } from './execution-stack';
import { setExitCodeAside } from './contain/exit-code';
import type { HostPlaces } from './contain/host-places';
import type { FileState } from './file-state';
import type { Context } from './scopes/scope';
import type { ScopeTracker } from './scopes/scope-tracker';
import { captureFrames, MOST_FRAMES } from './site/capture-frames';
import type { RawFrame } from './site/frame';
import { TestSide } from './surfaces/exports/test-side';
import type { HostParts } from './surfaces/host/host-parts';
import { hostParts } from './surfaces/host/host-parts';
import { BackDoors, opensAll } from './surfaces/host/back-doors';
import type { ImportedCode } from './surfaces/host/imported-code';
import { baseModule, bareName, loadsModules } from './surfaces/host/builtins';
import { realmOf } from './surfaces/host/realm';
import { mayChangeLoader, TestCode } from './surfaces/host/test-code';
import { expectTestCode, unwatchLanguage, watchLanguage } from './own-language';
import { watchProcessCalls } from './surfaces/host/process-calls';
import type { OnProcessCall } from './surfaces/host/process-calls';
import { HostStateSurface } from './surfaces/host-state';
import type { SandboxScope } from './surfaces/sandbox-scope';
import type { ProcessChange, SlotChange } from './surfaces/slot';
import type { HostStateOptions } from './surfaces/host-state';

const reporting = loadLater(() => require('./report/outside-leaks') as typeof import('./report/outside-leaks'));
const importing = loadLater(() => require('./blame/imported-writer') as typeof import('./blame/imported-writer'));

const readingImports = loadLater(
  () => require('./surfaces/host/imported-code') as typeof import('./surfaces/host/imported-code'),
);

const NOTHING: readonly string[] = [];

const backDoors = new BackDoors();

/** Whether it was in the last file of the worker: what is not known hands out what nobody sees. */
let isRuntimeKnown = true;

/** What the user calls or assigns to change each value of the process. */
const PROCESS_CALLS = {
  'process.cwd': 'process.chdir',
  'process.umask': 'process.umask',
  'process.exitCode': 'process.exitCode',
} as const;

/** A call that changed the process. */
interface ProcessCall {
  readonly caller: Function;
  readonly context: Context;
  readonly name: string;
}

/** What changed since the last file of the worker ended. */
export interface HostNews {
  readonly slots: readonly SlotChange[];
  readonly processes: readonly ProcessChange[];
}

/** Looks at the state that all files of the worker share. */
export function lookAtHost(): HostNews {
  const { slots, process: watch } = hostParts();
  return { slots: slots.lookAtAll(), processes: watch.changes(true) };
}

/** Watches, for one file, the state that all files of the worker share. */
export class HostWatch {
  readonly surface: HostStateSurface;
  readonly execution: ExecutionStack;
  readonly #state: FileState;
  readonly #tracker: ScopeTracker;
  readonly #late: LateCode;
  readonly #slots: HostParts['slots'];
  readonly #process: HostParts['process'];
  readonly #loader: HostParts['loader'];
  readonly #code: HostParts['code'];
  readonly #testCode: TestCode;
  readonly #testSide: TestSide;
  #importedCode: ImportedCode | null = null;
  #writers: ImportedWriter | null = null;
  #isLoaderImported = false;
  #hasRun = false;
  #giveExitCodeBack: () => void = () => {};

  constructor(state: FileState, tracker: ScopeTracker, late: LateCode) {
    this.#state = state;
    this.#tracker = tracker;
    this.#late = late;
    const parts = hostParts();
    this.#slots = parts.slots;
    this.#process = parts.process;
    this.#loader = parts.loader;
    this.#code = parts.code;
    state.unobservable.push(...parts.unobservable);
    watchLanguage(() => this.#testCode.mayChangeLanguage());
    const codeOf = (file: string): string | undefined => state.runtime?.shape.codeOf(file);
    this.#testCode = new TestCode(codeOf);
    this.#testSide = new TestSide(state.entryFiles, state.rootDir);
    const writers = { slots: this.#slots, process: this.#process, loader: this.#loader };
    let places: HostPlaces | null = null;
    const options: HostStateOptions = {
      slots: this.#slots,
      process: this.#process,
      loader: this.#loader,
      relative: state.relative,
      ledger: state.ledger,
      spies: state.spies,
      places: state.putsBack
        ? () => (places ??= new (containing().HostPlaces)(writers, state.containment.stacks))
        : null,
      putsBackScopes: state.putsBackScopes,
      late,
      select: (frames, at) => state.select(frames, at.ownerFile),
      importedWriter: (change) => this.#topLevelOf(this.#importedWriter()?.find(change) ?? null),
      mentions: () => this.#testCode.mentions(),
      definedByTests: () => (this.#testCode.mayDefine() ? this.#writtenByTests() : NOTHING),
      mayChangePrototypes: () => this.#testCode.mayChangePrototypes(),
      mayChangeLoader: () =>
        this.#testCode.mayChangeLoader() ||
        (this.#isLoaderImported && this.#readImported().mayChangeLoader(state.runtime?.shape ?? null)),
    };
    this.surface =
      state.trace === null ? new HostStateSurface(options) : new (tracing().TracedHostState)(options, state.trace);
    state.spies.onTarget = (target) => this.#slots.lookAlways(target);
    this.execution = new ExecutionStack({
      tracker,
      host: this.surface,
      entryFiles: state.entryFiles,
      isOfTests: (path) => this.#testSide.has(path),
      mayChange: (file) => this.#code.read(file, codeOf(file)),
      onWriter: (core) => this.#slots.suspect(core),
      onTestCode: (path) => {
        this.#testCode.add(path);
        expectTestCode();
      },
      handOut: (name, toTests, file) => {
        if (opensAll(name)) this.#slots.settleAll();
        this.#slots.handOut(name, toTests);
        // Late is too late where each scope has what it changed put back.
        if (state.putsBackScopes) this.#slots.suspect(baseModule(bareName(name)));
        if (toTests && loadsModules(name) && this.#testCode.mayLock()) loadNow();
        if (name !== 'module' && name !== 'node:module') return;
        this.#loader.handOut();
        // An ES module imports it: which one is not told.
        if (file === null) this.#isLoaderImported = true;
        else if (mayChangeLoader(codeOf(file))) this.#loader.watchClosely();
      },
    });
  }

  /**
   * Before anything of the file runs; answers with what changed since the last file of the worker ended. `news` is what
   * was found before the base environment was made, where that may itself change something.
   */
  begin({ global, defined }: Pick<SandboxScope, 'global' | 'defined'>, news: HostNews | null): FoundLeak[] {
    const reachesAll = this.#doSetupFilesReachAll();
    const isWhole = news !== null || this.#state.trace !== null || !isRuntimeKnown || reachesAll;
    const found = isWhole ? lookAtHost() : { slots: [], processes: this.#process.changes(true) };
    const { slots, processes } = news ?? found;
    this.#loader.changes(true);
    this.surface.inherit();
    this.#loader.beginFile();
    this.#slots.beginFile(defined, isWhole ? null : realmOf(global));
    if (reachesAll) this.#slots.settleAll();
    if (this.#state.putsBack) {
      this.#giveExitCodeBack = setExitCodeAside(process);
      this.#process.changes();
    }
    if (this.#state.trace !== null) tracing().watchHost(this.#state.trace, this.#slots);
    if (slots.length + processes.length === 0) return [];
    return withOwnBuiltins(() => reporting().outsideLeaks(slots, processes));
  }

  /** The runtime is there, and has not run anything: Jest has the text of the test file by now. */
  beforeFirst(): void {
    if (this.#mayOpen(this.#state.testFile)) this.#slots.settleAll();
  }

  /** Whether code of the setup files may reach host objects that it was not handed. */
  #doSetupFilesReachAll(): boolean {
    const { entryFiles, testFile } = this.#state;
    for (const file of entryFiles) if (file !== testFile && this.#mayOpen(file)) return true;
    return false;
  }

  #mayOpen(file: string): boolean {
    const { testFile, runtime } = this.#state;
    const isTestFile = file === testFile;
    return backDoors.mayOpen(file, !isTestFile, isTestFile ? runtime?.shape.sourceOf(file) : undefined);
  }

  /** Code of a module is about to run, or to be linked. */
  beforeCode(file: string): void {
    // What Jest runs first of all is the first of these, unless it is an ES module, which is not told.
    if (this.#hasRun || file !== this.#state.firstFile) this.#slots.isFresh = false;
    this.#hasRun = true;
    if (this.#state.entryFiles.has(file) || !this.#mayOpen(file)) return;
    this.#slots.settleAll();
  }

  /** Watches the calls that change process state, so that their site is known. May be repeated. */
  watchCalls(sandboxProcess: object): void {
    const onCall: OnProcessCall = (key, caller) => {
      this.#state.faults.guard('noting a call on process', () => {
        const { context, frames: read } = this.#late.call(caller, this.#tracker.current());
        const at =
          this.execution.ofTopLevel() ?? this.#ofImport(read, { caller, context, name: PROCESS_CALLS[key] }) ?? context;
        const frames =
          read === null ? this.#state.capture(caller, at.ownerFile) : this.#state.select(read, at.ownerFile);
        this.surface.lookAtProcess(at, { name: PROCESS_CALLS[key], frames });
      });
    };
    watchProcessCalls(sandboxProcess, onCall, this.#process);
  }

  /** Who made a call, if that is the top-level code of an ES module: one that a test imports runs within that test. */
  #ofImport(frames: readonly RawFrame[] | null, { caller, context, name }: ProcessCall): Context | null {
    const writer = this.#importedWriter();
    if (writer === null) return null;
    const isLoading = context.scope.type === 'file' && context.hook === null;
    return this.#topLevelOf(writer.ofFrames(frames ?? captureFrames(caller, MOST_FRAMES), isLoading ? null : name));
  }

  /** Finds which ES module did something; null while none was loaded. */
  #importedWriter(): ImportedWriter | null {
    const shape = this.#state.runtime?.shape;
    if (this.#writers !== null || shape === undefined || shape.esmRegistry().size === 0) return this.#writers;
    return (this.#writers = new (importing().ImportedWriter)({
      shape,
      isOfTests: (file) => this.#testSide.has(file),
      testCode: () => this.testCode(),
    }));
  }

  #readImported(): ImportedCode {
    return (this.#importedCode ??= new (readingImports().ImportedCode)());
  }

  #writtenByTests(): readonly string[] {
    const { entryFiles, runtime } = this.#state;
    return [...entryFiles].flatMap((file) => this.#code.read(file, runtime?.shape.codeOf(file))?.written.globals ?? []);
  }

  #topLevelOf(file: string | null): Context | null {
    return file === null ? null : this.#tracker.topLevelOf(file);
  }

  /** Before the `setup` of the base environment, which nothing of the file may have run before. */
  beforeBaseSetup(): void {
    if (this.#state.hasSetupFiles) this.beforeBase();
  }

  /** Before other code of the base environment: what was done until now is the file's. */
  beforeBase(): void {
    this.surface.lookAtAll(this.#tracker.topLevelOf(this.#state.testFile));
  }

  /** After code of the base environment: what that did is nobody's. */
  afterBase(): void {
    this.surface.passOver();
  }

  /** All code of the tests as it runs; null when some is unknown. */
  testCode(): readonly string[] | null {
    return this.#testCode.texts();
  }

  /** Jest will soon forget what was imported. */
  keepImports(): void {
    this.#importedWriter()?.keep();
  }

  /**
   * After the file's teardown: what is still changed reaches every later file of the worker. Answers with what changed
   * while the file ran, or before it began, that it had no hand in. `isLookedAt` says that nothing ran since the last look.
   */
  end(isLookedAt: boolean): FoundLeak[] {
    const { ledger, testFile, putsBack, faults, trace, runtime } = this.#state;
    isRuntimeKnown = runtime !== null;
    if (!isRuntimeKnown) this.#slots.trustNothing();
    trace?.end();
    if (!isLookedAt) this.surface.lookAtAll(this.#tracker.topLevelOf(testFile));
    for (const act of this.surface.left()) ledger.grade(act, 'escaped');
    if (putsBack) {
      // Asked for now: what is found only at the end may be the first that is to be put back.
      faults.guard('putting back what the file left', () => this.#state.containmentInUse?.endFile());
      this.#giveExitCodeBack();
      this.#process.changes();
    }
    this.surface.bequeath();
    this.#slots.endFile();
    unwatchLanguage();
    const foreign = this.#slots.foreignChanges();
    return foreign.length === 0 ? [] : withOwnBuiltins(() => reporting().outsideLeaks(foreign, []));
  }
}
