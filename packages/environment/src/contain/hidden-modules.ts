import { withLoaders } from '../fresh-modules/choose-modules';
import type { LoadGraph } from '../fresh-modules/load-graph';
import { mapDelete, mapForEach, mapSet } from '../originals';
import type { RuntimeShape } from '../runtime/shape';
import { strictlyEncloses } from '../scopes/scope';
import type { Scope } from '../scopes/scope';
import type { Instances } from '../surfaces/instances';
import { fileOfEsmKey } from '../surfaces/module-registry';
import type { LayerStacks, Place } from './layer-stacks';

/** The state of a key while its module is hidden: whatever is loaded there. */
const HIDDEN = Symbol('hidden');

/** What decides which modules a block does not see. */
export interface HiddenModulesOptions {
  readonly shape: RuntimeShape;
  readonly stacks: LayerStacks;
  readonly instances: Instances;
  readonly entryFiles: ReadonlySet<string>;
  readonly graph: LoadGraph;
}

/**
 * A mock that the body of a describe block registers is there before any test loads anything. Where it is in force
 * again, tests that ran in between may have loaded what would have been given the mock; the block does not see that.
 */
export class HiddenModules {
  readonly #options: HiddenModulesOptions;
  readonly #objects = [{}, {}];

  constructor(options: HiddenModulesOptions) {
    this.#options = options;
  }

  /** Hides from `block` what depends on `nodes` and was loaded by none of the scopes around it. */
  hide(block: Scope, owner: string, nodes: readonly string[]): void {
    const { shape, stacks, instances, entryFiles, graph } = this.#options;
    const unwanted = withLoaders(nodes, graph.loaders());
    const registries = [() => shape.cjsRegistry(), () => shape.esmRegistry()];
    registries.forEach((registry, index) => {
      const hidden: [string, unknown][] = [];
      mapForEach(registry(), (module, key) => {
        const path = index === 0 ? key : (fileOfEsmKey(key) ?? key);
        const instance = instances.of(module);
        if (instance === undefined || entryFiles.has(path) || !unwanted.has(path)) return;
        if (!strictlyEncloses(instance.scope, block) && instance.scope !== block) hidden.push([key, module]);
      });
      for (const [key, module] of hidden) {
        mapDelete(registry(), key);
        const place = this.#place(index, registry, key);
        stacks.note({ place, scope: block, owner, before: module, after: HIDDEN, act: null });
      }
    });
  }

  #place(index: number, registry: () => Map<string, unknown>, key: string): Place {
    return {
      object: this.#objects[index] as object,
      key,
      same: Object.is,
      canBecome: () => true,
      put: (module) => {
        mapSet(registry(), key, module);
        return true;
      },
    };
  }
}
