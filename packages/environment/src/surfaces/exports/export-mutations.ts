import type { Faults } from '../../faults';
import type { Act } from '../../ledger/act';
import type { Ledger } from '../../ledger/ledger';
import { getPrototypeOf } from '../../originals';
import { isMock } from '../../report/describe-value';
import type { RuntimeShape, SandboxModule } from '../../runtime/shape';
import { isWithin } from '../../scopes/scope';
import type { Context } from '../../scopes/scope';
import type { ActFrames, RawFrame } from '../../site/frame';
import { sameDescriptor } from '../host/watched-object';
import type { Instance } from '../instances';
import type { SpyCall } from '../spies';
import type { Watched } from '../watched';
import { globalsOf, LoadedModules } from './loaded-modules';
import { dataAt, findBelow, isWatchable } from './reachable';
import { Requests } from './requests';
import { TestSide } from './test-side';
import { WatchedExports } from './watched-exports';
import type { ExportChange, LoadedModule } from './watched-exports';

/** What this surface needs of the rest. */
export interface ExportMutationsOptions {
  readonly shape: RuntimeShape;
  readonly ledger: Ledger;
  readonly watched: Watched;
  readonly faults: Faults;
  readonly entryFiles: ReadonlySet<string>;
  readonly rootDir: string;
  /** The global object of the sandbox, before any code has run in it. */
  readonly global: object | null;
  readonly current: () => Context;
  readonly select: (frames: readonly RawFrame[], context: Context) => ActFrames;
}

/** What is remembered of an act for the judgement of who made it. */
export interface ExportActFacts {
  /** Absolute path of the module that was changed. */
  readonly path: string;
  readonly json: boolean;
  readonly ownLoad: boolean;
}

/** A re-exporting module makes others watched only while there are fewer properties than this under watch. */
const MOST_BEHIND_GETTERS = 300;

/** How many objects below an export are searched for a mock. */
const MOCKS_TRIED = 16;

/**
 * The surface `export-mutated`: looks at the borders of scopes at the exports that test code was handed, and around
 * each call that replaces a property. What is loaded and never handed to test code costs nothing.
 */
export class ExportMutationsSurface {
  readonly #options: ExportMutationsOptions;
  readonly #modules = new LoadedModules();
  readonly #watched = new WeakMap<LoadedModule, WatchedExports>();
  /** What is looked at; held weakly, so that purged modules can be collected. */
  #list: WeakRef<WatchedExports>[] = [];
  #owners = new WeakMap<object, WeakRef<WatchedExports>>();
  readonly #unreachable = new WeakSet<object>();
  readonly #handed = new WeakSet<object>();
  readonly #globals: WeakSet<object>;
  readonly #facts = new WeakMap<Act, ExportActFacts>();
  readonly requests: Requests;
  readonly testSide: TestSide;
  #size = 0;
  /** Number of purges so far. */
  #generation = 0;
  #closed = false;

  constructor(options: ExportMutationsOptions) {
    this.#options = options;
    this.#globals = options.global === null ? new WeakSet() : globalsOf(options.global);
    this.requests = new Requests((from, request) => options.shape.resolve(from, request));
    this.testSide = new TestSide(options.entryFiles, options.rootDir);
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
    this.#modules.add({ instance, mode: 'cjs', holder: module, exported, heldAtTop: isTopLevel(context), generation: this.#generation });
  }

  /** A mock has been made. */
  afterMock(exported: unknown, instance: Instance): void {
    if (instance.isolated) return;
    this.#modules.add({ instance, mode: 'cjs', holder: null, exported, heldAtTop: isTopLevel(this.#options.current()), generation: this.#generation });
  }

  /** A file was given what it required. */
  afterRequire(from: string, request: string | null, exported: unknown): void {
    if (this.#closed) return;
    if (request !== null) this.requests.note(from, request);
    if (!this.testSide.has(from)) return;
    this.#options.faults.guard('watching exports', () => this.#handOut(exported), undefined);
  }

  /** A file imports an ES module, which may not have been evaluated yet. */
  afterImport(from: string, request: string, module: object, instance: Instance | null): void {
    if (this.#closed) return;
    this.requests.note(from, request);
    if (instance === null || !this.testSide.has(from)) return;
    this.#pending.push({ module: new WeakRef(module), instance, context: this.#options.current() });
    this.#handOutEvaluated();
  }

  /** After a hook or a body. */
  look(context: Context): void {
    if (this.#closed) return;
    this.#options.faults.guard('looking at exports', () => this.#lookAtAll(context), undefined);
  }

  /** Runs a call that replaces `target[property]`, and notes what it did as the act of the calling code. */
  aroundCall<T>(target: unknown, property: unknown, call: () => SpyCall, run: () => T): T {
    const { faults, current } = this.#options;
    const watched = this.#closed ? null : faults.guard('finding a spied object', () => this.#watchedFor(target), null);
    if (watched === null) return run();
    const context = current();
    faults.guard('looking before a spy', () => this.#note(watched, watched.look(), context, null), undefined);
    const result = run();
    faults.guard(
      'looking after a spy',
      () => {
        this.#note(watched, watched.look(), context, call());
        const path = watched.pathOf(target as object, property as PropertyKey);
        // A spy on what is a spy already changes nothing, and yet this scope would have made one.
        if (path !== null) this.#options.ledger.mark(context, markOf(watched, path));
      },
      undefined,
    );
    return result;
  }

  /** The registry is about to be purged: what nobody may hold any more counts as undone (DESIGN 2.2). */
  beforePurge(): void {
    const { ledger } = this.#options;
    this.#generation += 1;
    this.#list = this.#list.filter((reference) => {
      const watched = reference.deref();
      if (watched === undefined) return false;
      if (watched.module.heldAtTop) return true;
      for (const key of watched.ledgerKeys) ledger.forget(key);
      for (const object of watched.objects()) this.#owners.delete(object);
      this.#watched.delete(watched.module);
      return false;
    });
    this.#measure();
  }

  /** Properties compared at every look. */
  get size(): number {
    return this.#size;
  }

  readonly #isForeign = (object: object): boolean => this.#globals.has(object) || this.#modules.of(object) !== undefined;

  #pending: { module: WeakRef<object>; instance: Instance; context: Context }[] = [];

  #handOutEvaluated(): void {
    if (this.#pending.length === 0) return;
    this.#pending = this.#pending.filter(({ module: reference, instance, context }) => {
      const module = reference.deref() as { status?: unknown; namespace?: unknown } | undefined;
      if (module === undefined) return false;
      if (module.status !== 'evaluated') return module.status !== 'errored';
      const exported = module.namespace;
      if (this.#modules.of(exported) === undefined) {
        this.#modules.add({ instance, mode: 'esm', holder: null, exported, heldAtTop: isTopLevel(context), generation: this.#generation });
      }
      this.#options.faults.guard('watching exports', () => this.#handOut(exported, context), undefined);
      return false;
    });
  }

  #handOut(exported: unknown, context: Context = this.#options.current()): void {
    const module = this.#modules.of(exported);
    if (module === undefined) return;
    if (!module.heldAtTop && isTopLevel(context)) module.heldAtTop = true;
    if (this.#handed.has(module)) return;
    this.#handed.add(module);
    const watched = this.#watch(module);
    if (watched?.hasGetters === true) this.#handOutBehind(module);
  }

  /** Re-exports are getters, which are never called: what they lead to is found by what the module required. */
  #handOutBehind({ instance }: LoadedModule): void {
    const registry = this.#options.shape.cjsRegistry();
    for (const path of this.requests.loadedBy(instance.path)) {
      if (this.#size > MOST_BEHIND_GETTERS) return;
      const module = registry.get(path);
      if (typeof module === 'object' && module !== null) this.#handOut(dataAt(module, 'exports'));
    }
  }

  #watch(module: LoadedModule): WatchedExports | null {
    const known = this.#watched.get(module);
    if (known !== undefined) return known;
    const name = this.#options.watched.nameOf(module.instance.path);
    if (name === null || this.#options.entryFiles.has(module.instance.path) || this.#isGone(module)) return null;
    const watched = new WatchedExports(module, name, (object) => this.#isForeign(object) || !this.#mayOwn(object, module));
    this.#watched.set(module, watched);
    const reference = new WeakRef(watched);
    this.#list.push(reference);
    this.#own(watched, reference);
    return watched;
  }

  /** Whether it has left the registry and nobody may hold it: what happens to it counts as undone at once. */
  #isGone({ generation, heldAtTop }: LoadedModule): boolean {
    return generation < this.#generation && !heldAtTop;
  }

  #own(watched: WatchedExports, reference: WeakRef<WatchedExports>): void {
    for (const object of watched.objects()) if (!this.#owners.has(object)) this.#owners.set(object, reference);
    this.#measure();
  }

  /** An object that two modules export is watched once, under the name of the first. */
  #mayOwn(object: object, module: LoadedModule): boolean {
    const owner = this.#owners.get(object)?.deref();
    return owner === undefined || owner.module === module;
  }

  #measure(): void {
    this.#size = this.#list.reduce((sum, reference) => sum + (reference.deref()?.size ?? 0), 0);
  }

  /** The exports on which an object hangs that is handed to a call, or null. */
  #watchedFor(target: unknown): WatchedExports | null {
    if (!isWatchable(target) || this.#globals.has(target)) return null;
    const owner = this.#owners.get(target)?.deref();
    if (owner !== undefined && this.#watched.has(owner.module)) return owner;
    const module = this.#modules.of(target);
    if (module !== undefined) return this.#watch(module);
    if (this.#unreachable.has(target)) return null;
    return this.#findDeeper(target);
  }

  #findDeeper(target: object): WatchedExports | null {
    for (const reference of this.#list) {
      const watched = reference.deref();
      const root = watched?.module.exported;
      if (watched === undefined || !isWatchable(root)) continue;
      const path = findBelow(root, target, this.#isForeign);
      if (path === null) continue;
      watched.add({ object: target, path });
      this.#own(watched, new WeakRef(watched));
      return watched;
    }
    const holder = this.#modules.holderOf(target, () => this.#everyExports(), this.#isForeign);
    const watched = holder === undefined ? null : this.#watch(holder);
    if (watched === null) this.#unreachable.add(target);
    return watched;
  }

  *#everyExports(): Generator<unknown> {
    const { shape } = this.#options;
    for (const module of shape.cjsRegistry().values()) {
      if (typeof module === 'object' && module !== null) yield dataAt(module, 'exports');
    }
    yield* shape.mockRegistry().values();
  }

  #lookAtAll(context: Context): void {
    this.#handOutEvaluated();
    const list = this.#list;
    for (let i = 0; i < list.length; i += 1) {
      const watched = list[i]?.deref();
      const changes = watched?.look() ?? null;
      if (changes !== null && watched !== undefined) this.#note(watched, changes, context, null);
    }
  }

  #note(watched: WatchedExports, changes: readonly ExportChange[] | null, context: Context, call: SpyCall | null): void {
    if (changes === null) return;
    this.#own(watched, new WeakRef(watched));
    for (const change of changes) this.#noteChange(watched, change, context, call);
  }

  #noteChange(watched: WatchedExports, { path, before, after, states }: ExportChange, context: Context, call: SpyCall | null): void {
    const { ledger, select } = this.#options;
    const { module, name, isJson } = watched;
    const key = `export ${module.instance.madeAt} ${name}#${path}`;
    const mark = markOf(watched, path);
    const top = ledger.top(key);
    // After replaceProperty the same test may write on by hand, and is known to have written here.
    const carried = call === null && top?.scope === context.scope && top.act.call === 'jest.replaceProperty' ? top.act : null;
    const inner = mockWithin(after?.value);
    const act = ledger.makeAct({
      kind: 'export-mutated',
      key: `${name}#${path}`,
      context,
      frames: call === null ? (carried?.frames ?? null) : select(call.frames, context),
      siteIs: call === null && carried === null ? null : 'call',
      call: call?.call ?? carried?.call ?? null,
      virtual: false,
      module: module.mode,
      value: { before, after, ...(inner === null ? {} : { made: inner }) },
      hints: { spy: call !== null || carried !== null },
    });
    const ownLoad = context.scope.type !== 'file' && isWithin(module.instance.scope, context.scope);
    this.#facts.set(act, { path: module.instance.path, json: isJson, ownLoad });
    watched.ledgerKeys.add(key);
    ledger.write({ key, mark, before: states[0], after: states[1], same: sameState, act });
    if (ledger.top(key)?.act === act) ledger.mark(context, mark);
  }
}

/** Whether code that runs in a context may keep what it gets for the rest of the file. */
function isTopLevel({ hook, scope }: Context): boolean {
  return hook === null && scope.type !== 'test';
}

function markOf({ name }: WatchedExports, path: string): string {
  return `export ${name}#${path}`;
}

/** The first mock among the methods of an object, or null: then the object is a fake, too. */
function mockWithin(value: unknown): unknown {
  if (typeof value !== 'object' || !isWatchable(value) || getPrototypeOf(value) === null) return null;
  let tried = 0;
  for (const property of Reflect.ownKeys(value)) {
    if (++tried > MOCKS_TRIED) return null;
    const method = dataAt(value, property);
    if (isMock(method)) return method;
  }
  return null;
}

function sameState(a: unknown, b: unknown): boolean {
  if (typeof a === 'string' || typeof b === 'string') return a === b;
  return sameDescriptor(a as PropertyDescriptor | undefined, b as PropertyDescriptor | undefined);
}
