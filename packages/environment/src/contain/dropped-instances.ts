import { mapDelete, mapForEach } from '../originals';
import type { RuntimeShape } from '../runtime/shape';
import type { Scope } from '../scopes/scope';
import type { Instance, Instances } from '../surfaces/instances';

/**
 * Takes out of the registries what was evaluated with a registration of these scopes: mocks that they registered, and
 * modules that hold one. Whoever loads it later gets it as it is without them. What was made before `since` stays.
 */
export function dropReceivers(
  shape: RuntimeShape,
  instances: Instances,
  scopes: ReadonlySet<Scope>,
  since: number,
): void {
  const holds = holderOfMocks(scopes);
  const isOfScopes = (instance: Instance | undefined): boolean =>
    instance !== undefined && instance.madeAt > since && holds(instance);
  for (const registry of [shape.cjsRegistry(), shape.esmRegistry()]) {
    const dropped: string[] = [];
    mapForEach(registry, (module, key) => {
      if (isOfScopes(instances.of(module))) dropped.push(key);
    });
    for (const key of dropped) mapDelete(registry, key);
  }
  for (const [id, instance] of instances.mocks()) {
    if (!isOfScopes(instance)) continue;
    mapDelete(shape.mockRegistry(), id);
    instances.forgetMock(id);
  }
}

/** Tells whether an instance is a mock that one of the scopes registered, or reaches one by its loads. */
function holderOfMocks(scopes: ReadonlySet<Scope>): (instance: Instance) => boolean {
  return (instance) => {
    const seen = new Set<Instance>([instance]);
    for (const at of seen) {
      const deciders = [...at.decidedBy, ...(at.received ?? [])];
      if (deciders.some(({ act }) => act.kind === 'mock-registered' && scopes.has(act.context.scope))) return true;
      for (const { instance: loaded } of at.loads?.values() ?? []) seen.add(loaded);
    }
    return false;
  };
}
