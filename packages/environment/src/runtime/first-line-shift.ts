import { apply } from '../originals';

/** The two methods of the Runtime class of Jest 29 that are used here; later ones have other insides. */
interface WrappingRuntime {
  constructModuleWrapperStart?: () => unknown;
  unstable_shouldLoadAsEsm?: (file: string) => unknown;
}

/**
 * By how many columns V8's positions on the first line of a file are shifted under `runtime`.
 *
 * Jest 29 runs a CommonJS module as a script that begins with a wrapper on the module's own first line, and gives
 * V8 the wrapper's length as the column to start from: so it counts twice. Native ESM has no wrapper, and since 30.0
 * CommonJS has none either (`compileFunction`). Without the method that makes the wrapper the shift is 0.
 */
export function firstLineShift(runtime: object): (file: string) => number {
  const { constructModuleWrapperStart } = runtime as WrappingRuntime;
  const start =
    typeof constructModuleWrapperStart === 'function' ? apply(constructModuleWrapperStart, runtime, []) : '';
  const shift = typeof start === 'string' ? start.length * 2 : 0;
  return (file) => {
    if (shift === 0) return 0;
    try {
      return (runtime as WrappingRuntime).unstable_shouldLoadAsEsm?.(file) ? 0 : shift;
    } catch {
      // It may read a package.json, and fs may be what a test has broken.
      return shift;
    }
  };
}
