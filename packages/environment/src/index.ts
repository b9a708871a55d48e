import type { EnvironmentContext, JestEnvironment, JestEnvironmentConfig } from '@jest/environment';
import { readOptions } from '@jest-hermetic/leak-record';
import { loadBaseEnvironment } from './base-environment';
import type { EnvironmentClass } from './base-environment';
import { createEnvironment } from './create-environment';

const made = new WeakMap<EnvironmentClass, EnvironmentClass>();

/**
 * The environment `jest-hermetic`: wraps `testEnvironmentOptions.hermetic.baseEnvironment`, by default the
 * jest-environment-node of the running Jest. Which one is known only when the config is, so the constructor hands out
 * an instance of the class that fits.
 */
class HermeticEnvironment {
  constructor(config: JestEnvironmentConfig, context: EnvironmentContext) {
    const { options } = readOptions(config.projectConfig.testEnvironmentOptions?.['hermetic']);
    const Base = loadBaseEnvironment(options.baseEnvironment, config);
    let Guarded = made.get(Base);
    if (Guarded === undefined) {
      Guarded = createEnvironment(Base);
      made.set(Base, Guarded);
    }
    return new Guarded(config, context) as HermeticEnvironment;
  }
}

/** Jest takes an environment under either name. */
export const TestEnvironment = HermeticEnvironment as unknown as new (
  config: JestEnvironmentConfig,
  context: EnvironmentContext,
) => JestEnvironment;
export default TestEnvironment;
export { createEnvironment } from './create-environment';
export type { EnvironmentClass } from './base-environment';
