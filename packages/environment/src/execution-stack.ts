import type { ExecutionListener } from './runtime/module-system-watch';
import type { Context } from './scopes/scope';
import type { ScopeTracker } from './scopes/scope-tracker';
import { packageOf } from './site/file-paths';
import { baseModule, bareName } from './surfaces/host/builtins';
import { UNREAD } from './surfaces/host/module-code';
import type { ChangeableBy } from './surfaces/host/module-code';
import type { HostStateSurface } from './surfaces/host-state';

interface Evaluation {
  readonly file: string;
  readonly internal: boolean;
  /** Core modules that it has asked for; only these are looked at when it ends. */
  cores: Set<string> | null;
  /** What its code may change; null until that is known. */
  mayChange: ChangeableBy | null;
  /** What functions of modules that were evaluated within it may change when it calls them. */
  byCalls: { readonly cores: Set<string>; readonly globals: Set<string> } | null;
}

/** What the stack of evaluations needs to know. */
export interface ExecutionStackOptions {
  readonly tracker: ScopeTracker;
  readonly host: HostStateSurface;
  readonly entryFiles: ReadonlySet<string>;
  /** `toTests`: the code that gets it is the tests' own, or was loaded by nobody that is known; `file`: whose it is. */
  readonly handOut: (name: string, toTests: boolean, file: string | null) => void;
  readonly isOfTests: (file: string) => boolean;
  /** What the code of a module may change of the host; null where it is not known, or not yet. */
  readonly mayChange: (file: string) => ChangeableBy | null;
  /** Some code seems to write to a core module (without what is behind `/`), or cannot be read. */
  readonly onWriter: (core: string) => void;
  /** Code of the tests is about to run. */
  readonly onTestCode: (file: string) => void;
}

/**
 * Knows whose top-level code runs, so that what a source module or a package does to host state when it is evaluated
 * is its own and not its importer's (DESIGN 2.4). Looks only at the core modules that the module itself required, at
 * the globals that it names, and at what the modules that it loaded seem to write to.
 */
export class ExecutionStack implements ExecutionListener {
  readonly #options: ExecutionStackOptions;
  readonly #stack: Evaluation[] = [];
  /** Core modules (without what is behind `/`) that some code of this file was given. */
  readonly #given = new Set<string>();
  /** Core modules that were looked at since code of the tests last ran. */
  readonly #known = new Set<string>();
  /** Globals that some code of this file names, and those that it seems to write to. */
  readonly #named = new Set<string>();
  readonly #written = new Set<string>();

  constructor(options: ExecutionStackOptions) {
    this.#options = options;
  }

  /** Whose top-level code runs, where that is a module's own; null within tests, hooks and entry files. */
  ofTopLevel(): Context | null {
    const top = this.#stack.at(-1);
    return top === undefined || top.internal || this.#options.entryFiles.has(top.file) ? null : this.#contextOf(top);
  }

  beforeCoreModule(name: string): void {
    const { handOut, isOfTests } = this.#options;
    const top = this.#stack.at(-1);
    // Jest loads parts of itself into the sandbox; they are given the host's modules and leave them as they are.
    if (top?.internal === true) return;
    const isNew = top === undefined || top.cores?.has(name) !== true;
    if (isNew && top !== undefined) this.#lookAtCoreBefore(top, name);
    handOut(name, top === undefined || isOfTests(top.file), top?.file ?? null);
    if (!isNew) return;
    this.#given.add(baseModule(bareName(name)));
    if (top !== undefined) (top.cores ??= new Set()).add(name);
  }

  beforeEvaluation(file: string, internal = false): void {
    const outer = this.#stack.at(-1);
    if (outer?.internal === false) this.#lookAtProcess(outer);
    if (internal) {
      this.#stack.push({ file, internal, cores: null, mayChange: null, byCalls: null });
      return;
    }
    this.#lookAtGlobalsBefore(outer);
    if (this.#isOutermost(outer)) this.#known.clear();
    this.#stack.push({ file, internal, cores: null, mayChange: null, byCalls: null });
    if (this.#options.isOfTests(file)) this.#options.onTestCode(file);
  }

  imported(file: string): void {
    if (this.#options.isOfTests(file)) this.#options.onTestCode(file);
  }

  afterEvaluation(): void {
    const ended = this.#stack.pop();
    if (ended === undefined || ended.internal) return;
    const { host } = this.#options;
    const context = this.#contextOf(ended);
    const { byCalls } = ended;
    const cores = byCalls === null ? ended.cores : new Set([...(ended.cores ?? []), ...byCalls.cores]);
    if (cores !== null && cores.size > 0) host.lookAtModules(cores, context);
    const globals = this.#globalsOf(ended);
    if (globals.length > 0) host.lookAtGlobals(globals, context);
    this.#lookAtProcess(ended);
    this.#passOn(ended);
  }

  /** Who loads a module may call its functions. */
  #passOn(ended: Evaluation): void {
    const outer = this.#stack.at(-1);
    const { globals, written } = this.#mayChange(ended);
    for (let i = 0; i < globals.length; i += 1) this.#named.add(globals[i] as string);
    for (let i = 0; i < written.globals.length; i += 1) this.#written.add(written.globals[i] as string);
    for (let i = 0; i < written.cores.length; i += 1) this.#options.onWriter(written.cores[i] as string);
    if (ended.mayChange === null) ended.cores?.forEach((core) => this.#options.onWriter(baseModule(bareName(core))));
    if (outer === undefined || outer.internal || this.#options.entryFiles.has(outer.file)) return;
    const cores = [...(ended.cores ?? [])].filter((core) => written.cores.includes(baseModule(bareName(core))));
    if (cores.length + written.globals.length === 0 && ended.byCalls === null) return;
    outer.byCalls ??= { cores: new Set(), globals: new Set() };
    for (const core of [...cores, ...(ended.byCalls?.cores ?? [])]) outer.byCalls.cores.add(core);
    for (const name of [...written.globals, ...(ended.byCalls?.globals ?? [])]) outer.byCalls.globals.add(name);
  }

  /** Streams need no require; packages that listen to them once are not at fault, so they are left to the borders. */
  #lookAtProcess(evaluation: Evaluation): void {
    if (packageOf(evaluation.file) !== null || !this.#mayChange(evaluation).process) return;
    this.#options.host.lookAtProcess(this.#contextOf(evaluation));
  }

  /**
   * Who is given a core module can change it: what the innermost of those that had it did until now is theirs; where
   * none had it, it was the test or hook that loads all this.
   */
  #lookAtCoreBefore(top: Evaluation, name: string): void {
    const { host, tracker } = this.#options;
    const wanted = baseModule(bareName(name));
    for (let i = this.#stack.length - 1; i >= 0; i -= 1) {
      const outer = this.#stack[i] as Evaluation;
      if (outer === top || outer.internal) continue;
      const had = [...(outer.cores ?? []), ...(outer.byCalls?.cores ?? [])];
      const shared = had.filter((core) => baseModule(bareName(core)) === wanted);
      if (shared.length === 0) continue;
      host.lookAtModules(new Set(shared), this.#contextOf(outer));
      return;
    }
    if (!this.#given.has(wanted) || this.#known.has(wanted)) return;
    this.#known.add(wanted);
    host.lookBefore(new Set([wanted, name]), [], tracker.current());
  }

  /**
   * Code that is about to be held up by the evaluation of a module has run until now: what it did to host globals is its
   * own. Where that is code of the tests, it may have called any function of what it had loaded.
   */
  #lookAtGlobalsBefore(outer: Evaluation | undefined): void {
    const { host, tracker } = this.#options;
    if (outer !== undefined && !this.#isOutermost(outer)) {
      const globals = this.#globalsOf(outer);
      if (globals.length > 0) host.lookAtGlobals(globals, this.#contextOf(outer));
      return;
    }
    const globals = outer === undefined ? [...this.#named] : [...this.#globalsOf(outer), ...this.#written];
    if (globals.length > 0) host.lookBefore(NO_MODULES, globals, tracker.current());
  }

  /** Whether it is code of the tests that loads what is evaluated next. */
  #isOutermost(outer: Evaluation | undefined): boolean {
    return outer === undefined || this.#options.entryFiles.has(outer.file);
  }

  /** The globals that code may have changed while it was evaluated. */
  #globalsOf(evaluation: Evaluation): readonly string[] {
    const { globals } = this.#mayChange(evaluation);
    return evaluation.byCalls === null ? globals : [...new Set([...globals, ...evaluation.byCalls.globals])];
  }

  #mayChange(evaluation: Evaluation): ChangeableBy {
    if (evaluation.internal) return NOTHING;
    return (evaluation.mayChange ??= this.#options.mayChange(evaluation.file)) ?? UNREAD;
  }

  #contextOf({ file }: Evaluation): Context {
    const { tracker, entryFiles } = this.#options;
    return entryFiles.has(file) ? tracker.current() : tracker.topLevelOf(file);
  }
}

const NOTHING: ChangeableBy = { ...UNREAD, process: false };
const NO_MODULES: ReadonlySet<string> = new Set();
