import { createRequire } from 'node:module';
import type { JestEnvironment, JestEnvironmentConfig, EnvironmentContext } from '@jest/environment';
import { join } from './originals';

/** The constructor of a Jest environment. */
export type EnvironmentClass = new (config: JestEnvironmentConfig, context: EnvironmentContext) => JestEnvironment;

/** What the module of an environment exports. */
export interface EnvironmentModule {
  readonly default?: EnvironmentClass | { readonly default?: EnvironmentClass };
  readonly TestEnvironment?: EnvironmentClass;
}

/**
 * Loads the environment to wrap. The default one comes from the running Jest first, so that its version fits;
 * any other as the user would resolve it, from the project.
 *
 * @throws {Error} with what to install when it cannot be found, or what to write when it cannot be required
 */
export function loadBaseEnvironment(name: string, config: JestEnvironmentConfig): EnvironmentClass {
  const { rootDir, runner } = config.projectConfig;
  const key = [name, rootDir, runner].join('\n');
  let found = loaded.get(key);
  if (found === undefined) {
    found = load(name, rootDir, runner);
    loaded.set(key, found);
  }
  return found;
}

// Once a worker: by the time of its next file a test may have left a path with which Node resolves nothing.
const loaded = new Map<string, EnvironmentClass>();

function load(name: string, rootDir: string, runner: string): EnvironmentClass {
  const fromProject = join(rootDir, 'package.json');
  const origins =
    name === 'jest-environment-node' ? [runner, fromProject, __filename] : [fromProject, runner, __filename];
  let failure: unknown = null;
  for (const origin of origins) {
    let path: string;
    try {
      path = createRequire(origin).resolve(name.replace('<rootDir>', rootDir));
    } catch (error) {
      failure ??= error;
      continue;
    }
    return classIn(requireEnvironment(path, name), name);
  }
  throw new Error(
    `jest-hermetic: the environment "${name}" cannot be found from ${rootDir}. ` +
      `Install it (npm install --save-dev ${name}), or correct testEnvironmentOptions.hermetic.baseEnvironment.`,
    { cause: failure },
  );
}

function requireEnvironment(path: string, name: string): unknown {
  try {
    return require(path);
  } catch (error) {
    const { code, message = '' } = error as { code?: string; message?: string };
    // The first of the two may be about a module that a CommonJS environment requires; that one is its own affair.
    const isItself = code === 'ERR_REQUIRE_ESM' && message.includes(`ES Module ${path} `);
    if (!isItself && code !== 'ERR_REQUIRE_ASYNC_MODULE') throw error;
    throw new Error(
      `jest-hermetic: the environment "${name}" is an ES module that Node ${process.version} cannot require.\n` +
        'Wrap it in a file of your own, hermetic-environment.mjs in rootDir:\n\n' +
        "  import { createEnvironment } from 'jest-hermetic';\n" +
        `  import * as base from '${name}';\n` +
        '  export default createEnvironment(base);\n\n' +
        "and set testEnvironment: '<rootDir>/hermetic-environment.mjs' in place of baseEnvironment. " +
        'Node 20.19, 22.12 and later can require ES modules without top-level await.',
      { cause: error },
    );
  }
}

/**
 * The environment class in what a module exports: itself, `default` or `TestEnvironment` (Jest accepts the last two).
 *
 * @throws {Error} when there is none
 */
export function classIn(exported: unknown, name: string): EnvironmentClass {
  const module = exported as { default?: unknown; TestEnvironment?: unknown } | null | undefined;
  const nested = (module?.default as { default?: unknown } | undefined)?.default;
  const found = [module?.TestEnvironment, module?.default, nested, exported].find(
    (candidate) => typeof candidate === 'function',
  );
  if (found === undefined) {
    throw new Error(
      `jest-hermetic: "${name}" exports no environment class. Export it as default or as TestEnvironment.`,
    );
  }
  return found as EnvironmentClass;
}
