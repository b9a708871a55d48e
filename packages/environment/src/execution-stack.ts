import type { ExecutionListener } from './runtime/module-system-watch';
import type { Context } from './scopes/scope';
import type { ScopeTracker } from './scopes/scope-tracker';
import { packageOf } from './site/file-paths';
import { baseModule, bareName } from './surfaces/host/builtins';
import type { HostStateSurface } from './surfaces/host-state';

interface Evaluation {
  readonly file: string;
  readonly internal: boolean;
  /** Core modules that it has asked for; only these are looked at when it ends. */
  cores: Set<string> | null;
  /** Whether it may change the process without requiring anything; null until somebody asks. */
  mayChangeProcess: boolean | null;
}

/** What the stack of evaluations needs to know. */
export interface ExecutionStackOptions {
  readonly tracker: ScopeTracker;
  readonly host: HostStateSurface;
  readonly entryFiles: ReadonlySet<string>;
  /** `toTests`: the code that gets it is the tests' own, or was loaded by nobody that is known; `file`: whose it is. */
  readonly handOut: (name: string, toTests: boolean, file: string | null) => void;
  readonly isOfTests: (file: string) => boolean;
  /** The code of a module that has begun to run, or undefined when it is not known. */
  readonly codeOf: (file: string) => string | undefined;
  /** Code of the tests is about to run. */
  readonly onTestCode: (file: string) => void;
}

/**
 * Knows whose top-level code runs, so that what a source module or a package does to host state when it is evaluated
 * is its own and not its importer's (DESIGN 2.4). Looks only at the core modules that the module itself required.
 */
export class ExecutionStack implements ExecutionListener {
  readonly #options: ExecutionStackOptions;
  readonly #stack: Evaluation[] = [];

  constructor(options: ExecutionStackOptions) {
    this.#options = options;
  }

  /** Whose top-level code runs, where that is a module's own; null within tests, hooks and entry files. */
  ofTopLevel(): Context | null {
    const top = this.#stack.at(-1);
    return top === undefined || top.internal || this.#options.entryFiles.has(top.file) ? null : this.#contextOf(top);
  }

  beforeCoreModule(name: string): void {
    const { host, tracker, handOut, entryFiles, isOfTests } = this.#options;
    const top = this.#stack.at(-1);
    // Jest loads parts of itself into the sandbox; they are given the host's modules and leave them as they are.
    if (top?.internal === true) return;
    const isNew = top !== undefined && top.cores?.has(name) !== true;
    if (isNew) this.#lookAtOuter(top, name);
    handOut(name, top === undefined || isOfTests(top.file), top?.file ?? null);
    if (!isNew) return;
    // What the test or hook that loads this module did before is not the module's doing.
    if (top.cores === null && this.#stack.length === 1 && !entryFiles.has(top.file)) host.look(tracker.current());
    (top.cores ??= new Set()).add(name);
  }

  /** Who is given a core module can change it: what the innermost of those that had it did until now is theirs. */
  #lookAtOuter(top: Evaluation, name: string): void {
    const wanted = baseModule(bareName(name));
    for (let i = this.#stack.length - 1; i >= 0; i -= 1) {
      const outer = this.#stack[i] as Evaluation;
      if (outer === top || outer.cores === null || outer.internal) continue;
      const shared = [...outer.cores].filter((core) => baseModule(bareName(core)) === wanted);
      if (shared.length === 0) continue;
      this.#options.host.lookAtModules(new Set(shared), this.#contextOf(outer));
      return;
    }
  }

  beforeEvaluation(file: string, internal = false): void {
    const outer = this.#stack.at(-1);
    if (outer?.internal === false) this.#lookAtProcess(outer);
    this.#stack.push({ file, internal, cores: null, mayChangeProcess: null });
    if (!internal && this.#options.isOfTests(file)) this.#options.onTestCode(file);
  }

  imported(file: string): void {
    if (this.#options.isOfTests(file)) this.#options.onTestCode(file);
  }

  afterEvaluation(): void {
    const ended = this.#stack.pop();
    if (ended === undefined || ended.internal) return;
    this.#lookAtCores(ended);
    this.#lookAtProcess(ended);
  }

  #lookAtCores(evaluation: Evaluation): void {
    if (evaluation.cores !== null) this.#options.host.lookAtModules(evaluation.cores, this.#contextOf(evaluation));
  }

  /** Streams need no require; packages that listen to them once are not at fault, so they are left to the borders. */
  #lookAtProcess(evaluation: Evaluation): void {
    evaluation.mayChangeProcess ??= this.#mayChangeProcess(evaluation.file);
    if (evaluation.mayChangeProcess) this.#options.host.lookAtProcess(this.#contextOf(evaluation));
  }

  #mayChangeProcess(file: string): boolean {
    return packageOf(file) === null && this.#options.codeOf(file)?.includes('process') !== false;
  }

  #contextOf({ file }: Evaluation): Context {
    const { tracker, entryFiles } = this.#options;
    return entryFiles.has(file) ? tracker.current() : tracker.topLevelOf(file);
  }
}
