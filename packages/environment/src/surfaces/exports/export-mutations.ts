import type { ExportPlaces } from '../../contain/export-places';
import type { LateCode } from '../../blame/late-code';
import type { Faults } from '../../faults';
import type { Act } from '../../ledger/act';
import type { Ledger } from '../../ledger/ledger';
import type { RuntimeShape, SandboxModule } from '../../runtime/shape';
import { isWithin } from '../../scopes/scope';
import type { Context } from '../../scopes/scope';
import type { ActFrames, RawFrame } from '../../site/frame';
import { sameDescriptor } from '../host/watched-object';
import type { Instance } from '../instances';
import type { Spies, SpyCall } from '../spies';
import type { Watched } from '../watched';
import { ImportedModules } from './imported-modules';
import { dataAt, mockWithin } from './reachable';
import type { Requests } from './requests';
import { TestSide } from './test-side';
import { WatchList } from './watch-list';
import type { ExportChange, WatchedExports } from './watched-exports';

/** What this surface needs of the rest. */
export interface ExportMutationsOptions {
  readonly shape: RuntimeShape;
  readonly ledger: Ledger;
  readonly watched: Watched;
  readonly faults: Faults;
  readonly entryFiles: ReadonlySet<string>;
  readonly rootDir: string;
  /** What the global object of the sandbox held before any code had run in it. */
  readonly globals: WeakSet<object>;
  readonly current: () => Context;
  readonly late: LateCode;
  readonly spies: Spies;
  readonly select: (frames: readonly RawFrame[], context: Context) => ActFrames;
  readonly requests: Requests;
  /** Notes what is to be put back at the end of a scope; null unless `contain: 'scope'`. */
  readonly places: ExportPlaces | null;
}

/** What is remembered of an act for the judgement of who made it. */
export interface ExportActFacts {
  /** Absolute path of the module that was changed. */
  readonly path: string;
  /** The property that was written; null where it is no name, or all of the exports. */
  readonly property: string | null;
  readonly json: boolean;
  /** Whether the acting scope had loaded the module itself. */
  readonly ownLoad: boolean;
}

/**
 * The surface `export-mutated`: looks at the borders of scopes at the exports that test code was handed, and around
 * each call that replaces a property. What is loaded and never handed to test code costs nothing.
 */
export class ExportMutationsSurface {
  readonly requests: Requests;
  readonly testSide: TestSide;
  /** Acts that filled what held nothing, as modules do on first use; known when the tests are over. */
  readonly filled = new WeakSet<Act>();
  readonly #options: ExportMutationsOptions;
  readonly #list: WatchList;
  readonly #imported = new ImportedModules();
  readonly #facts = new WeakMap<Act, ExportActFacts>();
  #closed = false;

  constructor(options: ExportMutationsOptions) {
    this.#options = options;
    this.requests = options.requests;
    this.testSide = new TestSide(options.entryFiles, options.rootDir);
    this.#list = new WatchList(options);
  }

  /** The tests are over: what the teardown of the runtime restores is nobody's act. */
  close(): void {
    this.#closed = true;
  }

  /** What is remembered of an act of this surface. */
  factsOf(act: Act): ExportActFacts | undefined {
    return this.#facts.get(act);
  }

  /** A CommonJS module has been evaluated; `context` is who began to load it. */
  afterEvaluation(module: SandboxModule, instance: Instance | undefined, context: Context): void {
    if (instance === undefined || instance.isolated) return;
    const exported = dataAt(module, 'exports');
    this.#list.add({ instance, mode: 'cjs', holder: module, exported, heldAtTop: isTopLevel(context) });
  }

  /** A mock has been made. */
  afterMock(exported: unknown, instance: Instance): void {
    if (instance.isolated) return;
    this.#list.add({ instance, mode: 'cjs', holder: null, exported, heldAtTop: isTopLevel(this.#options.current()) });
  }

  /** A file was given what it required. */
  afterRequire(from: string, exported: unknown): void {
    if (this.#closed || !this.testSide.has(from)) return;
    const held = isTopLevel(this.#options.current());
    this.#options.faults.guard('watching exports', () => this.#list.handOut(exported, held), undefined);
  }

  /** A file imports an ES module, which may not have been evaluated yet. */
  afterImport(from: string, module: object, instance: Instance | null): void {
    if (this.#closed || instance === null || !this.testSide.has(from)) return;
    this.#imported.add(module, instance, isTopLevel(this.#options.current()));
    this.#options.faults.guard('watching exports', () => this.#handOutImported(), undefined);
  }

  /** After a hook or a body. */
  look(context: Context, candidates: readonly Context[] = []): void {
    if (!this.#closed) this.#lookAtAll(context, candidates);
  }

  /** Runs a call that replaces `target[property]`, and notes what it did as the act of the calling code. */
  aroundCall<T>(target: unknown, property: unknown, call: () => SpyCall, run: () => T): T {
    const { faults, current, ledger } = this.#options;
    const watched = this.#closed
      ? null
      : faults.guard('finding a spied object', () => this.#list.holding(target), null);
    if (watched === null) return run();
    const executing = current();
    const context = faults.guard('finding who spies', () => call().context, executing);
    faults.guard('looking before a spy', () => this.#lookAt(watched, executing, null), undefined);
    const result = run();
    const note = (): void => {
      this.#lookAt(watched, context, call());
      const path = watched.pathOf(target as object, property as PropertyKey);
      // A spy on what is a spy already changes nothing, and yet this scope would have made one.
      if (path !== null) ledger.mark(context, markOf(watched, path));
    };
    faults.guard('looking after a spy', note, undefined);
    return result;
  }

  /**
   * The registry is about to be purged: what nobody may hold any more counts as undone (DESIGN 2.2). `comesBack`: the
   * registry will be put back.
   */
  beforePurge(comesBack: boolean): void {
    for (const watched of this.#list.purge(comesBack))
      for (const key of watched.ledgerKeys) this.#options.ledger.forget(key);
  }

  /** Remembers what is looked at; the result makes it that again, once the registry is as it was, too. */
  saveList(): () => void {
    return this.#list.save();
  }

  /**
   * What is done after a purge to exports that left the registry counts as undone; but where they come back, it has to
   * be put back all the same.
   */
  noteDropped(context: Context): void {
    const { places, faults } = this.#options;
    const look = (): void => {
      for (const watched of this.#list.dropped()) {
        for (const change of watched.look() ?? [])
          places?.note(watched, change, this.#silentAct(watched, change, context));
      }
    };
    faults.guard('looking at exports that were purged', look, undefined);
  }

  /** What was purged until now will not come back. */
  forgetDropped(): void {
    this.#list.forgetDropped();
  }

  #silentAct(watched: WatchedExports, { path, before, after }: ExportChange, context: Context): Act {
    const { instance, mode } = watched.module;
    const act: Act = {
      kind: 'export-mutated',
      key: `${watched.name}#${path}`,
      context,
      frames: null,
      siteIs: null,
      call: null,
      virtual: false,
      module: mode,
      value: { before, after },
      hints: {},
      at: 0,
      modules: new Map(),
      grade: null,
      escapedTo: null,
      receipts: [],
    };
    this.#facts.set(act, { path: instance.path, property: null, json: watched.isJson, ownLoad: false });
    return act;
  }

  #handOutImported(): void {
    for (const { held, ...module } of this.#imported.takeEvaluated()) {
      if (this.#list.modules.of(module.exported) === undefined) this.#list.add({ ...module, heldAtTop: held });
      this.#list.handOut(module.exported, held);
    }
  }

  #lookAtAll(context: Context, candidates: readonly Context[]): void {
    if (this.#imported.isWaiting) this.#handOutImported();
    for (const watched of this.#list) this.#lookAt(watched, context, null, candidates);
  }

  #lookAt(watched: WatchedExports, context: Context, call: SpyCall | null, candidates: readonly Context[] = []): void {
    const changes = watched.look();
    if (changes === null) return;
    this.#list.adopt(watched);
    for (const change of changes) this.#note(watched, change, context, call, candidates);
  }

  #note(
    watched: WatchedExports,
    change: ExportChange,
    executing: Context,
    call: SpyCall | null,
    candidates: readonly Context[],
  ): void {
    const { ledger, select, places } = this.#options;
    const { path, before, after, states } = change;
    const { module, name, isJson } = watched;
    const mark = markOf(watched, path);
    const key = `${mark} of ${module.instance.madeAt}`;
    const writer = call === null ? this.#writerOf(key, change, executing) : executing;
    const context = writer ?? executing;
    const top = ledger.top(key);
    // After replaceProperty the same scope may write on by hand, and is known to have written here.
    const carried = top?.scope === context.scope && top.act.call === 'jest.replaceProperty' ? top.act : null;
    const made = mockWithin(after?.value);
    const act = ledger.makeAct({
      kind: 'export-mutated',
      key: `${name}#${path}`,
      context,
      frames: call === null ? (carried?.frames ?? null) : select(call.frames, context),
      siteIs: call === null && carried === null ? null : 'call',
      call: call?.call ?? carried?.call ?? null,
      virtual: false,
      module: module.mode,
      value: { before, after, ...(made === null ? {} : { made }) },
      hints: { spy: call !== null || carried !== null },
      // A place that tells the writer leaves no others.
      candidates: writer === null ? candidates : [],
    });
    const ownLoad = context.scope.type !== 'file' && isWithin(module.instance.scope, context.scope);
    this.#facts.set(act, { path: module.instance.path, property: nameIn(change), json: isJson, ownLoad });
    watched.ledgerKeys.add(key);
    ledger.write({ key, mark, before: states[0], after: states[1], same: sameState, act });
    if (ledger.top(key)?.act === act) ledger.mark(context, mark);
    places?.note(watched, change, act);
  }

  /** Who made a change that was found after `executing` executed; null when its value does not tell. */
  #writerOf(key: string, { after, states }: ExportChange, executing: Context): Context | null {
    const { ledger, late, spies } = this.#options;
    const value: unknown = mockWithin(after?.value) ?? after?.value ?? after?.get;
    if ((typeof value !== 'function' && typeof value !== 'object') || value === null) return null;
    // What is put back was made by whoever wrote it first.
    if (ledger.writers(key).some(({ before }) => sameState(before, states[1]))) return executing;
    return late.ofValue(value, spies.made.of(value), executing);
  }
}

function nameIn({ slots: [slot] }: ExportChange): string | null {
  return typeof slot?.property === 'string' ? slot.property : null;
}

/** Whether code that runs in a context may keep what it gets for the rest of the file. */
function isTopLevel({ hook, scope }: Context): boolean {
  return hook === null && scope.type !== 'test';
}

function markOf({ name }: WatchedExports, path: string): string {
  return `export ${name}#${path}`;
}

/** Descriptors, or for a JSON module all the data of a property as one text. */
function sameState(a: unknown, b: unknown): boolean {
  if (typeof a === 'string' || typeof b === 'string') return a === b;
  return sameDescriptor(a as PropertyDescriptor | undefined, b as PropertyDescriptor | undefined);
}
