import type { HostPlaces } from '../contain/host-places';
import type { LateCode } from '../blame/late-code';
import { Ledger } from '../ledger/ledger';
import type { Context } from '../scopes/scope';
import type { RequireCacheChange } from '../surfaces/host/require-cache';
import { HOST_PREFIX, HostStateSurface } from '../surfaces/host-state';
import type { HostStateOptions } from '../surfaces/host-state';
import type { ProcessChange, SlotChange } from '../surfaces/slot';
import { Spies } from '../surfaces/spies';

const NO_FRAMES = { site: null, via: null, owner: null };

/** The surface of host state over parts that find what a test puts into these lists, once. */
export class HostScript {
  readonly ledger = new Ledger();
  readonly spies = new Spies();
  /** Stands for `fs` in every change. */
  readonly fs: object = Object.create({ inherited: 1 }) as object;
  atHand: SlotChange[] = [];
  handedOut: SlotChange[] = [];
  process: ProcessChange[] = [];
  loader: RequireCacheChange[] = [];
  /** The values of which it is known in whose code they were made. */
  readonly makers = new Map<unknown, Context>();
  readonly surface: HostStateSurface;

  constructor(places: Partial<HostPlaces> | null = null) {
    const late = { ofValue: (value: unknown) => this.makers.get(value) ?? null };
    this.surface = new HostStateSurface({
      slots: {
        hasAtHand: true,
        lookDeeper() {},
        changedAtHand: () => this.atHand.splice(0),
        changedSinceLastLook: () => [...this.atHand.splice(0), ...this.handedOut.splice(0)],
        lookAt: () => this.atHand.splice(0),
        lookAtAll: () => [...this.atHand.splice(0), ...this.handedOut.splice(0)],
      } as Partial<HostStateOptions['slots']> as HostStateOptions['slots'],
      process: { changes: () => this.process.splice(0) } as Partial<
        HostStateOptions['process']
      > as HostStateOptions['process'],
      loader: {
        changes: () => this.loader.splice(0),
        watchClosely() {},
      } as Partial<HostStateOptions['loader']> as HostStateOptions['loader'],
      ledger: this.ledger,
      spies: this.spies,
      places: places === null ? null : () => places as HostPlaces,
      putsBackScopes: false,
      late: late as unknown as LateCode,
      select: () => NO_FRAMES,
      relative: (file) => file,
      importedWriter: () => null,
      mentions: () => null,
      definedByTests: () => [],
      mayChangePrototypes: () => false,
      mayChangeLoader: () => false,
    });
  }

  /** The code in `context` assigned `fs.<property>`, which is found when that code has run. */
  assign(context: Context, property: string, before: unknown, after: unknown): void {
    this.atHand.push(this.change(property, dataOf(before), dataOf(after)));
    this.surface.look(context);
  }

  change(property: string, before?: PropertyDescriptor, after?: PropertyDescriptor): SlotChange {
    return { kind: 'core-module-mutated', key: `fs.${property}`, object: this.fs, property, before, after };
  }

  /** Who wrote a key and is still in place, first to last. */
  writers(key: string): string[] {
    return this.ledger.writers(`${HOST_PREFIX}${key}`).map(({ scope }) => scope.name ?? scope.type);
  }
}

/** A property as an assignment makes it. */
export function dataOf(value: unknown): PropertyDescriptor {
  return { value, writable: true, enumerable: true, configurable: true };
}
