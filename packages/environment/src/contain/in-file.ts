import type { LoadGraph } from '../fresh-modules/load-graph';
import type { Ledger } from '../ledger/ledger';
import type { RuntimeShape } from '../runtime/shape';
import type { Context, Scope } from '../scopes/scope';
import type { ExportMutationsSurface } from '../surfaces/exports/export-mutations';
import type { Instances } from '../surfaces/instances';
import { dropReceivers } from './dropped-instances';
import type { ExportPlaces } from './export-places';
import { HiddenModules } from './hidden-modules';
import type { LayerStacks, Place } from './layer-stacks';
import { RegistrationPlaces } from './registration-places';
import { PURGED, registryPlace } from './registry-place';
import type { Registries } from './registry-place';

/** What the containment of in-file state needs of the rest. */
export interface InFileOptions {
  readonly shape: RuntimeShape;
  readonly stacks: LayerStacks;
  readonly ledger: Ledger;
  readonly instances: Instances;
  readonly exports: ExportMutationsSurface;
  readonly exportPlaces: ExportPlaces;
  readonly entryFiles: ReadonlySet<string>;
  readonly graph: LoadGraph;
}

/** Notes what scopes do to the state that dies with the file, in a form that can be put back (`contain: 'scope'`). */
export class InFileContainment {
  readonly #options: InFileOptions;
  readonly #registrations: RegistrationPlaces;
  readonly #hidden: HiddenModules;
  readonly registry: Place & { read(): Registries };
  /** For each scope that has registered something: when it did so first. */
  readonly #registered = new Map<Scope, number>();

  constructor(options: InFileOptions) {
    const { shape, stacks, instances, exports } = options;
    this.#options = options;
    this.#hidden = new HiddenModules(options);
    this.#registrations = new RegistrationPlaces(shape, stacks);
    this.registry = registryPlace(shape, () => {
      const known = instances.save();
      const list = exports.saveList();
      return () => {
        known();
        list();
      };
    });
  }

  /** Runs a call that registers something. */
  aroundRegistration(context: Context, run: () => unknown): unknown {
    const { ledger, stacks } = this.#options;
    // The file keeps what it does itself; it matters only where it overwrites what an inner scope did.
    if (context.scope.type === 'file' && stacks.scopes().length === 0) return run();
    const since = ledger.next();
    const { result, changed } = this.#registrations.around(context, run);
    if (changed && !this.#registered.has(context.scope)) this.#registered.set(context.scope, since);
    return result;
  }

  /** The registry is about to be purged; answers whether what is purged now will be put back. */
  beforePurge({ scope, ownerFile }: Context): boolean {
    const { stacks, exports } = this.#options;
    if (scope.type === 'file') {
      stacks.overwrite(this.registry, scope);
      exports.forgetDropped();
      return false;
    }
    if (stacks.topOf(this.registry)?.scope === scope) return false;
    const before = this.registry.read();
    stacks.note({ place: this.registry, scope, owner: ownerFile, before, after: PURGED, act: null });
    return true;
  }

  /** What a describe body did in these places is in force again in its block. */
  inForceAgain(block: Scope, owner: string, places: readonly Place[]): void {
    const { ledger, exportPlaces } = this.#options;
    exportPlaces.remember();
    const nodes = places.flatMap((place) => this.#registrations.nodeOf(place) ?? []);
    if (nodes.length === 0) return;
    this.#registered.set(block, ledger.next());
    this.#hidden.hide(block, owner, nodes);
  }

  /** Before anything of a scope is put back; `context` is who executed last. */
  beforeEnd(context: Context): void {
    this.#options.exports.noteDropped(context);
  }

  /** After what these scopes left was put back. */
  afterEnd(scopes: ReadonlySet<Scope>): void {
    const { shape, instances, exportPlaces } = this.#options;
    for (const scope of scopes) {
      const since = this.#registered.get(scope);
      if (since !== undefined) dropReceivers(shape, instances, scopes, since);
      this.#registered.delete(scope);
    }
    exportPlaces.remember();
  }
}
