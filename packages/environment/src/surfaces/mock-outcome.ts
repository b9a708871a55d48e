import type { ModuleMode, RuntimeShape } from '../runtime/shape';

/** The outcome of a request that resolves to nothing: a virtual mock before it is registered, and after. */
export const UNRESOLVABLE = 'unresolvable';

const factoryNumbers = new WeakMap<object, number>();
let factories = 0;

/**
 * What a load of `request` in `from` would yield, as one comparable word: the real module, a manual mock by its
 * path, an automock, or the mock of one certain factory. Equal words mean the same outcome (DESIGN 2.2, undone).
 */
export function mockOutcome(shape: RuntimeShape, mode: ModuleMode, from: string, request: string, id: string): string {
  const explicit = shape.explicit(mode).get(id);
  const mocked = explicit ?? (mode === 'cjs' && shape.isAutomock() && shape.wouldAutomock(from, request, id));
  if (mocked) {
    const factory = shape.factories(mode).get(id);
    if (factory !== undefined) return `factory ${numberOf(factory)}`;
    const manual = mode === 'cjs' ? shape.rootManualMock(from, request) : null;
    return manual === null ? 'mock' : `manual ${manual}`;
  }
  // Jest gives a package its root manual mock on a plain require, unless it was explicitly unmocked; never a core module.
  const manual =
    mode === 'cjs' && explicit !== false && !shape.isCoreModule(request) ? shape.rootManualMock(from, request) : null;
  if (manual !== null) return `manual ${manual}`;
  return mode === 'esm' || shape.isCoreModule(request) || shape.resolve(from, request) !== null ? 'real' : UNRESOLVABLE;
}

function numberOf(factory: unknown): string {
  if (typeof factory !== 'function') return String(factory);
  let number = factoryNumbers.get(factory);
  if (number === undefined) {
    number = ++factories;
    factoryNumbers.set(factory, number);
  }
  return String(number);
}
