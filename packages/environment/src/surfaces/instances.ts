import type { Act, LoadPlace } from '../ledger/act';
import type { Scope } from '../scopes/scope';

/**
 * What is remembered of one instance of a module (or of one mock of it). It never refers to the module or its
 * exports, so a purged module can be collected; it goes when nothing that is still alive loaded it.
 */
export interface Instance {
  /** Absolute path, or the request of a module that has none. */
  readonly path: string;
  /** The scope whose code loaded it first. */
  readonly scope: Scope;
  /** Position of its making in the order of events. */
  readonly madeAt: number;
  /** Whether it is a private copy: made in an isolateModules block or to generate an automock. */
  readonly isolated: boolean;
  /** Whether it is a mock of the module. */
  readonly mock: boolean;
  /** For a mock: the acts that decided what it is, when it was made. */
  readonly decidedBy: readonly Decider[];
  /**
   * What it loaded since the first act of the file, by {@link instanceKey}, with the position of the last such load.
   * Of one path only the last instance: what was loaded before a purge is out of every registry with its importer.
   */
  loads: Map<string, { instance: Instance; at: number }> | null;
  /** What it received from acts through its own loads. */
  received: { act: Act; mark: string; from: LoadPlace | null }[] | null;
}

/** What all instances of one module have in common, and all mocks of it. */
export function instanceKey({ path, mock }: Pick<Instance, 'path' | 'mock'>): string {
  return `${mock ? 'mock-instance' : 'instance'}:${path}`;
}

/** Notes that `importer` loaded `instance`. */
export function noteLoad(importer: Instance, instance: Instance, at: number): void {
  importer.loads ??= new Map();
  importer.loads.set(instanceKey(instance), { instance, at });
}

/** Notes what `importer` received; of one writer the first receipt stays, since a long-lived importer may get many. */
export function noteReceived(importer: Instance, act: Act, mark: string, place: () => LoadPlace | null): void {
  importer.received ??= [];
  if (importer.received.some((earlier) => isOfSameWriter(earlier.act, act))) return;
  importer.received.push({ act, mark, from: place() });
}

/** An act that decided what a load is given, with the mark of what would supersede it. */
export interface Decider {
  readonly act: Act;
  readonly mark: string;
}

const NO_DECIDERS: readonly Decider[] = [];

/**
 * Module objects (CommonJS `module`, ES module records) -> what is remembered of them. What is in the registry is held
 * strongly until it is purged: thousands of entries in a WeakMap would slow every garbage collection down.
 */
export class Instances {
  readonly #byModule = new Map<object, Instance>();
  /** The first instance of each path, whatever became of it. */
  readonly #firsts = new Map<string, Instance>();
  /** Private copies, which no purge takes away. */
  readonly #isolated = new WeakMap<object, Instance>();
  /** Mock exports may be primitives, so mocks go by module id, for as long as the registry holds them. */
  readonly #byMockId = new Map<string, Instance>();
  #made = 0;

  /** Number of instances seen so far. */
  get made(): number {
    return this.#made;
  }

  add(module: object, instance: Omit<Instance, 'loads' | 'received' | 'mock' | 'decidedBy'>): Instance {
    const { path, scope, madeAt, isolated } = instance;
    // Not spread: V8 is many times slower at that, and this is done with every module.
    const remembered: Instance = {
      path,
      scope,
      madeAt,
      isolated,
      mock: false,
      decidedBy: NO_DECIDERS,
      loads: null,
      received: null,
    };
    if (isolated) this.#isolated.set(module, remembered);
    else this.#byModule.set(module, remembered);
    if (!this.#firsts.has(path)) this.#firsts.set(path, remembered);
    this.#made += 1;
    return remembered;
  }

  addMock(id: string, instance: Omit<Instance, 'loads' | 'received' | 'mock'>): Instance {
    const remembered: Instance = { ...instance, mock: true, loads: null, received: null };
    this.#byMockId.set(id, remembered);
    return remembered;
  }

  of(module: unknown): Instance | undefined {
    // What is no object is no key of either.
    return this.#byModule.get(module as object) ?? this.#isolated.get(module as object);
  }

  /** The instance of this path that was made before all others, or undefined. */
  firstOf(path: string): Instance | undefined {
    return this.#firsts.get(path);
  }

  ofMock(id: string): Instance | undefined {
    return this.#byMockId.get(id);
  }

  *mocks(): Generator<[string, Instance]> {
    yield* this.#byMockId;
  }

  /** The registry is about to be purged. */
  forget(): void {
    this.#byModule.clear();
    this.#byMockId.clear();
  }

  /** The result makes it remember exactly what it remembers now. */
  save(): () => void {
    const modules = [...this.#byModule];
    const restoreMocks = this.setMocksAside(() => false);
    return () => {
      this.#byModule.clear();
      for (const [module, instance] of modules) this.#byModule.set(module, instance);
      restoreMocks();
    };
  }

  forgetMock(id: string): void {
    this.#byMockId.delete(id);
  }

  /** Forgets the mocks of these ids; the result makes it remember exactly those that it remembers now. */
  setMocksAside(isGone: (id: string) => boolean): () => void {
    const all = [...this.#byMockId];
    for (const [id] of all) if (isGone(id)) this.#byMockId.delete(id);
    return () => {
      this.#byMockId.clear();
      for (const [id, instance] of all) this.#byMockId.set(id, instance);
    };
  }
}

/** A scope that writes a key again has one net effect on it, whichever of its acts was seen. */
function isOfSameWriter(a: Act, b: Act): boolean {
  return a === b || (a.kind === b.kind && a.key === b.key && a.context.scope === b.context.scope);
}

/** Whether `instance` reaches something received from `act` through loads made since the act; yields it. */
export function receivedThrough(instance: Instance, act: Act): { mark: string; from: LoadPlace | null } | null {
  const seen = new Set<Instance>([instance]);
  for (const at of seen) {
    const receipt = at.received?.find((candidate) => isOfSameWriter(candidate.act, act));
    if (receipt !== undefined) return receipt;
    for (const load of at.loads?.values() ?? []) if (load.at > act.at) seen.add(load.instance);
  }
  return null;
}
