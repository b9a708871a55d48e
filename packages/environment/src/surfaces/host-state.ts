import type { HostPlaces } from '../contain/host-places';
import type { LateCode } from '../blame/late-code';
import type { Act, ActValue } from '../ledger/act';
import type { Ledger, Leftover } from '../ledger/ledger';
import type { Context } from '../scopes/scope';
import type { ActFrames, RawFrame } from '../site/frame';
import { getPrototypeOf, has } from '../originals';
import { isMock } from './spies';
import type { Loader, Processes, Slots } from './host/host-parts';
import { oncePerProcess } from './host/once-per-process';
import type { RequireCacheChange } from './host/require-cache';
import type { Mentions } from './host/mentions';
import { sameDescriptor } from './host/watched-object';
import type { ProcessChange, SlotChange } from './slot';
import type { Spies } from './spies';

/** Prefix of the ledger keys of state that outlives the file. */
export const HOST_PREFIX = 'host ';

/**
 * So many hooks and bodies of a file are each followed by a look at everything that the tests were handed and that any
 * code may write to; most files have no more. After those it is what code of the tests names: only then it pays to read
 * that code.
 */
const EXACT_LOOKS = 12;
/** The same where what is found is put back at once (`contain: 'scope'`): what is found late has reached others. */
const EXACT_LOOKS_OF_SCOPES = 400;
/** After those, one look in so many is at all that the first ones were at. */
const SELDOM = 16;

const leftBehind = oncePerProcess('left-behind', 1, () => new Map<string, Leftover>());

const NOBODY: readonly Context[] = [];

/** What this surface needs of the rest. */
export interface HostStateOptions {
  readonly slots: Slots;
  readonly process: Processes;
  readonly loader: Loader;
  readonly ledger: Ledger;
  readonly spies: Spies;
  /** Notes what is to be put back; null with `contain: 'off'`. */
  readonly places: (() => HostPlaces) | null;
  /** Whether that is done at the end of each scope. */
  readonly putsBackScopes: boolean;
  readonly late: LateCode;
  readonly select: (frames: readonly RawFrame[], context: Context) => ActFrames;
  readonly relative: (file: string) => string;
  /** The module whose top-level code made a change, where nothing tells while it runs (ES modules). */
  readonly importedWriter: (change: SlotChange) => Context | null;
  /** What the code of the tests mentions; null when it cannot be read. */
  readonly mentions: () => Mentions | null;
  /** The globals to which code of the tests may add properties that are not enumerable. */
  readonly definedByTests: () => readonly string[];
  /** Whether code of the tests may change prototypes. */
  readonly mayChangePrototypes: () => boolean;
  /** Whether it may change the host's module loader. */
  readonly mayChangeLoader: () => boolean;
}

/**
 * The surfaces `core-module-mutated`, `host-object-mutated`, `process-state` and `host-require-cache`: looks at the borders of scopes and
 * notes what changed as the act of whoever executed since the last look.
 */
export class HostStateSurface {
  readonly #options: HostStateOptions;
  /** Scopes that executed since everything that was handed out was looked at. */
  readonly #passedOver: Context[] = [];
  /** All that executed. */
  readonly #executed = new Set<Context>();
  #looks = 0;

  constructor(options: HostStateOptions) {
    this.#options = options;
  }

  /**
   * After a hook or a body: looks at what this file was handed. Nearly all of it goes to source modules and is never
   * written, so after the first looks of a file it is looked at seldom, and what changed then has candidates; what
   * code of the tests was handed itself is looked at every time, as far as that code names it.
   */
  look(context: Context, overlapping: readonly Context[] = NOBODY): void {
    const { slots, loader, putsBackScopes } = this.#options;
    this.#looks += 1;
    this.#executed.add(context);
    const isExact = this.#looks <= (putsBackScopes ? EXACT_LOOKS_OF_SCOPES : EXACT_LOOKS);
    const mentions = isExact ? null : this.#options.mentions();
    const named = mentions ?? (slots.hasAtHand ? this.#options.mentions() : null);
    if (named !== null) slots.lookDeeper(named);
    if (!isExact) this.#note(slots.changedAtHand(mentions), context, overlapping);
    const defined = this.#options.definedByTests();
    if (defined.length > 0) this.#note(slots.lookWhole([], defined), context, overlapping);
    if (this.#options.mayChangeLoader()) loader.watchClosely();
    this.#noteLoader(loader.changes(), context, overlapping);
    if (!isExact && this.#looks % SELDOM !== 0) {
      if (mentions === null || mentions.words.has('process')) this.lookAtProcess(context, null, overlapping);
      this.#passedOver.push(context);
      for (let i = 0; i < overlapping.length; i += 1) this.#passedOver.push(overlapping[i] as Context);
    } else {
      const candidates = this.#passedOver.length === 0 ? overlapping : [...this.#candidates(context), ...overlapping];
      const rarely = putsBackScopes || this.#options.mayChangePrototypes();
      this.#note(slots.changedSinceLastLook(rarely), context, candidates);
      this.#noteProcesses(this.#options.process.changes(), context, candidates);
      this.#passedOver.length = 0;
    }
  }

  /** After the evaluation of a module: looks at the core modules that it required. */
  lookAtModules(names: ReadonlySet<string>, context: Context): void {
    this.#note(this.#options.slots.lookAt(names), context);
    if (names.has('module') || names.has('node:module')) this.#noteLoader(this.#options.loader.changes(), context);
  }

  /** See {@link Slots}. */
  patchesOthers(coreModule: string): boolean {
    return this.#options.slots.patchesOthers(coreModule);
  }

  /** Before or after the evaluation of a module: a look at what top-level code may have changed. */
  lookAs(context: Context, find: (slots: Slots) => SlotChange[]): void {
    this.#note(find(this.#options.slots), context);
  }

  /** Before the evaluation of modules: a look at what the executing test or hook may have changed. */
  lookBefore(executing: Context, find: (slots: Slots) => SlotChange[]): void {
    this.#note(find(this.#options.slots), executing, this.#candidates(executing));
  }

  /** At the end of the file, or before it begins: looks at everything. */
  lookAtAll(context: Context): void {
    const last = this.#passedOver.pop();
    if (last !== undefined) {
      const candidates = this.#candidates(last);
      this.#note(this.#options.slots.changedSinceLastLook(), last, candidates);
      this.#noteProcesses(this.#options.process.changes(), last, candidates);
    }
    this.#passedOver.length = 0;
    const anybody = this.#executed.size === 0 ? NOBODY : [...this.#executed, context];
    this.#note(this.#options.slots.lookAtAll(), context, anybody);
    this.#executed.clear();
    this.#noteLoader(this.#options.loader.changes(true), context, anybody);
    for (const change of this.#options.process.changes(true)) this.#noteProcess(change, context, null);
  }

  /**
   * After code of the base environment ran: what it changed is nobody's act, and what this file had written there
   * before is in force no more.
   */
  passOver(): void {
    const { slots, process, loader, ledger } = this.#options;
    for (const { kind, key } of [...slots.lookAtAll(), ...process.changes(true)]) {
      ledger.forget(`${HOST_PREFIX}${kind} ${key}`);
    }
    loader.changes(true);
  }

  /** After a call on `process` that changed something, or wherever process state alone is to be looked at. */
  lookAtProcess(
    context: Context,
    call: { name: string; frames: ActFrames } | null = null,
    candidates: readonly Context[] = [],
  ): void {
    for (const change of this.#options.process.changes()) this.#noteProcess(change, context, call, candidates);
  }

  /** Before the file: what earlier files of this worker left is not this file's to answer for. */
  inherit(): void {
    for (const leftover of leftBehind.values()) this.#options.ledger.inherit(leftover);
  }

  /** The acts of this file that are still in force: they reach every later file of the worker. */
  left(): Act[] {
    return this.#options.ledger.leftovers(HOST_PREFIX).acts;
  }

  /** After the file: keeps what the next one inherits. */
  bequeath(): void {
    const { ledger, places } = this.#options;
    leftBehind.clear();
    for (const leftover of ledger.leftovers(HOST_PREFIX).inherited) {
      const left = places === null ? leftover : places().leftOf(leftover);
      if (left !== null) leftBehind.set(left.key, left);
    }
  }

  #candidates(context: Context): Context[] {
    return this.#passedOver.length === 0 ? [] : [...this.#passedOver, context];
  }

  #note(changes: readonly SlotChange[], executing: Context, candidates: readonly Context[] = []): void {
    const { ledger, spies, select, places } = this.#options;
    for (const change of changes) {
      const [before, after] = statesOf(change);
      const isNews = !sameSlot(before, after);
      if (!isNews && places === null) continue;
      const value: unknown = change.after?.value;
      const spied = change.after === undefined ? undefined : spies.callOn(change.object, change.property);
      const spy = spied !== undefined && (spied.call === 'jest.replaceProperty' || isMock(value));
      const key = `${HOST_PREFIX}${change.kind} ${change.key}`;
      const writer = spy ? spied.context : this.#writerOf(key, change, executing, isNews);
      const context = writer ?? this.#lastWriter(key, change, executing, candidates);
      const act = ledger.makeAct({
        kind: change.kind,
        key: change.key,
        context,
        frames: spy ? select(spied.frames, context) : null,
        siteIs: spy ? 'call' : null,
        call: spy ? spied.call : null,
        virtual: false,
        module: null,
        value: { before: change.before, after: change.after },
        hints: { spy },
        // A place that tells the writer leaves no others.
        candidates: writer === null ? candidates : [],
      });
      if (isNews) ledger.write({ key, mark: key, before, after, same: sameSlot, act });
      places?.().noteSlot(key, change, act);
    }
  }

  /** Who is charged where nothing tells the writer: the last of those that executed, unless that is Jest itself. */
  #lastWriter(key: string, change: SlotChange, executing: Context, candidates: readonly Context[]): Context {
    if (executing.isJests !== true || this.#isPutBack(key, change)) return executing;
    return candidates.findLast((candidate) => candidate !== executing) ?? executing;
  }

  #isPutBack(key: string, change: SlotChange): boolean {
    const [, after] = statesOf(change);
    return this.#options.ledger.writers(key).some(({ before }) => sameSlot(before, after));
  }

  /** Who made a change that was found after `executing` executed; null when neither its value nor a text tells. */
  #writerOf(key: string, change: SlotChange, executing: Context, isNews: boolean): Context | null {
    const { late, spies, importedWriter } = this.#options;
    const value: unknown = change.after?.value ?? change.after?.get;
    const isMade = (typeof value === 'function' || typeof value === 'object') && value !== null;
    // What is put back was made by whoever wrote it first.
    if (this.#isPutBack(key, change)) return isMade ? executing : null;
    const maker = isMade ? late.ofValue(value, spies.made.of(value), executing) : null;
    return maker ?? (isNews ? importedWriter(change) : null);
  }

  #noteProcesses(changes: readonly ProcessChange[], context: Context, candidates: readonly Context[]): void {
    for (const change of changes) this.#noteProcess(change, context, null, candidates);
  }

  #noteLoader(changes: readonly RequireCacheChange[], context: Context, candidates: readonly Context[] = []): void {
    const { ledger, relative, places } = this.#options;
    for (const change of changes) {
      const act = ledger.makeAct({
        kind: change.kind,
        key: change.key,
        context,
        frames: null,
        siteIs: null,
        call: null,
        virtual: false,
        module: null,
        value: loaderIn(change),
        hints: {},
        candidates,
      });
      for (const { path, effect } of change.modules) act.modules.set(relative(path), effect);
      for (const slot of change.slots) {
        const { property, before, after } = slot;
        const key = `${HOST_PREFIX}${change.kind} ${change.key} ${String(property)}`;
        ledger.write({ key, mark: key, before, after, same: sameSlot, act });
        places?.().noteLoader(key, change, slot, act);
      }
    }
  }

  #noteProcess(
    change: ProcessChange,
    executing: Context,
    call: { name: string; frames: ActFrames } | null,
    candidates: readonly Context[] = [],
  ): void {
    const { ledger, late, places } = this.#options;
    const adder = change.added.length === 0 ? null : late.ofValue(change.added[0], undefined, executing);
    const key = `${HOST_PREFIX}${change.kind} ${change.key}`;
    const act = ledger.makeAct({
      kind: change.kind,
      key: change.key,
      context: adder ?? executing,
      frames: call?.frames ?? null,
      siteIs: call === null ? null : 'call',
      call: call?.name ?? null,
      virtual: false,
      module: null,
      value: {
        before: change.before,
        after: change.after,
        ...(change.added.length > 0 ? { made: change.added[0] } : {}),
      },
      hints: {},
      candidates: call === null && adder === null ? candidates : [],
    });
    ledger.write({ key, mark: key, before: change.before, after: change.after, same: sameState, act });
    places?.().noteProcess(key, change, act);
  }
}

/** A loader is a function, whose making has a place; what is put into the cache is data. */
function loaderIn({ slots, modules }: RequireCacheChange): ActValue | null {
  const [slot] = slots;
  if (slot === undefined || modules.length > 0 || typeof slot.after?.value !== 'function') return null;
  return { before: slot.before, after: slot.after };
}

/**
 * What a property was and is. Who saves a property that is not there and assigns what was saved puts back all that
 * anybody reads: `undefined` is as good as none, unless it hides something inherited.
 */
function statesOf({ object, property, before, after }: SlotChange): [PropertyDescriptor?, PropertyDescriptor?] {
  const prototype = getPrototypeOf(object);
  if (prototype !== null && has(prototype, property)) return [before, after];
  return [isUnset(before) ? undefined : before, isUnset(after) ? undefined : after];
}

function isUnset(descriptor: PropertyDescriptor | undefined): boolean {
  return descriptor !== undefined && 'value' in descriptor && descriptor.value === undefined;
}

function sameSlot(a: unknown, b: unknown): boolean {
  return sameDescriptor(a as PropertyDescriptor | undefined, b as PropertyDescriptor | undefined);
}

/** Whether two states of the process are the same: numbers and strings by value, lists of listeners by their members. */
export function sameState(a: unknown, b: unknown): boolean {
  if (!Array.isArray(a) || !Array.isArray(b)) return Object.is(a, b);
  return a.length === b.length && a.every((member, index) => member === b[index]);
}
