import type { TracedWrite, TraceKey, TraceRecord, TraceRequest, Writer } from '@jest-hermetic/leak-record';
import { TRACE_VERSION } from '@jest-hermetic/leak-record';
import { describeSlot } from '../report/describe-value';
import type { Context } from '../scopes/scope';
import { captureFrames } from '../site/capture-frames';
import { packageOf } from '../site/file-paths';
import type { ActFrames, RawFrame } from '../site/frame';
import type { SiteMapper } from '../site/source-maps';
import { Watchpoint } from './watchpoint';
import type { Caller, Slot } from './watchpoint';

/** Writes kept of one file; a loop must not fill the memory. */
const MOST_WRITES = 500;

/** What a trace needs to know of the file. */
export interface TraceOptions {
  readonly request: TraceRequest;
  /** Who executes; told the frames, since code may run on after its test ended. */
  readonly executing: (frames: readonly RawFrame[]) => Context;
  readonly select: (frames: readonly RawFrame[], ownerFile: string) => ActFrames;
  readonly isOfTests: (file: string) => boolean;
}

interface NotedWrite extends TraceKey {
  readonly frames: ActFrames | null;
  /** Absolute path of the module whose export it is, for an export. */
  readonly module: string | null;
  readonly context: Context;
  readonly was: string;
  readonly is: string;
}

interface WatchedKey extends TraceKey {
  readonly module: string | null;
}

/** The watchpoints of one test file of `jest-hermetic trace`, and the writes that they saw. */
export class Trace {
  readonly keys: readonly TraceKey[];
  readonly #options: TraceOptions;
  readonly #points = new Map<object, Map<PropertyKey, Watchpoint>>();
  readonly #undo: (() => void)[] = [];
  readonly #writes: NotedWrite[] = [];
  readonly #unwatched: TraceRecord['unwatched'] = [];
  #paused = 0;
  #closed = false;
  #cut = false;

  constructor(options: TraceOptions) {
    this.#options = options;
    this.keys = options.request.keys;
  }

  /** Watches the writes to a property; `module` is the path of the module whose export it is. */
  watch(slot: Slot, key: TraceKey, module: string | null = null): void {
    const points = this.#points.get(slot.object) ?? new Map<PropertyKey, Watchpoint>();
    if (points.has(slot.property)) return;
    const watched: WatchedKey = { kind: key.kind, key: key.key, module };
    const point = new Watchpoint(slot, (before, after, caller) => {
      this.note(watched, describeSlot(before), describeSlot(after), caller);
    });
    points.set(slot.property, point);
    this.#points.set(slot.object, points);
    if (!point.arm()) this.unwatched(key, 'its property cannot be given an accessor');
  }

  /** Watches the calls of a function that is a property: each is a write of what `is` makes of its arguments. */
  watchCalls(slot: Slot, original: Function, key: TraceKey, is: (args: readonly unknown[]) => string): void {
    const { object, property } = slot;
    const trap = (target: Function, self: unknown, args: unknown[]): unknown => {
      const result: unknown = Reflect.apply(target, self, args);
      this.note(key, '', is(args), trap);
      return result;
    };
    const before = Reflect.getOwnPropertyDescriptor(object, property);
    const value: unknown = new Proxy(original, { apply: trap });
    if (!Reflect.defineProperty(object, property, { value })) return this.unwatched(key, 'it cannot be replaced');
    this.#undo.push(() => {
      const now: unknown = Reflect.getOwnPropertyDescriptor(object, property)?.value;
      if (now === value && before !== undefined) Reflect.defineProperty(object, property, before);
    });
  }

  /** The watchpoint on a property, or undefined. */
  pointOn(object: unknown, property: unknown): Watchpoint | undefined {
    return this.#points.get(object as object)?.get(property as PropertyKey);
  }

  /** Every watchpoint on an object. */
  pointsOn(object: unknown): Iterable<Watchpoint> {
    return this.#points.get(object as object)?.values() ?? [];
  }

  /** A key is there in this file, and its writes cannot be seen. */
  unwatched({ kind, key }: TraceKey, reason: string): void {
    if (!this.#unwatched.some((one) => one.kind === kind && one.key === key))
      this.#unwatched.push({ kind, key, reason });
  }

  /** Notes a write by the caller of `caller`; null for one of which only the result was seen. */
  note(
    { kind, key, module = null }: TraceKey & { module?: string | null },
    was: string,
    is: string,
    caller: Caller,
  ): void {
    if (this.#closed || this.#paused > 0) return;
    const raw = typeof caller === 'function' ? captureFrames(caller, 64) : (caller ?? []);
    const context = this.#options.executing(raw);
    const frames = caller === null ? null : this.#options.select(raw, context.ownerFile);
    // Jest itself puts back what it replaced.
    if (frames !== null && frames.site === null) return;
    if (this.#writes.length === MOST_WRITES) {
      this.#cut = true;
      return;
    }
    this.#writes.push({ kind, key, module, frames, context, was, is });
  }

  /** A hook or body has just run: looks for writes that no watchpoint sees. */
  settle(): void {
    this.#each((point) => point.settle());
  }

  /** Takes all watchpoints away for a while, in which nothing is a write of the user's. */
  pause(): void {
    this.#paused += 1;
    if (this.#paused === 1) this.#each((point) => point.disarm());
  }

  /** Puts them back. */
  resume(): void {
    this.#paused -= 1;
    if (this.#paused === 0) this.#each((point) => point.arm());
  }

  /** The tests are over. */
  close(): void {
    this.settle();
    this.#closed = true;
  }

  /** The file is over: every property is left as it would be without a watchpoint. */
  end(): void {
    this.#closed = true;
    this.#each((point) => point.disarm());
    this.#points.clear();
    for (const undo of this.#undo.splice(0)) undo();
  }

  /** What was seen, with its places in the sources. */
  record(path: string, mapper: SiteMapper): TraceRecord {
    const writes = this.#writes.map(({ kind, key, module, frames, context, was, is }): TracedWrite => {
      const { site = null, via = null, owner = null } = frames ?? {};
      return {
        kind,
        key,
        site: site === null ? null : mapper.map(site),
        via: via === null ? null : mapper.map(via),
        calledAt: owner === null ? null : mapper.map(owner),
        by: site === null ? null : this.#writerOf(site.file, module),
        scope: { type: context.scope.type, name: context.scope.name, hook: context.hook },
        was,
        is,
      };
    });
    return { version: TRACE_VERSION, path, writes, unwatched: this.#unwatched, cut: this.#cut };
  }

  #writerOf(file: string, module: string | null): Writer {
    if (this.#options.isOfTests(file)) return 'tests';
    const owner = packageOf(file);
    if (module !== null && (file === module || (owner !== null && packageOf(module) === owner))) return 'module';
    return owner === null ? 'source' : 'package';
  }

  #each(visit: (point: Watchpoint) => void): void {
    for (const points of this.#points.values()) for (const point of points.values()) visit(point);
  }
}
