import type { Act } from '../ledger/act';
import { restoreSlot } from '../surfaces/host/restore-slot';
import type { ExportChange, WatchedExports } from '../surfaces/exports/watched-exports';
import type { LayerStacks } from './layer-stacks';
import { slotPlace } from './slot-place';

/** Notes what is changed of the exports of modules, in a form that can be put back. */
export class ExportPlaces {
  readonly #stacks: LayerStacks;
  readonly #touched = new Set<WatchedExports>();

  constructor(stacks: LayerStacks) {
    this.#stacks = stacks;
  }

  note(watched: WatchedExports, { slots }: ExportChange, act: Act): void {
    const { scope, ownerFile } = act.context;
    for (const { object, property, before, after } of slots) {
      const place = slotPlace(object, property, (state) => {
        this.#touched.add(watched);
        return restoreSlot({ object, property, before: state });
      });
      if (scope.type === 'file') this.#stacks.overwrite(place, scope);
      else this.#stacks.note({ place, scope, owner: ownerFile, before, after, act });
    }
  }

  /** What was put back is how it is: nobody's change at the next look. */
  remember(): void {
    for (const watched of this.#touched) watched.look();
    this.#touched.clear();
  }
}
