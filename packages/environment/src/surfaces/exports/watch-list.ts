import type { RuntimeShape } from '../../runtime/shape';
import type { Watched } from '../watched';
import { noteCopies } from './live-binding';
import { LoadedModules } from './loaded-modules';
import { dataAt, findBelow, isHostMade, isWatchable } from './reachable';
import type { Requests } from './requests';
import { WatchedExports } from './watched-exports';
import type { LoadedModule } from './watched-exports';

/** What the list needs to know. */
export interface WatchListOptions {
  readonly shape: RuntimeShape;
  readonly watched: Watched;
  readonly requests: Requests;
  readonly entryFiles: ReadonlySet<string>;
  /** What the global object of the sandbox held before any code had run in it. */
  readonly globals: WeakSet<object>;
}

/** A re-exporting module makes others watched only while fewer properties than this are under watch. */
const MOST_BEHIND_GETTERS = 300;

/**
 * The exports that are looked at. What leaves the registry is let go with it, so that it can be collected; by hand and
 * not through WeakRef, whose targets V8 keeps until the current job ends: tests that await nothing but promises are
 * one job all together.
 */
export class WatchList {
  readonly modules = new LoadedModules();
  readonly #options: WatchListOptions;
  readonly #globals: WeakSet<object>;
  readonly #watched = new WeakMap<LoadedModule, WatchedExports>();
  readonly #owners = new WeakMap<object, WatchedExports>();
  readonly #handedOut = new WeakSet<LoadedModule>();
  /** Objects that were spied on and hang on no exports. */
  readonly #unreachable = new WeakSet<object>();
  #list: WatchedExports[] = [];
  #purges = 0;
  /** What was let go and will be looked at again (`contain: 'scope'`), newest purge last. */
  #toComeBack: WatchedExports[] = [];

  constructor(options: WatchListOptions) {
    this.#options = options;
    this.#globals = options.globals;
  }

  /** A module, or a mock, has been evaluated. */
  add(module: Omit<LoadedModule, 'purgesBefore'>): void {
    const { instance, mode, holder, exported, heldAtTop } = module;
    // Not spread: V8 is many times slower at that, and this is done with every module.
    this.modules.add({ instance, mode, holder, exported, heldAtTop, purgesBefore: this.#purges });
  }

  /** All that is watched. */
  [Symbol.iterator](): Iterator<WatchedExports> {
    return this.#list[Symbol.iterator]();
  }

  /** Test code was given exports; `held` says that it may keep them for the rest of the file. */
  handOut(exported: unknown, held: boolean): void {
    const module = this.modules.of(exported);
    if (module === undefined) return;
    if (held) module.heldAtTop = true;
    if (this.#handedOut.has(module)) return;
    this.#handedOut.add(module);
    if (this.#watch(module)?.hasGetters === true) this.#handOutBehind(module, held);
  }

  /** The watched exports on which an object hangs that is handed to a call, or null. */
  holding(target: unknown): WatchedExports | null {
    if (!isWatchable(target) || this.#globals.has(target)) return null;
    const owner = this.#owners.get(target);
    if (owner !== undefined) return owner;
    const module = this.modules.of(target);
    if (module !== undefined) return this.#watch(module);
    return this.#unreachable.has(target) ? null : this.#search(target);
  }

  /** Objects may have come to hang on these exports since they were last looked at. */
  adopt(watched: WatchedExports): void {
    for (const object of watched.objects()) if (!this.#owners.has(object)) this.#owners.set(object, watched);
  }

  /**
   * The registry is about to be purged: gives, and drops, what nobody may hold any more. `comesBack`: the registry will
   * be put back.
   */
  purge(comesBack: boolean): WatchedExports[] {
    this.#purges += 1;
    this.modules.purge();
    const dropped = [...this].filter(({ module }) => !module.heldAtTop);
    for (const watched of dropped) this.#forget(watched);
    this.#list = this.#list.filter(({ module }) => module.heldAtTop);
    if (comesBack) this.#toComeBack.push(...dropped);
    return dropped;
  }

  /** What was let go and will be looked at again. */
  dropped(): readonly WatchedExports[] {
    return this.#toComeBack;
  }

  /** What was let go will not come back after all. */
  forgetDropped(): void {
    this.#toComeBack = [];
  }

  /** The result makes the list what it is now. */
  save(): () => void {
    const list = [...this.#list];
    const purges = this.#purges;
    const toComeBack = [...this.#toComeBack];
    const restoreModules = this.modules.save();
    return () => {
      restoreModules();
      for (const watched of this.#list) {
        if (watched.module.purgesBefore > purges && !watched.module.heldAtTop) this.#forget(watched);
      }
      const kept = this.#list.filter(({ module }) => module.purgesBefore <= purges || module.heldAtTop);
      this.#list = [...new Set([...list, ...kept])];
      this.#purges = purges;
      this.#toComeBack = [...toComeBack];
      for (const watched of this.#list) {
        this.#watched.set(watched.module, watched);
        this.adopt(watched);
      }
    };
  }

  #forget(watched: WatchedExports): void {
    this.#watched.delete(watched.module);
    for (const object of watched.objects()) this.#owners.delete(object);
  }

  /** Re-exports are getters, which are never called: what they lead to is found by what the module required. */
  #handOutBehind({ instance }: LoadedModule, held: boolean): void {
    const registry = this.#options.shape.cjsRegistry();
    for (const path of this.#options.requests.loadedBy(instance.path)) {
      let slots = 0;
      for (const { size } of this) slots += size;
      if (slots > MOST_BEHIND_GETTERS) return;
      const module = registry.get(path);
      if (typeof module === 'object' && module !== null) this.handOut(dataAt(module, 'exports'), held);
    }
  }

  #watch(module: LoadedModule): WatchedExports | null {
    const known = this.#watched.get(module);
    if (known !== undefined) return known;
    const { path } = module.instance;
    const name = this.#options.entryFiles.has(path) ? null : this.#options.watched.nameOf(path);
    // What has left the registry, and is held by nobody, counts as undone whatever happens to it.
    const isGone = module.purgesBefore < this.#purges && !module.heldAtTop;
    if (name === null || isGone) return null;
    if (isWatchable(module.exported)) noteCopies(module.exported, () => this.#options.shape.codeOf(path));
    const watched = new WatchedExports(module, name, (object) => this.#isForeign(object, module));
    this.#watched.set(module, watched);
    this.#list.push(watched);
    this.adopt(watched);
    return watched;
  }

  /** Host objects, sandbox globals, other modules' exports, and what is watched under the name of another module. */
  #isForeign(object: object, module: LoadedModule): boolean {
    if (this.#globals.has(object) || this.modules.of(object) !== undefined || isHostMade(object)) return true;
    const owner = this.#owners.get(object);
    return owner !== undefined && owner.module !== module;
  }

  #search(target: object): WatchedExports | null {
    for (const watched of this) {
      const { module } = watched;
      const path = isWatchable(module.exported)
        ? findBelow(module.exported, target, (object) => this.#isForeign(object, module))
        : null;
      if (path === null) continue;
      watched.add({ object: target, path });
      this.adopt(watched);
      return watched;
    }
    const holder = this.modules.holderOf(target, () => this.#everyExports());
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
}
