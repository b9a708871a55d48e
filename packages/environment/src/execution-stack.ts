import { noteWhoRuns } from './own-language';
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
  readonly isOfTests: boolean;
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
 * is its own and not its importer's (DESIGN 2.4). Looks only at the core modules that the module itself required, and at
 * the whole of those and of the globals that its code, or that of modules it loaded, seems to write to.
 */
export class ExecutionStack implements ExecutionListener {
  readonly #options: ExecutionStackOptions;
  readonly #stack: Evaluation[] = [];
  /** Core modules (without what is behind `/`) that some code of this file was given. */
  readonly #given = new Set<string>();
  /** Core modules that were looked at since code of the tests last ran. */
  readonly #known = new Set<string>();
  /** Globals that some code of this file seems to write to. */
  readonly #written = new Set<string>();

  constructor(options: ExecutionStackOptions) {
    this.#options = options;
  }

  /** Whose top-level code runs, where that is a module's own; null within tests, hooks and entry files. */
  ofTopLevel(): Context | null {
    const top = this.#stack.at(-1);
    return top === undefined || this.#options.entryFiles.has(top.file) ? null : this.#contextOf(top);
  }

  beforeCoreModule(name: string): void {
    const { handOut, host } = this.#options;
    const top = this.#stack.at(-1);
    const isNew = top === undefined || top.cores?.has(name) !== true;
    if (isNew && host.patchesOthers(name)) this.#lookAtEverything();
    if (isNew && top !== undefined) this.#lookAtCoreBefore(top, name);
    handOut(name, top === undefined || top.isOfTests, top?.file ?? null);
    if (!isNew) return;
    this.#given.add(baseModule(bareName(name)));
    if (top !== undefined) (top.cores ??= new Set()).add(name);
  }

  beforeEvaluation(file: string): void {
    const outer = this.#stack.at(-1);
    if (outer !== undefined) this.#lookAtProcess(outer);
    this.#lookAtGlobalsBefore(outer, file);
    if (this.#isOfTests(outer)) this.#known.clear();
    const isOfTests = this.#options.isOfTests(file);
    this.#stack.push({ file, isOfTests, cores: null, mayChange: null, byCalls: null });
    if (isOfTests) this.#options.onTestCode(file);
    noteWhoRuns(isOfTests);
  }

  imported(file: string): void {
    if (this.#options.isOfTests(file)) this.#options.onTestCode(file);
  }

  afterEvaluation(): void {
    const ended = this.#stack.pop();
    noteWhoRuns(this.#stack.at(-1)?.isOfTests ?? true);
    if (ended === undefined || this.#isHarmless(ended)) return;
    this.#lookAtDoingsOf(ended, isSamePackage(this.#stack.at(-1), ended));
    this.#lookAtProcess(ended);
    this.#passOn(ended);
  }

  /** `goesOn`: more code of the same package runs after it, and what the two write to is looked at after that. */
  #lookAtDoingsOf(evaluation: Evaluation, goesOn = false): void {
    const { host } = this.#options;
    const context = this.#contextOf(evaluation);
    const { cores, globals } = this.#writtenBy(evaluation);
    const { onlyReads } = this.#mayChange(evaluation);
    const read = [...(evaluation.cores ?? [])].filter((name) => {
      const base = baseOf(name);
      return !cores.includes(base) && !onlyReads.includes(base);
    });
    if (read.length > 0) host.lookAtModules(new Set(read), context);
    if (goesOn) return;
    if (cores.length + globals.length > 0) host.lookAs(context, (slots) => slots.lookWhole(cores, globals));
    if (cores.includes('module')) host.lookAtModules(LOADER, context);
  }

  /** Who loads a module may call its functions. */
  #passOn(ended: Evaluation): void {
    const outer = this.#stack.at(-1);
    const { written } = this.#mayChange(ended);
    for (let i = 0; i < written.globals.length; i += 1) this.#written.add(written.globals[i] as string);
    for (let i = 0; i < written.cores.length; i += 1) this.#options.onWriter(written.cores[i] as string);
    if (ended.mayChange === null) ended.cores?.forEach((core) => this.#options.onWriter(baseOf(core)));
    if (outer === undefined || this.#isOfTests(outer)) return;
    const { cores, globals } = this.#writtenBy(ended);
    // A function may be handed the module that it writes to.
    const handed = written.cores.filter((core) => this.#had(outer, core));
    if (cores.length + handed.length + globals.length === 0) return;
    outer.byCalls ??= { cores: new Set(), globals: new Set() };
    for (const core of [...cores, ...handed]) outer.byCalls.cores.add(core);
    for (const name of globals) outer.byCalls.globals.add(name);
  }

  /** Core modules (without what is behind `/`) and globals that code may have changed while it was evaluated. */
  #writtenBy(evaluation: Evaluation): ChangeableBy['written'] {
    const own = this.#mayChange(evaluation).written.cores.filter((core) => this.#had(evaluation, core));
    const { byCalls } = evaluation;
    const cores = byCalls === null ? own : [...new Set([...own, ...byCalls.cores])];
    return { cores, globals: this.#globalsWrittenBy(evaluation) };
  }

  #globalsWrittenBy(evaluation: Evaluation): readonly string[] {
    const globals = writableBy(evaluation.file, this.#mayChange(evaluation));
    const { byCalls } = evaluation;
    return byCalls === null ? globals : [...new Set([...globals, ...byCalls.globals])];
  }

  /** Streams need no require; packages that listen to them once are not at fault, so they are left to the borders. */
  #lookAtProcess(evaluation: Evaluation): void {
    if (!this.#mayChange(evaluation).process || packageOf(evaluation.file) !== null) return;
    this.#options.host.lookAtProcess(this.#contextOf(evaluation));
  }

  /**
   * Who is given a core module can change it: what the innermost of those that had it did until now is theirs; where
   * none had it, it was the test or hook that loads all this. Of what nobody is likely to write only code that seems to
   * write to it can be suspected, so it is looked at before such code only; and who only reads it is not suspected at all.
   */
  #lookAtCoreBefore(top: Evaluation, name: string): void {
    const { host, tracker } = this.#options;
    const wanted = baseOf(name);
    const { written, onlyReads } = this.#mayChange(top);
    if (onlyReads.includes(wanted)) return;
    const isWriter = written.cores.includes(wanted);
    const outer = this.#stack.findLast((each) => each !== top && this.#mayHaveChanged(each, wanted));
    if (outer !== undefined) host.lookAtModules(new Set([wanted, name]), this.#contextOf(outer));
    else if (this.#given.has(wanted) && !this.#known.has(wanted)) {
      this.#known.add(wanted);
      host.lookBefore(tracker.current(), (slots) => slots.lookAt([wanted, name]));
    }
    if (!isWriter || !this.#given.has(wanted)) return;
    const writer = this.#stack.findLast((each) => each !== top && this.#writtenBy(each).cores.includes(wanted));
    const context = writer === undefined ? tracker.current() : this.#contextOf(writer);
    host.lookBefore(context, (slots) => slots.lookWhole([wanted], []));
  }

  /** Evaluations that gave a core module to nobody did nothing to it. */
  #mayHaveChanged(evaluation: Evaluation, wanted: string): boolean {
    if (evaluation.byCalls?.cores.has(wanted) === true) return true;
    return this.#had(evaluation, wanted) && !this.#mayChange(evaluation).onlyReads.includes(wanted);
  }

  /** Nearly all modules: nothing can have happened to the host while they were evaluated. */
  #isHarmless(evaluation: Evaluation): boolean {
    if (evaluation.cores !== null || evaluation.byCalls !== null) return false;
    const mayChange = this.#mayChange(evaluation);
    const { process, written } = mayChange;
    return !process && written.cores.length === 0 && writableBy(evaluation.file, mayChange).length === 0;
  }

  #had({ cores, byCalls }: Evaluation, wanted: string): boolean {
    if (byCalls?.cores.has(wanted) === true) return true;
    for (const name of cores ?? []) if (baseOf(name) === wanted) return true;
    return false;
  }

  /**
   * Code that is about to be held up by the evaluation of a module has run until now: what it did to host globals is its
   * own. Nobody can confuse the two where that module writes to none of them; until its code is known it may write to any.
   */
  #lookAtGlobalsBefore(outer: Evaluation | undefined, file: string): void {
    const { host, tracker, mayChange } = this.#options;
    const inner = mayChange(file);
    if (outer === undefined || (inner === null && this.#isOfTests(outer))) {
      host.lookBefore(tracker.current(), (slots) => slots.lookAtShared());
      return;
    }
    const wanted = inner === null ? null : writableBy(file, inner);
    if (wanted?.length === 0) return;
    // What the innermost writer of a global did until now is found by this; what others did, before that one began.
    const known: string[] = [];
    const isOpen = (name: string): boolean => !known.includes(name) && wanted?.includes(name) !== false;
    for (let i = this.#stack.length - 1; i >= 0; i -= 1) {
      const each = this.#stack[i] as Evaluation;
      if (this.#isOfTests(each)) {
        this.#lookAtGlobalsOfTests((wanted ?? this.#globalsOfTests(each)).filter(isOpen));
        return;
      }
      const globals = this.#globalsWrittenBy(each).filter(isOpen);
      if (globals.length > 0 && !isSamePackage(each, { file }))
        host.lookAs(this.#contextOf(each), (slots) => slots.lookWhole([], globals));
      known.push(...globals);
    }
  }

  /** Code of the tests may have called any function of what it had loaded. */
  #globalsOfTests(evaluation: Evaluation): readonly string[] {
    return [...this.#globalsWrittenBy(evaluation), ...this.#written];
  }

  #lookAtGlobalsOfTests(globals: readonly string[]): void {
    const { host, tracker } = this.#options;
    if (globals.length > 0) host.lookBefore(tracker.current(), (slots) => slots.lookWhole([], globals));
  }

  /** Before Node itself changes core modules: the doings of all that runs, from the innermost on. */
  #lookAtEverything(): void {
    const { host, tracker } = this.#options;
    for (let i = this.#stack.length - 1; i >= 0; i -= 1) this.#lookAtDoingsOf(this.#stack[i] as Evaluation);
    host.lookBefore(tracker.current(), (slots) => slots.lookAtAll());
  }

  /** Whether it is code of the tests that loads what is evaluated next. */
  #isOfTests(outer: Evaluation | undefined): boolean {
    return outer === undefined || this.#options.entryFiles.has(outer.file);
  }

  #mayChange(evaluation: Evaluation): ChangeableBy {
    return (evaluation.mayChange ??= this.#options.mayChange(evaluation.file)) ?? UNREAD;
  }

  #contextOf({ file }: Evaluation): Context {
    const { tracker, entryFiles } = this.#options;
    return entryFiles.has(file) ? tracker.current() : tracker.topLevelOf(file);
  }
}

const LOADER: ReadonlySet<string> = new Set(['module']);

/**
 * The globals that code may come to write to, itself or by functions of others. Packages hand much to each other, and what
 * they do to the host is hardly ever more than their own bookkeeping.
 */
function writableBy(file: string, { written, givesAway }: ChangeableBy): readonly string[] {
  return givesAway.length === 0 || packageOf(file) !== null
    ? written.globals
    : [...new Set([...written.globals, ...givesAway])];
}

type File = Pick<Evaluation, 'file'>;

/** What they do to the host is charged to their package, whichever of the two did it. */
function isSamePackage(outer: File | undefined, { file }: File): boolean {
  if (outer === undefined) return false;
  const name = packageOf(outer.file);
  return name !== null && name === packageOf(file);
}

/** `fs` for `node:fs/promises`. */
function baseOf(name: string): string {
  return baseModule(bareName(name));
}
