import type { Faults } from '../faults';
import { inOwnLanguage } from '../own-language';
import type { Act } from '../ledger/act';
import type { Ledger } from '../ledger/ledger';
import type { ModuleMode, RuntimeShape } from '../runtime/shape';
import { strictlyEncloses } from '../scopes/scope';
import type { Context } from '../scopes/scope';
import type { ActFrames } from '../site/frame';
import type { Decider } from './instances';
import { MOCK_CALLS } from './mock-calls';
import { mockKey, pathOfModuleId } from './mock-key';
import { mockOutcome, UNRESOLVABLE } from './mock-outcome';

/** The mark of what no scope can do again: it is superseded by nothing. */
const NEVER_DONE_AGAIN = 'never';

const AUTOMOCK_KEY = 'automock';

/** One call on the `jest` object of the file `from`. */
export interface MockCall {
  readonly name: string;
  readonly from: string;
  readonly args: readonly unknown[];
  readonly context: Context;
  readonly frames: () => ActFrames | null;
  readonly run: () => unknown;
}

/** A part of the run whose registrations are all taken back at its end (`freshModules`). */
export interface PassingRegistrations {
  readonly isOpen: boolean;
  noteRegistered(key: string): void;
  hasRegistered(key: string): boolean;
}

const NOTHING_PASSES: PassingRegistrations = {
  isOpen: false,
  noteRegistered() {},
  hasRegistered: () => false,
};

/** Runs a call so that what it does can be put back (`contain: 'scope'`); `idOf` gives the module's id, null for automock. */
export type AroundRegistration = (context: Context, run: () => unknown, idOf: () => string | null) => unknown;

/** The surface `mock-registered`: which module a load yields, by registrations and the automock flag. */
export class MockRegistrationsSurface {
  readonly #shape: RuntimeShape;
  readonly #ledger: Ledger;
  readonly #rootDir: string;
  /** Who gave the factory that Jest holds for a module, which `dontMock` leaves behind. */
  readonly #factoryGivers = new Map<string, Act>();
  /** Registrations without a factory of their own for which Jest runs the one that was left behind. */
  readonly #runningLeftover = new WeakSet<Act>();

  readonly #faults: Faults;
  readonly #passing: PassingRegistrations;
  readonly #around: AroundRegistration;

  constructor(
    shape: RuntimeShape,
    ledger: Ledger,
    rootDir: string,
    faults: Faults,
    passing: PassingRegistrations = NOTHING_PASSES,
    around: AroundRegistration = (_context, run) => run(),
  ) {
    this.#around = around;
    this.#passing = passing;
    this.#shape = shape;
    this.#ledger = ledger;
    this.#rootDir = rootDir;
    this.#faults = faults;
  }

  /** Runs the call and notes what it changed. A call that throws changes nothing that counts. */
  call(call: MockCall): unknown {
    return inOwnLanguage(() => this.#call(call));
  }

  #call(call: MockCall): unknown {
    const known = MOCK_CALLS[call.name];
    if (known === undefined) return call.run();
    const { mode } = known;
    if (this.#passing.isOpen) return this.#callInPassing(call, mode);
    const before = this.#look(mode, call);
    const result = this.#around(call.context, call.run, () =>
      mode === 'automock' ? null : (this.#look(mode, call)?.id ?? null),
    );
    const note =
      mode === 'automock'
        ? () => this.#noteFlag(call, before)
        : () => this.#noteRegistration(call, mode, known.registers, before);
    this.#faults.guard('noting a mock registration', note, undefined);
    return result;
  }

  /** No act, but it counts as having done the same again, and decides what is loaded until it is taken back. */
  #callInPassing(call: MockCall, mode: ModuleMode | 'automock'): unknown {
    const result = call.run();
    this.#faults.guard('noting a passing registration', () => {
      const key = mode === 'automock' ? AUTOMOCK_KEY : registrationKey(mode, this.#idOf(mode, call));
      this.#passing.noteRegistered(key);
      this.#ledger.markInside(call.context, key);
    });
    return result;
  }

  #idOf(mode: ModuleMode, { from, args }: MockCall): string {
    return this.#shape.moduleId(mode, from, args[0] as string);
  }

  /** The acts that decide what a mock with this id is, if it is made now. */
  decidersOfMock(mode: ModuleMode, id: string): Decider[] {
    const key = registrationKey(mode, id);
    const explicit = this.#shape.explicit(mode).get(id) === true;
    const mark = explicit ? key : AUTOMOCK_KEY;
    if (this.#passing.hasRegistered(mark)) return [];
    const act = this.#ledger.inForce(mark)?.act;
    if (act === undefined) return [];
    const giver = this.#runningLeftover.has(act) ? this.#factoryGivers.get(key) : undefined;
    return [{ act, mark }, ...(giver === undefined ? [] : [{ act: giver, mark: NEVER_DONE_AGAIN }])];
  }

  /**
   * The same for a mock made earlier, which the registry still hands out: what has been taken back since is no act any
   * more, and a registration made since has not reached it, so it supersedes nothing.
   */
  decidersOfHeld(madeBy: readonly Decider[]): Decider[] {
    return madeBy.flatMap((decider): Decider[] => {
      const { act, mark } = decider;
      if (mark === NEVER_DONE_AGAIN) return [decider];
      const writer = this.#ledger.writers(mark).find((entry) => entry.scope === act.context.scope);
      if (writer === undefined) return [];
      return [{ act: writer.act, mark: this.#ledger.inForce(mark) === writer ? mark : NEVER_DONE_AGAIN }];
    });
  }

  /** The acts that decided that a load was given the real module. */
  decidersOfReal(mode: ModuleMode, from: string, request: string): Decider[] {
    let id: string;
    try {
      id = this.#shape.moduleId(mode, from, request);
    } catch {
      return [];
    }
    const key = registrationKey(mode, id);
    const explicit = this.#shape.explicit(mode).get(id);
    if (this.#passing.hasRegistered(explicit === undefined ? AUTOMOCK_KEY : key)) return [];
    if (explicit === false) {
      const act = this.#ledger.inForce(key)?.act;
      return act === undefined ? [] : [{ act, mark: key }];
    }
    const flag = mode === 'cjs' && explicit === undefined ? this.#ledger.inForce(AUTOMOCK_KEY) : undefined;
    if (flag === undefined || flag.after !== 'off' || !this.#shape.wouldAutomock(from, request, id)) return [];
    return [{ act: flag.act, mark: AUTOMOCK_KEY }];
  }

  #noteRegistration(call: MockCall, mode: ModuleMode, registers: boolean, before: Outcome | null): void {
    const { name, args, context } = call;
    const after = this.#look(mode, call);
    if (after === null) return;
    const factory = registers && (name === 'setMock' || args[1] !== undefined);
    const virtual = (args[2] as { virtual?: boolean } | undefined)?.virtual === true;
    const key = registrationKey(mode, after.id);
    const writers = this.#ledger.writers(key);
    const act = this.#ledger.makeAct({
      kind: 'mock-registered',
      // One module may be asked for in several ways, and only a virtual one's registration says that it is virtual.
      key: writers[0]?.act.key ?? this.#nameOf(call, mode, after.id, virtual),
      context,
      // Nothing of a file's own scope can leak inside the file, and nearly every file mocks at its top.
      frames: context.scope.type === 'file' ? null : call.frames(),
      siteIs: 'call',
      call: `jest.${name}`,
      virtual,
      module: mode,
      value: null,
      hints: { overTopLevel: writers.some((writer) => strictlyEncloses(writer.scope, context.scope)) },
    });
    const runsLeftOver = registers && !factory && this.#shape.factories(mode).has(after.id);
    if (runsLeftOver) this.#runningLeftover.add(act);
    else this.#ledger.mark(context, key);
    this.#ledger.write({
      key,
      mark: key,
      before: before?.id === after.id ? before.outcome : UNRESOLVABLE,
      after: after.outcome,
      same: Object.is,
      act,
    });
    if (factory) this.#factoryGivers.set(key, act);
  }

  #nameOf({ from, args }: MockCall, mode: ModuleMode, id: string, virtual: boolean): string {
    const request = args[0] as string;
    return mockKey({
      request,
      path: (mode === 'cjs' ? this.#shape.resolve(from, request) : null) ?? pathOfModuleId(id),
      isCore: this.#shape.isCoreModule(request),
      virtual,
      rootDir: this.#rootDir,
    });
  }

  #noteFlag(call: MockCall, before: Outcome | null): void {
    const after = this.#look('automock', call);
    const act = this.#ledger.makeAct({
      kind: 'mock-registered',
      key: AUTOMOCK_KEY,
      context: call.context,
      frames: call.context.scope.type === 'file' ? null : call.frames(),
      siteIs: 'call',
      call: `jest.${call.name}`,
      virtual: false,
      module: 'cjs',
      value: null,
      hints: {},
    });
    this.#ledger.mark(call.context, AUTOMOCK_KEY);
    this.#ledger.write({
      key: AUTOMOCK_KEY,
      mark: AUTOMOCK_KEY,
      before: before?.outcome,
      after: after?.outcome,
      same: Object.is,
      act,
    });
  }

  #look(mode: ModuleMode | 'automock', { from, args }: MockCall): Outcome | null {
    if (mode === 'automock') return { id: AUTOMOCK_KEY, outcome: this.#shape.isAutomock() ? 'on' : 'off' };
    try {
      const request = args[0] as string;
      const id = this.#shape.moduleId(mode, from, request);
      return { id, outcome: mockOutcome(this.#shape, mode, from, request, id) };
    } catch {
      // The request resolves to nothing (yet): a virtual mock is unknown until it is registered.
      return null;
    }
  }
}

interface Outcome {
  readonly id: string;
  readonly outcome: string;
}

function registrationKey(mode: ModuleMode, id: string): string {
  return `${mode} mock:${id}`;
}
