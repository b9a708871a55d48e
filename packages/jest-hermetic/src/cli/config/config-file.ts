import { existsSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';

/** How a config is written. `package` is the `jest` key of a package.json, which may still be missing. */
export type ConfigForm = 'script' | 'json' | 'package';

/** Where the Jest config stands. */
export interface ConfigFile {
  path: string;
  form: ConfigForm;
}

const NAMES = ['js', 'ts', 'mjs', 'cjs', 'mts', 'cts', 'json'].map((extension) => `jest.config.${extension}`);

/**
 * The config file that Jest would take, or why none can be named. Looks as Jest does: the one that is named in its
 * arguments, else the nearest directory with a `jest.config.*` or a package.json.
 */
export function findConfigFile(cwd: string, jestArguments: readonly string[]): ConfigFile | { unknown: string } {
  const named = configArgument(jestArguments);
  if (named !== null) {
    if (named.trimStart().startsWith('{')) return { unknown: 'the config is given on the command line' };
    return configFileAt(path.resolve(cwd, named));
  }
  for (let directory = cwd; ; directory = path.dirname(directory)) {
    const found = NAMES.map((name) => path.join(directory, name)).filter((file) => existsSync(file));
    if (found.length > 1)
      return { unknown: `there are several: ${found.map((file) => path.basename(file)).join(', ')}` };
    const manifest = path.join(directory, 'package.json');
    const file = found[0] ?? (existsSync(manifest) ? manifest : null);
    if (file !== null) return configFileAt(file);
    if (directory === path.dirname(directory)) return { unknown: 'no Jest config and no package.json was found' };
  }
}

function configFileAt(file: string): ConfigFile | { unknown: string } {
  if (!existsSync(file)) return { unknown: `${file} does not exist` };
  if (path.basename(file) === 'package.json') return { path: file, form: 'package' };
  return { path: file, form: file.endsWith('.json') ? 'json' : 'script' };
}

function configArgument(jestArguments: readonly string[]): string | null {
  const { values } = parseArgs({
    args: [...jestArguments],
    options: { config: { type: 'string', short: 'c' } },
    strict: false,
  });
  return typeof values.config === 'string' ? values.config : null;
}
