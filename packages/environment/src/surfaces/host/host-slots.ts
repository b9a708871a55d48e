import { asTestsLeftIt, loadLater, lookAsTestsLeftIt } from '@jest-hermetic/leak-record';
import {
  arrayIncludes,
  arrayPush,
  mapForEach,
  mapGet,
  mapHas,
  mapSet,
  setAdd,
  setForEach,
  setHas,
  stringLastIndexOf,
  stringSlice,
} from '../../originals';
import type { SlotChange } from '../slot';
import { baseModule, bareName, isLoaded, isWatchable, loadBuiltin, loadedBuiltins, patchesOthers } from './builtins';
import * as hostGlobals from './host-globals';
import type { Host, HostRoot } from './host-globals';
import { isLazyValue } from './lazy-value';
import type { Mentions } from './mentions';
import type { NamedSlots } from './named-slots';
import { keyOf, type SlotName } from './names';
import { isRebound } from './noise';
import { oncePerProcess } from './once-per-process';
import type { Realm } from './realm';
import { Settled } from './settled';
import { settingsOf, WatchedSetting, type Setting } from './settings';
import type { WatchedObject } from './watched-object';
import { pushNew, WatchedObjects } from './watched-objects';
import type { Parts } from './watched-objects';

const naming = loadLater(() => require('./named-slots') as typeof import('./named-slots'));
const restoring = loadLater(() => require('./restore-slot') as typeof import('./restore-slot'));

/** How many properties away from a core module or a global an object may be and still be watched. */
const DEPTH = 2;

/** A core module, with what lies within {@link DEPTH}. */
interface WatchedModule extends Parts {
  readonly settings: WatchedSetting[];
}

/**
 * The host objects that all test files of a worker share: core modules, and globals that the sandbox has by reference.
 * Remembers what their properties are, and says at each look what changed since the last one. It never throws for what
 * test code did to them, and never calls a getter that is not Node's own.
 */
export class HostSlots {
  readonly #host: Host;
  readonly #settled = new Settled();
  readonly #watched = new WatchedObjects((watched) => this.#settled.add(watched));
  readonly #settings: WatchedSetting[] = [];
  readonly #modules = new Map<string, WatchedModule>();
  readonly #streams: WatchedObject[] = [];
  /** Changes found between two looks, for the next one to return. */
  #pending: SlotChange[] = [];
  /** Whether no code has run since the file began; whoever runs some takes it back. */
  isFresh = false;
  /** Changes of what nothing of this file had been handed. */
  #foreign: SlotChange[] = [];
  #isMadeHere: Realm | null = null;
  /** What every sandbox has, whatever it uses. */
  readonly #ofProcess: Parts;
  #sandbox: object | null = null;
  #handedOut = new Set<string>();
  /** Core modules (without what is behind `/`) that code other than that of the tests seems to write to. */
  readonly #suspects = new Set<string>();
  #quick: WatchedObject[] = [];
  #quickSettings: WatchedSetting[] = [];
  /** What code of the tests itself was handed; a part of `#quick`. */
  readonly #closeAtHand = new Set<string>();
  #atHand: WatchedModule[] = [];
  #closest: WatchedObject[] = [];
  #closestSettings: WatchedSetting[] = [];
  /** What test code replaces properties of. */
  #always: WatchedObject[] = [];
  #deeper: { readonly mentions: Mentions; readonly modules: number; readonly objects: WatchedObject[] } | null = null;
  #byMention: { of: NamedSlots; shared: NamedSlots } | null = null;
  /** What a global that some sandbox shared stands for. */
  readonly #ofGlobals = new Map<object, Parts>();
  readonly #byGlobalName = new Map<string, Parts>();
  #webCrypto = noParts();
  /** The host objects this file's sandbox shares. */
  #shared: WatchedObject[] = [];
  /** Those of them that are no part of `#quick`. */
  #rareShared: WatchedObject[] = [];

  constructor(host: Host) {
    this.#host = host;
    this.#watchAll(hostGlobals.globalRoots(host), DEPTH);
    this.#ofProcess = this.#watchAll(hostGlobals.processRoots(host), DEPTH);
    this.#watchAll(hostGlobals.intrinsicRoots(host), 1);
    this.#streams = this.#watchAll(hostGlobals.streamRoots(host), 0).quick;
    mapSet(this.#byGlobalName, 'process', { ...noParts(), everything: this.#streams });
    const loaded = loadedBuiltins();
    for (let i = 0; i < loaded.length; i += 1) this.#watchRoot(loaded[i] as string);
  }

  /** The one instance of this process. The first call takes the baseline: make it in the environment's constructor. */
  static forProcess(): HostSlots {
    return oncePerProcess('host-slots', 2, () => new HostSlots({ global: globalThis, process }));
  }

  /** Every object that is watched. */
  get objects(): readonly WatchedObject[] {
    return this.#watched.all;
  }

  /** Whether code of the tests itself was handed a core module. */
  get hasAtHand(): boolean {
    return this.#atHand.length > 0;
  }

  /**
   * Begins a test file: finds the host objects its sandbox shares, and forgets what earlier files were handed. Unless
   * everything has just been looked at, `isMadeHere` tells what code of the sandbox makes: most of the host is then looked
   * at only just before the file is handed it, or when the file ends.
   */
  beginFile(sandboxGlobal: object, isMadeHere: Realm | null = null): void {
    lookAsTestsLeftIt(() => {
      this.#sandbox = sandboxGlobal;
      this.#isMadeHere = isMadeHere;
      this.#settled.beginFile(isMadeHere === null);
      this.#settle(this.#ofProcess.everything);
      this.#handedOut = new Set();
      this.#suspects.clear();
      this.#quick = [];
      this.#quickSettings = [];
      this.#closeAtHand.clear();
      this.#atHand = [];
      this.#closest = [];
      this.#closestSettings = [];
      this.#always = [];
      this.#byMention = null;
      this.#deeper = null;
      this.#shared = [];
      this.#rareShared = [];
      this.#share({ ...noParts(), quick: this.#streams });
      const roots = hostGlobals.sharedRoots(this.#host, sandboxGlobal, (root) => {
        const watched = this.#watchGlobal(root);
        // A sandbox may still be alive when the next file runs.
        if (this.#sandbox === sandboxGlobal) this.#share(watched);
      });
      for (let i = 0; i < roots.length; i += 1) this.#share(this.#watchGlobal(roots[i] as HostRoot));
      this.isFresh = true;
    });
  }

  /** Ends a test file: its sandbox must not be kept alive by what outlives it. */
  endFile(): void {
    this.#sandbox = null;
    this.#isMadeHere = null;
  }

  /** Code of this file is about to run that may reach what it was not handed. */
  settleAll(): void {
    lookAsTestsLeftIt(() => {
      // The output streams, which every sandbox shares, have their classes from these.
      for (let i = 0; i < OF_STREAMS.length; i += 1) {
        if (isLoaded(OF_STREAMS[i] as string)) this.#watchModule(OF_STREAMS[i] as string);
      }
      this.#settle(this.#watched.all);
      this.#settle(this.#settings);
      this.#settled.addAll();
    });
  }

  /** The same where such code may have run already: whatever is found from now on is the file's doing. */
  trustNothing(): void {
    this.#settled.addAll();
  }

  /** What changed that this file was not handed, and that code of its sandbox has not made; each change once. */
  foreignChanges(): SlotChange[] {
    const found = this.#foreign;
    this.#foreign = [];
    return lookAsTestsLeftIt(() => this.#judged(found));
  }

  #settle(all: readonly (WatchedObject | WatchedSetting)[]): void {
    this.#lookAtEach(all, null, true, this.#foreign, 'settle');
  }

  /**
   * Adds to `found` (unless it is null) what changed of what this file was handed, and to `strange` what did of the rest,
   * which is settled by that, looked at in passing, or left alone. All looks go through this one loop, since V8 would
   * compile each loop by itself, with all that is called in it.
   */
  #lookAtEach(
    all: readonly (WatchedObject | WatchedSetting)[],
    found: SlotChange[] | null,
    whole: boolean,
    strange: SlotChange[],
    rest: 'settle' | 'pass' | 'leave',
  ): void {
    const settled = this.#settled;
    for (let i = 0; i < all.length; i += 1) {
      const watched = all[i] as WatchedObject | WatchedSetting;
      if (settled.has(watched)) {
        if (found !== null) watched.look(found, whole);
      } else if (rest === 'pass') watched.lookInPassing(strange);
      else if (rest === 'settle') {
        watched.look(strange, true);
        settled.add(watched);
      }
    }
  }

  /**
   * Code of this file is about to get a core module (with or without `node:`). Call it before the code has it.
   * `toTests` tells whether it is code of the tests, which is the most likely to change it: every look is at it then.
   */
  handOut(coreModuleName: string, toTests = true): void {
    lookAsTestsLeftIt(() => {
      const name = bareName(coreModuleName);
      if (!isWatchable(name)) return;
      this.#handOut(name);
      if (!toTests || setHas(this.#closeAtHand, name)) return;
      setAdd(this.#closeAtHand, name);
      this.#lookQuickly(name);
      const module = this.#watchModule(name);
      arrayPush(this.#atHand, module);
      const { everything } = module;
      for (let i = 0; i < everything.length; i += 1) (everything[i] as WatchedObject).listNames(this.#pending);
      pushNew(this.#closest, module.quick);
      pushNew(this.#closest, module.rare);
      pushNew(this.#quick, module.rare);
      pushNew(this.#closestSettings, module.settings);
      // `dns/promises` has no settings of its own.
      const base = baseModule(name);
      if (base !== name) pushNew(this.#closestSettings, this.#watchModule(base).settings);
    });
  }

  #handOut(name: string): void {
    if (setHas(this.#handedOut, name)) return;
    setAdd(this.#handedOut, name);
    const base = baseModule(name);
    if (base !== name) this.#handOut(base);
    const module = this.#watchModule(name);
    this.#settle(module.everything);
    this.#settle(module.settings);
    if (name === 'crypto') this.#settle(this.#webCrypto.everything);
    if (setHas(this.#suspects, base)) this.#lookQuickly(name);
  }

  /**
   * Some code of this file seems to write to a core module (bare name without what is behind `/`). What only source code
   * is handed is nearly always left as it is; without that word it is looked at when the file ends.
   */
  suspect(core: string): void {
    if (setHas(this.#suspects, core)) return;
    setAdd(this.#suspects, core);
    setForEach(this.#handedOut, (name) => {
      if (baseModule(name) === core) this.#lookQuickly(name);
    });
  }

  #lookQuickly(name: string): void {
    const { quick, settings } = this.#watchModule(name);
    pushNew(this.#quick, quick);
    pushNew(this.#quickSettings, settings);
    const base = baseModule(name);
    if (base !== name) this.#lookQuickly(base);
  }

  /**
   * Quick look at what the tests were handed or other code may write to, and at the host objects that the sandbox shares.
   * `rarely`: also at those shared ones that hardly any test changes.
   */
  changedSinceLastLook(rarely = true): SlotChange[] {
    return lookAsTestsLeftIt(() => {
      if (rarely) this.#lookAtAllOf(this.#rareShared, this.#pending, false);
      return this.#look(this.#quick, this.#quickSettings, false);
    });
  }

  /** Test code replaces a property of this object: if it is a host object, every look of this file is at it. */
  lookAlways(object: object): void {
    const watched = this.#watched.get(object);
    if (watched === undefined || arrayIncludes(this.#always, watched)) return;
    this.#settled.add(watched);
    arrayPush(this.#always, watched);
    pushNew(this.#quick, [watched]);
  }

  /**
   * The quickest look: only at what code of the tests itself was handed. With `mentions` of that code it is only at the
   * properties that it names, and then at those of the shared globals too.
   */
  changedAtHand(mentions: Mentions | null = null): SlotChange[] {
    return lookAsTestsLeftIt(() => {
      if (mentions === null) return this.#look(this.#closest, this.#closestSettings, false);
      if (this.#byMention?.of.mentions !== mentions) {
        const { NamedSlots: Named } = naming();
        this.#byMention = { of: new Named(mentions), shared: new Named(mentions) };
      }
      this.#byMention.of.look(this.#closest, this.#pending);
      this.#byMention.shared.look(this.#shared, this.#pending);
      return this.#look(this.#always, this.#closestSettings, false);
    });
  }

  /**
   * Looks, for the next look to return it, at objects deeper in what code of the tests itself was handed, as far as that
   * code names them (`errno` for `os.constants.errno`).
   */
  lookDeeper(mentions: Mentions): void {
    lookAsTestsLeftIt(() => {
      if (this.#deeper?.mentions !== mentions || this.#deeper.modules !== this.#atHand.length) {
        this.#deeper = { mentions, modules: this.#atHand.length, objects: this.#namedDeeper(mentions) };
      }
      const { objects } = this.#deeper;
      this.#lookAtAllOf(objects, this.#pending, false);
    });
  }

  #namedDeeper({ words }: Mentions): WatchedObject[] {
    const named: WatchedObject[] = [];
    for (let i = 0; i < this.#atHand.length; i += 1) {
      const { everything } = this.#atHand[i] as WatchedModule;
      for (let k = 0; k < everything.length; k += 1) {
        const watched = everything[k] as WatchedObject;
        if (setHas(words, lastSegment(watched.name.text)) && !arrayIncludes(this.#closest, watched)) {
          arrayPush(named, watched);
        }
      }
    }
    return named;
  }

  /** Quick look at some core modules only, with the prototypes of their classes. */
  lookAt(coreModuleNames: Iterable<string>): SlotChange[] {
    return lookAsTestsLeftIt(() => {
      const found = this.#pending;
      this.#pending = [];
      for (const name of coreModuleNames) {
        const module = mapGet(this.#modules, bareName(name));
        if (module === undefined) continue;
        this.#lookAtAllOf(module.quick, found, false);
        this.#lookAtAllOf(module.rare, found, false);
        this.#lookAtAllOf(module.settings, found, false);
      }
      return this.#judged(found);
    });
  }

  /**
   * Looks at all of some core modules (bare names, with what is behind `/`) and of some globals (`process` stands for its
   * output streams): for code that writes to them. What nobody was handed so far is passed over.
   */
  lookWhole(cores: readonly string[], globals: readonly string[]): SlotChange[] {
    const parts: Pick<WatchedModule, 'everything' | 'settings'>[] = [];
    if (cores.length > 0) {
      mapForEach(this.#modules, (module, name) => {
        if (arrayIncludes(cores, baseModule(name))) arrayPush(parts, module);
      });
    }
    for (let i = 0; i < globals.length; i += 1) {
      const everything = mapGet(this.#byGlobalName, globals[i] as string)?.everything;
      if (everything !== undefined) arrayPush(parts, { everything, settings: NO_SETTINGS });
    }
    if (parts.length === 0 && this.#pending.length === 0) return NO_CHANGES;
    return lookAsTestsLeftIt(() => {
      const found = this.#pending;
      this.#pending = [];
      // What is part of two of them has nothing new to tell the second time.
      for (let i = 0; i < parts.length; i += 1) {
        const { everything, settings } = parts[i] as WatchedModule;
        this.#lookAtAllOf(everything, found, true);
        this.#lookAtAllOf(settings, found, true);
      }
      return this.#judged(found);
    });
  }

  /** Looks at all globals that the sandbox shares, unless nothing can have changed them since the file began. */
  lookAtShared(): SlotChange[] {
    const { isFresh } = this;
    this.isFresh = false;
    if (isFresh) return [];
    return lookAsTestsLeftIt(() => this.#look(this.#shared, [], true));
  }

  /** Whether Node changes other modules when this one is handed out: what tests did to those has to be known by then. */
  patchesOthers(coreModuleName: string): boolean {
    const name = bareName(coreModuleName);
    return patchesOthers(name) && !mapHas(this.#modules, name);
  }

  /** Looks at everything: once a file's runtime is torn down, and before the next file begins. */
  lookAtAll(): SlotChange[] {
    return lookAsTestsLeftIt(() => {
      for (let i = 0; i < this.#atHand.length; i += 1) {
        const { everything } = this.#atHand[i] as WatchedModule;
        for (let k = 0; k < everything.length; k += 1) (everything[k] as WatchedObject).lookAtNames(this.#pending);
      }
      const found = this.#pending;
      const strange: SlotChange[] = [];
      this.#pending = [];
      this.#lookAtEach(this.#watched.all, found, true, strange, 'pass');
      this.#lookAtEach(this.#settings, found, true, strange, 'pass');
      this.#settled.addAll();
      for (let i = 0; i < strange.length; i += 1) {
        const change = strange[i] as SlotChange;
        arrayPush(this.#isOfFile(change) ? found : this.#foreign, change);
      }
      return this.#judged(found);
    });
  }

  /** Code that was handed nothing leaves a trace where it put something of its own making. */
  #isOfFile({ after }: SlotChange): boolean {
    const isMadeHere = this.#isMadeHere;
    return isMadeHere !== null && (isMadeHere(after?.value) || isMadeHere(after?.get) || isMadeHere(after?.set));
  }

  /**
   * Puts one property back as it was before `change` and remembers that as its state. Returns false when the property
   * cannot be written (frozen, not configurable).
   */
  restore(change: SlotChange): boolean {
    return asTestsLeftIt(() => {
      const setting = this.#settingOf(change);
      if (setting !== undefined) return setting.restore(change);
      const restored = restoring().restoreSlot(change);
      this.#watched.get(change.object)?.rememberOne(change.property);
      return restored;
    });
  }

  /** Whether a change is one of a setting, which no property holds. */
  isSetting(change: SlotChange): boolean {
    return this.#settingOf(change) !== undefined;
  }

  #settingOf(change: SlotChange): WatchedSetting | undefined {
    for (let i = 0; i < this.#settings.length; i += 1) {
      const setting = this.#settings[i] as WatchedSetting;
      if (setting.holds(change)) return setting;
    }
    return undefined;
  }

  #look(objects: readonly WatchedObject[], settings: readonly WatchedSetting[], whole: boolean): SlotChange[] {
    const found = this.#pending;
    this.#pending = [];
    this.#lookAtAllOf(objects, found, whole);
    this.#lookAtAllOf(settings, found, whole);
    return this.#judged(found);
  }

  #lookAtAllOf(all: readonly (WatchedObject | WatchedSetting)[], found: SlotChange[], whole: boolean): void {
    this.#lookAtEach(all, found, whole, found, 'leave');
  }

  /** What of all that changed counts. */
  #judged(found: readonly SlotChange[]): SlotChange[] {
    const changes: SlotChange[] = [];
    for (let i = 0; i < found.length; i += 1) {
      const change = found[i] as SlotChange;
      if (isRebound(change.before, change.after) || isLazyValue(change)) continue;
      if (!hostGlobals.isPolyfill(this.#host, change)) arrayPush(changes, this.#named(change));
    }
    return changes;
  }

  /** A change under its best name: `buffer.Blob.prototype` is `Blob.prototype`, also where nobody used the global. */
  #named(change: SlotChange): SlotChange {
    const watched = this.#watched.get(change.object) as WatchedObject;
    const roots = hostGlobals.lazyGlobalRoots(this.#host, watched.name);
    for (let i = 0; i < roots.length; i += 1) {
      const root = roots[i] as HostRoot;
      if (this.#watched.get(root.object) !== undefined) this.#watched.add(root, DEPTH);
    }
    const { kind } = watched.name;
    return { ...change, kind, key: keyOf(watched.name, change.property) };
  }

  /** What lies deeper in a module is watched once some code was handed it: nothing else leads there. */
  #watchRoot(name: string): void {
    const exports = this.#load(name);
    if (exports !== undefined) this.#watched.add({ object: exports, name: rootName(name) }, 0);
  }

  #watchModule(name: string): WatchedModule {
    const known = mapGet(this.#modules, name);
    if (known !== undefined) return known;
    const module: WatchedModule = { ...noParts(), settings: [] };
    mapSet(this.#modules, name, module);
    const exports = this.#load(name);
    if (exports === undefined) return module;
    const root = rootName(name);
    if (name === 'crypto') this.#webCrypto = this.#watchAll(hostGlobals.webCryptoRoots(exports), DEPTH);
    if (name === 'crypto') addParts(module, { ...this.#webCrypto, everything: [] });
    addParts(module, this.#watched.add({ object: exports, name: root }, DEPTH));
    const settings = settingsOf(name, exports);
    for (let i = 0; i < settings.length; i += 1) {
      const watched = new WatchedSetting(settings[i] as Setting, root);
      this.#settled.add(watched);
      arrayPush(module.settings, watched);
      arrayPush(this.#settings, watched);
    }
    return module;
  }

  #load(name: string): object | undefined {
    if (!patchesOthers(name)) return loadBuiltin(name);
    // What test code changed before is reported by the next look; what Node changes while it loads this is not.
    this.#pending = this.lookAtAll();
    const exports = loadBuiltin(name);
    const { all } = this.#watched;
    for (let i = 0; i < all.length; i += 1) (all[i] as WatchedObject).remember();
    return exports;
  }

  #watchGlobal(root: HostRoot): Parts {
    const known = mapGet(this.#ofGlobals, root.object);
    if (known !== undefined) return known;
    const parts = this.#watched.add(root, DEPTH);
    pushNew(parts.rare, this.#watchAll(hostGlobals.prototypeRoots(this.#host, root.object), 0).quick);
    if (root.name.text === 'crypto') {
      this.#watchModule('crypto');
      addParts(parts, this.#webCrypto);
    }
    mapSet(this.#ofGlobals, root.object, parts);
    mapSet(this.#byGlobalName, root.name.text, parts);
    return parts;
  }

  #watchAll(roots: readonly HostRoot[], depth: number): Parts {
    const parts = noParts();
    for (let i = 0; i < roots.length; i += 1) addParts(parts, this.#watched.add(roots[i] as HostRoot, depth));
    return parts;
  }

  #share({ quick, rare, everything }: Parts): void {
    this.#settle(everything);
    this.#settle(quick);
    this.#settle(rare);
    pushNew(this.#shared, quick);
    pushNew(this.#shared, rare);
    pushNew(this.#quick, quick);
    pushNew(this.#rareShared, rare);
  }
}

const OF_STREAMS: readonly string[] = ['events', 'stream', 'net', 'tty'];

const NO_SETTINGS: WatchedSetting[] = [];
const NO_CHANGES: SlotChange[] = [];

/** `errno` in `os.constants.errno`. */
function lastSegment(text: string): string {
  return stringSlice(text, stringLastIndexOf(text, '.') + 1);
}

function noParts(): Parts {
  return { quick: [], rare: [], everything: [] };
}

function addParts(to: Parts, { quick, rare, everything }: Parts): void {
  pushNew(to.quick, quick);
  pushNew(to.rare, rare);
  pushNew(to.everything, everything);
}

function rootName(coreModule: string): SlotName {
  return { kind: 'core-module-mutated', text: coreModule, depth: 0 };
}
