import type { Act, LoadPlace } from '../ledger/act';
import type { Ledger } from '../ledger/ledger';
import type { ModuleMode } from '../runtime/shape';
import { isWithin } from '../scopes/scope';
import type { Context } from '../scopes/scope';
import { noteLoad, noteReceived, receivedThrough } from './instances';
import type { Instance } from './instances';
import type { MockRegistrationsSurface } from './mock-registrations';
import { PURGE_MARK } from './module-registry';
import type { ModuleRegistrySurface } from './module-registry';

/** One finished load. */
export interface Load {
  readonly mode: ModuleMode;
  readonly from: string;
  readonly request: string;
  /** Instances of the code that asked for it (the module, and the mock whose factory is running). */
  readonly importers: readonly Instance[];
  /** What it was given; null for what is not tracked (core modules, private copies). */
  readonly given: Instance | null;
  /** Module id when it was given a mock. */
  readonly mockId: string | null;
  /** Who executes. */
  readonly context: Context;
  /** Who asked for it: code that runs on after its test ended is still that test's. Asked for only for a receipt. */
  readonly receiver: () => Context;
  readonly place: () => LoadPlace | null;
}

/**
 * Sees who receives what leaked. A load yields the module it returns and everything that this module reaches
 * through loads made since the act (DESIGN 2.3). Called only while a test or describe block has something in place.
 */
export class Loads {
  readonly #ledger: Ledger;
  readonly #registry: ModuleRegistrySurface;
  readonly #mocks: MockRegistrationsSurface;

  constructor(ledger: Ledger, registry: ModuleRegistrySurface, mocks: MockRegistrationsSurface) {
    this.#ledger = ledger;
    this.#registry = registry;
    this.#mocks = mocks;
  }

  note(load: Load): void {
    this.#noteReceived(load);
    if (load.given === null) return;
    const at = this.#ledger.next();
    for (const importer of load.importers) noteLoad(importer, load.given, at);
    for (const act of this.#ledger.reaching(load.context)) {
      const receipt = receivedThrough(load.given, act);
      if (receipt !== null) {
        const from = (): LoadPlace | null => receipt.from ?? load.place();
        this.#ledger.receive(act, receipt.mark, load.context, from, load.receiver);
      }
    }
  }

  #noteReceived(load: Load): void {
    const deciders =
      load.mockId === null
        ? this.#mocks.decidersOfReal(load.mode, load.from, load.request)
        : load.given?.mock === true
          ? this.#mocks.decidersOfHeld(load.given.decidedBy)
          : this.#mocks.decidersOfMock(load.mode, load.mockId);
    const purge = load.given === null ? null : this.#registry.replacedBy(load.given);
    if (purge !== null) deciders.push({ act: purge, mark: PURGE_MARK });
    // A stack is dear, and most loads repeat what an importer has received already.
    let from: LoadPlace | null | undefined;
    const place = (): LoadPlace | null => (from === undefined ? (from = load.place()) : from);
    for (const { act, mark } of deciders) {
      if (act.context.scope.type === 'file') continue;
      for (const importer of load.importers) noteReceived(importer, act, mark, placeFor(act, load, place));
      this.#ledger.receive(act, mark, load.context, place, load.receiver);
    }
  }
}

/**
 * A scope that purges, and then loads all again, is the common case: what a module got by that matters only if it
 * outlives the scope, and then the text of the module tells the line well enough.
 */
function placeFor(act: Act, { from, request, context }: Load, place: () => LoadPlace | null): () => LoadPlace | null {
  const isOwn = act.kind === 'module-purged' && isWithin(context.scope, act.context.scope);
  return isOwn ? () => ({ importer: from, request }) : place;
}
