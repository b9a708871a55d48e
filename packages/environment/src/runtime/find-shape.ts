import { shapeBefore304 } from './shape-before-30-4';
import { shapeFrom304 } from './shape-from-30-4';
import type { RuntimeShape, UnknownRuntime } from './shape';

/** The shape of this runtime, found by what it has, or null when we know none that fits. */
export function findShape(runtime: object): RuntimeShape | null {
  const unknown = runtime as UnknownRuntime;
  return shapeFrom304(unknown) ?? shapeBefore304(unknown);
}
