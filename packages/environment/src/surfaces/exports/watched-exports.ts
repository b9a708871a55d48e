import { loadLater } from '@jest-hermetic/leak-record';
import { getOwnPropertyDescriptor } from '../../originals';
import { sameDescriptor } from '../host/watched-object';
import type { Instance } from '../instances';
import { isLiveBinding } from './live-binding';
import { pathOf, WHOLE } from './paths';
import type { ExportPath } from './paths';
import { isWatchable, oneLevelBelow, wholeData } from './reachable';
import type { IsForeign, Reached } from './reachable';
import { SlotTable } from './slot-table';

const printing = loadLater(() => require('./fingerprint') as typeof import('./fingerprint'));

/** One evaluated module (or mock) whose exports can be handed out. */
export interface LoadedModule {
  readonly instance: Instance;
  readonly mode: 'cjs' | 'esm';
  /** The object whose property `exports` is handed out; null where there is none (ES modules, mocks). */
  readonly holder: object | null;
  /** The exports as they were when evaluation ended. */
  readonly exported: unknown;
  /** Whether top-level code or the body of a describe block loaded it, and so may hold it after a purge. */
  heldAtTop: boolean;
  /** How many purges of the registry had been before it. */
  readonly purgesBefore: number;
}

/** One property of one object that hangs on the exports. */
export interface ExportSlot {
  readonly object: object;
  readonly property: PropertyKey;
  readonly before: PropertyDescriptor | undefined;
  readonly after: PropertyDescriptor | undefined;
}

/** A change of what a module exports. */
export interface ExportChange {
  /** `load`, `Svc.prototype.load`, `module.exports`, for a JSON module a top-level property. */
  readonly path: ExportPath;
  readonly before: PropertyDescriptor | undefined;
  readonly after: PropertyDescriptor | undefined;
  /** The properties that were written, on the objects that have them. */
  readonly slots: readonly ExportSlot[];
  /** What two looks must agree on to be the same outcome: the descriptors, or all the data below them. */
  readonly states: readonly [unknown, unknown];
}

interface Part {
  readonly path: ExportPath;
  readonly table: SlotTable;
}

/** A top-level property of a JSON module, with all the data below it as one comparable text. */
interface TopLevel {
  readonly descriptor: PropertyDescriptor;
  readonly print: string;
}

/** No more than this many properties of one module are compared at every look, besides those of the exports itself. */
const MOST_SLOTS = 2_000;

/** The exports of one module as they were at the last look. */
export class WatchedExports {
  readonly module: LoadedModule;
  /** As reported: `src/x.js`, `react`. */
  readonly name: string;
  readonly isJson: boolean;
  /** Keys in the ledger that have been written for it. */
  readonly ledgerKeys = new Set<string>();
  readonly #isForeign: IsForeign;
  #whole: PropertyDescriptor | undefined;
  #root: object | null = null;
  #parts: Part[] = [];
  /** Objects that hang deeper on the exports than what is looked at without being asked to. */
  #deeper: Part[] = [];
  /** Of a JSON module: its top-level properties. */
  #data: ReadonlyMap<ExportPath, TopLevel> = new Map();

  constructor(module: LoadedModule, name: string, isForeign: IsForeign) {
    this.module = module;
    this.name = name;
    this.isJson = module.mode === 'cjs' && module.instance.path.endsWith('.json') && !module.instance.mock;
    this.#isForeign = isForeign;
    this.#whole = this.#readWhole();
    this.#rebuild();
  }

  /** Number of properties compared at every look. */
  get size(): number {
    return this.#parts.reduce((sum, { table }) => sum + table.size, 1);
  }

  /** Whether an exported property has a getter that may lead to another module, as re-exports have. */
  get hasGetters(): boolean {
    const root = this.#parts[0];
    if (root === undefined) return false;
    for (const [property, { get }] of root.table.state) {
      if (get !== undefined && !isLiveBinding(root.table.object, property)) return true;
    }
    return false;
  }

  /** The objects that are watched for this module. */
  *objects(): Generator<object> {
    for (const { table } of this.#parts) yield table.object;
  }

  /** The path of a property of one of {@link objects}, or null. */
  pathOf(object: object, property: PropertyKey): ExportPath | null {
    const part = this.#parts.find(({ table }) => table.object === object);
    return part === undefined ? null : this.#pathIn(part, property);
  }

  /** Watches one more object that hangs on the exports. */
  add({ object, path }: Reached): void {
    const part = { path, table: new SlotTable(object) };
    this.#deeper.push(part);
    this.#parts.push(part);
  }

  /** What changed since the last look, which is remembered; null when nothing did. */
  look(): ExportChange[] | null {
    let changes: ExportChange[] | null = null;
    const { holder } = this.module;
    if (holder !== null) {
      const now = this.#readWhole();
      const was = this.#whole;
      if (!sameDescriptor(now, was)) {
        const slot = { object: holder, property: 'exports', before: was, after: now };
        changes = [{ path: WHOLE, before: was, after: now, states: [was, now], slots: [slot] }];
        this.#whole = now;
        this.#rebuild();
        return changes;
      }
    }
    const parts = this.#parts;
    for (let i = 0; i < parts.length; i += 1) {
      const part = parts[i] as Part;
      const differences = part.table.look();
      if (differences === null) continue;
      changes ??= [];
      const { object, formerLength } = part.table;
      differences.forEach(({ property, before, after }, index) => {
        const slots: ExportSlot[] = [{ object, property, before, after }];
        if (index === 0 && formerLength !== null) slots.push(lengthSlot(object, formerLength));
        changes?.push({ path: this.#pathIn(part, property), before, after, states: [before, after], slots });
      });
    }
    if (changes === null) return null;
    if (!this.isJson && !changes.some(({ before, after }) => mayHoldObject(before) || mayHoldObject(after)))
      return changes;
    const data = this.#data;
    this.#rebuild();
    return this.isJson ? changesOfData(changes, data, this.#data) : changes;
  }

  #readWhole(): PropertyDescriptor | undefined {
    return this.module.holder === null ? undefined : getOwnPropertyDescriptor(this.module.holder, 'exports');
  }

  /** Takes in what hangs on the exports now; what is known already keeps its state. */
  #rebuild(): void {
    const exported: unknown = this.module.holder === null ? this.module.exported : this.#whole?.value;
    const root = isWatchable(exported) ? exported : null;
    const known = new Map(root === this.#root ? this.#parts.map((part) => [part.table.object, part]) : []);
    if (root !== this.#root) this.#deeper = [];
    this.#root = root;
    this.#parts = [];
    if (root !== null) {
      this.#parts.push(known.get(root) ?? { path: '', table: new SlotTable(root) });
      let slots = 0;
      for (const { object, path } of this.isJson ? wholeData(root) : oneLevelBelow(root, this.#isForeign)) {
        const part = known.get(object) ?? { path, table: new SlotTable(object) };
        slots += part.table.size;
        if (slots > MOST_SLOTS) break;
        this.#parts.push(part);
      }
      this.#parts.push(...this.#deeper);
    }
    if (this.isJson) this.#data = this.#readData();
  }

  #pathIn({ path }: Part, property: PropertyKey): ExportPath {
    return this.isJson && path !== '' ? path : pathOf(path, property);
  }

  #readData(): Map<ExportPath, TopLevel> {
    const data = new Map<ExportPath, TopLevel>();
    for (const [property, descriptor] of this.#parts[0]?.table.state ?? []) {
      data.set(pathOf('', property), { descriptor, print: printing().fingerprintOf(descriptor.value) });
    }
    return data;
  }
}

/** Changes anywhere in the data of a JSON module, as changes of its top-level properties. */
function changesOfData(
  changes: readonly ExportChange[],
  was: ReadonlyMap<ExportPath, TopLevel>,
  is: ReadonlyMap<ExportPath, TopLevel>,
): ExportChange[] {
  return [...new Set(changes.map(({ path }) => path))].map((path) => {
    const [before, after] = [was.get(path), is.get(path)];
    const slots = changes.flatMap((change) => (change.path === path ? change.slots : []));
    const states = [before?.print, after?.print] as const;
    return { path, before: before?.descriptor, after: after?.descriptor, states, slots };
  });
}

/** A counter or a flag leads to nothing. */
function mayHoldObject(descriptor: PropertyDescriptor | undefined): boolean {
  if (descriptor === undefined) return false;
  return !('value' in descriptor) || isWatchable(descriptor.value);
}

/** What an array's elements cannot tell: how long it was. */
function lengthSlot(object: object, length: number): ExportSlot {
  const after = getOwnPropertyDescriptor(object, 'length');
  return { object, property: 'length', before: { ...after, value: length }, after };
}
