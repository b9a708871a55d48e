import { loadLater } from '@jest-hermetic/leak-record';
import type { RuntimeShape, UnknownRuntime } from './shape';

// A process has one Jest, so it needs one of them.
const before304 = loadLater(() => require('./shape-before-30-4') as typeof import('./shape-before-30-4'));
const from304 = loadLater(() => require('./shape-from-30-4') as typeof import('./shape-from-30-4'));

/** The shape of this runtime, found by what it has, or null when we know none that fits. */
export function findShape(runtime: object): RuntimeShape | null {
  const unknown = runtime as UnknownRuntime;
  return (
    ('registries' in unknown ? from304().shapeFrom304(unknown) : null) ??
    ('_moduleRegistry' in unknown ? before304().shapeBefore304(unknown) : null)
  );
}
