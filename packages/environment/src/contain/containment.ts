import type { Act } from '../ledger/act';
import type { Made } from '../report/made-at';
import type { Scope } from '../scopes/scope';
import { LayerStacks } from './layer-stacks';
import type { Layer } from './layer-stacks';
import { putBack } from './put-back';
import type { Kept, Refused } from './put-back';

/** What decides about single changes. */
export interface ContainmentOptions {
  /** Where the values of these acts were made. */
  readonly made: (acts: readonly Act[]) => ReadonlyMap<Act, Made>;
  /** Whether a change is not the tests' own and stays. */
  readonly keeps: (layer: Layer, made: Made | undefined) => Kept;
}

/** Puts back what scopes left, when they end (`contain`). */
export class Containment {
  readonly stacks = new LayerStacks();
  readonly #options: ContainmentOptions;
  readonly #because = new Map<Act, string>();

  constructor(options: ContainmentOptions) {
    this.#options = options;
  }

  /** These scopes are over. */
  end(scopes: readonly Scope[]): void {
    if (scopes.length === 0) return;
    const over = new Set(scopes);
    const stacks = this.stacks.stacksOf(over);
    const ends = ({ scope }: Layer): boolean => over.has(scope);
    const acts = stacks.flatMap((stack) => stack.filter(ends).flatMap(({ act }) => act ?? []));
    const made = this.#options.made(acts);
    const keeps = (layer: Layer): Kept =>
      this.#options.keeps(layer, layer.act === null ? undefined : made.get(layer.act));
    for (const refused of putBack(stacks, ends, keeps)) this.#note(refused);
    this.stacks.forget(over);
  }

  /** The file is over. */
  endFile(): void {
    this.end(this.stacks.scopes());
  }

  /** Why what an act left could not be put back, or null. */
  whyStays(act: Act): string | null {
    return this.#because.get(act) ?? null;
  }

  #note({ layer, because }: Refused): void {
    if (layer.act === null) return;
    const other = because.act?.key ?? String(because.place.key);
    this.#because.set(
      layer.act,
      because === layer
        ? 'it cannot be written any more'
        : because.place.object === layer.place.object && because.place.key === layer.place.key
          ? 'something that stays was put over it'
          : `it belongs to one change with ${other}, which stays`,
    );
  }
}
