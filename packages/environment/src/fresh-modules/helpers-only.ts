import type { JestEnvironment, JestEnvironmentConfig, EnvironmentContext } from '@jest/environment';
import { findRuntimeModule, patchResetModules, registerEnvironment } from '../runtime/find-runtime';
import { findShape } from '../runtime/shape';
import { globalsOf } from '../surfaces/exports/loaded-modules';
import { sandboxScope } from '../surfaces/sandbox-scope';
import { FreshModules } from './fresh-modules';
import { LoadGraph } from './load-graph';
import { installTestBridge, keepHelperReal } from './test-bridge';

const waiting = new WeakMap<object, (runtime: object) => void>();

/**
 * Gives the tests their helpers and watches nothing (`JEST_HERMETIC=off`): a suite that uses `freshModules` must run
 * without us as it runs with us. `allowLeak` then has nothing to allow.
 */
export function provideHelpersOnly(
  environment: JestEnvironment,
  config: JestEnvironmentConfig,
  context: EnvironmentContext,
): void {
  let fresh: FreshModules | null = null;
  waiting.set(environment, (runtime) => {
    const shape = findShape(runtime);
    if (shape === null) return;
    keepHelperReal(shape);
    const cores = new Set<string>();
    shape.hookCoreModule((name) => cores.add(name));
    fresh = new FreshModules({
      shape,
      entryFiles: entryFilesOf(config, context),
      rootDir: config.globalConfig.rootDir,
      graph: new LoadGraph(shape),
      foreign: { globals: globalsOf(sandboxScope(environment)), cores },
      onPurged: () => () => {},
    });
  });
  registerEnvironment(environment);
  const { exportConditions } = environment;
  const ownExportConditions = function (this: JestEnvironment): string[] {
    const found = findRuntimeModule(ownExportConditions);
    if (found !== null) patchResetModules(found.Runtime, (runtime, owner) => waiting.get(owner)?.(runtime));
    return exportConditions?.call(this) ?? [];
  };
  environment.exportConditions = ownExportConditions;
  installTestBridge(environment.global, {
    whyNotFresh: () => (fresh === null ? 'its runtime has an unknown shape' : null),
    beginFresh: (patterns) => fresh?.begin(patterns) ?? (() => {}),
    allowLeak: () => {},
  });
}

/** The files that Jest itself runs in the sandbox: the test file and its setup files. */
export function entryFilesOf(
  { projectConfig: { setupFiles, setupFilesAfterEnv } }: JestEnvironmentConfig,
  { testPath }: EnvironmentContext,
): ReadonlySet<string> {
  return new Set([...setupFiles, ...setupFilesAfterEnv, testPath]);
}
