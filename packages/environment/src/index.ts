import type { EnvironmentContext, JestEnvironment, JestEnvironmentConfig } from '@jest/environment';
import { DEFAULT_OPTIONS, readOptions, withOwnBuiltins } from '@jest-hermetic/leak-record';
import { loadBaseEnvironment } from './base-environment';
import type { EnvironmentClass } from './base-environment';
import { guardedClass } from './create-environment';
import { mapGet, mapSet, stringify } from './originals';

const OF_JEST: ReadonlySet<string> = new Set(['jest-environment-node', 'jest-environment-jsdom']);

const guardedClasses = new WeakMap<EnvironmentClass, EnvironmentClass>();

/**
 * Makes an environment class that wraps the `baseEnvironment` of the options, or `defaultBase` when none is
 * configured. Which one is known only when the config is, so the constructor hands out an instance of the class that
 * fits.
 */
export function environmentOver(defaultBase: string): EnvironmentClass {
  /** Asked once for all files of a project. */
  const chosen = new Map<string, EnvironmentClass>();
  class HermeticEnvironment {
    constructor(config: JestEnvironmentConfig, context: EnvironmentContext) {
      const { rootDir, runner, testEnvironmentOptions } = config.projectConfig;
      const raw: unknown = testEnvironmentOptions?.['hermetic'];
      const key = stringify([rootDir, runner, raw]);
      let Guarded = mapGet(chosen, key);
      if (Guarded === undefined) {
        Guarded = withOwnBuiltins(() => {
          const { baseEnvironment } = readOptions(raw).options;
          const name = baseEnvironment === DEFAULT_OPTIONS.baseEnvironment ? defaultBase : baseEnvironment;
          return guarded(loadBaseEnvironment(name, config), !OF_JEST.has(name));
        });
        mapSet(chosen, key, Guarded);
      }
      return new Guarded(config, context) as JestEnvironment & HermeticEnvironment;
    }
  }
  return HermeticEnvironment as unknown as EnvironmentClass;
}

function guarded(Base: EnvironmentClass, mayChangeHost: boolean): EnvironmentClass {
  let Guarded = guardedClasses.get(Base);
  if (Guarded === undefined) {
    Guarded = guardedClass(Base, mayChangeHost);
    guardedClasses.set(Base, Guarded);
  }
  return Guarded;
}

/** The environment `jest-hermetic`: over the jest-environment-node of the running Jest, unless another is configured. */
export const TestEnvironment = environmentOver(DEFAULT_OPTIONS.baseEnvironment);
export default TestEnvironment;
export { createEnvironment } from './create-environment';
export type { EnvironmentClass } from './base-environment';
