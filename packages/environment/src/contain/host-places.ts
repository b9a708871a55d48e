import type { Act } from '../ledger/act';
import type { Leftover } from '../ledger/ledger';
import type { HostSlots } from '../surfaces/host/host-slots';
import type { ProcessWatch } from '../surfaces/host/process-watch';
import type { CacheSlot, HostRequireCache, RequireCacheChange } from '../surfaces/host/require-cache';
import { sameState } from '../surfaces/host-state';
import type { ProcessChange, SlotChange } from '../surfaces/slot';
import type { LayerStacks, Place } from './layer-stacks';
import { slotPlace } from './slot-place';

/** What stays as it is (DESIGN 4): it decides how the process ends. */
const NEVER_PUT_BACK = 'process.exitCode';

/** What knows the host's state and can write it. */
export interface HostWriters {
  readonly slots: Pick<HostSlots, 'restore' | 'isSetting'>;
  readonly process: Pick<ProcessWatch, 'restore'>;
  readonly loader: Pick<HostRequireCache, 'restore'>;
}

/** Notes what is changed in the state that all files of a worker share, in a form that can be put back. */
export class HostPlaces {
  readonly #writers: HostWriters;
  readonly #stacks: LayerStacks;
  /** Each piece of process state stands for itself: one that cannot be put back does not hold another. */
  readonly #processObjects = new Map<string, object>();
  /** What was written into places, by the ledger's key. */
  readonly #written = new Map<string, { place: Place; state: unknown }>();

  constructor(writers: HostWriters, stacks: LayerStacks) {
    this.#writers = writers;
    this.#stacks = stacks;
  }

  /** `ledgerKey` is how the ledger calls the place. */
  noteSlot(ledgerKey: string, change: SlotChange, act: Act): void {
    const { slots } = this.#writers;
    const { object, property } = change;
    if (!slots.isSetting(change)) {
      const write = (before: PropertyDescriptor | undefined): boolean => slots.restore({ ...change, before });
      this.#note(ledgerKey, slotPlace(object, property, write), change, act);
      return;
    }
    const { same } = slotPlace(object, property, () => false);
    const put = (before: unknown): boolean => slots.restore({ ...change, before: before as PropertyDescriptor });
    const key = `setting ${String(property)}`;
    this.#note(ledgerKey, { object, key, same, canBecome: () => true, put }, change, act);
  }

  noteProcess(ledgerKey: string, change: ProcessChange, act: Act): void {
    const { key } = change;
    if (key === NEVER_PUT_BACK) return;
    let object = this.#processObjects.get(key);
    if (object === undefined) {
      object = {};
      this.#processObjects.set(key, object);
    }
    const place: Place = {
      object,
      key,
      same: sameState,
      canBecome: () => true,
      put: (before) => this.#writers.process.restore({ ...change, before }),
    };
    this.#note(ledgerKey, place, change, act);
  }

  noteLoader(ledgerKey: string, change: RequireCacheChange, slot: CacheSlot, act: Act): void {
    const write = (before: PropertyDescriptor | undefined): boolean =>
      this.#writers.loader.restore({ ...change, slots: [{ ...slot, before }] });
    this.#note(ledgerKey, slotPlace(slot.object, slot.property, write), slot, act);
  }

  /** What the next file really finds of what the ledger says was left; null when it was put back. */
  leftOf(leftover: Leftover): Leftover | null {
    const written = this.#written.get(leftover.key);
    if (written === undefined) return leftover;
    const { place, state } = written;
    return place.same(leftover.before, state) ? null : { ...leftover, after: state };
  }

  #note(ledgerKey: string, place: Place, change: { before?: unknown; after?: unknown }, act: Act): void {
    const { scope, ownerFile } = act.context;
    const noted: Place = {
      ...place,
      put: (state) => {
        const done = place.put(state);
        if (done) this.#written.set(ledgerKey, { place, state });
        return done;
      },
    };
    const { before, after } = change;
    this.#stacks.note({ place: noted, scope, owner: ownerFile, before, after, act });
  }
}
