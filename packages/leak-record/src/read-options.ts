import { loadLater } from './load-later';
import { defaultOptions, type HermeticOptions } from './options';

const checking = loadLater(() => require('./check-options') as typeof import('./check-options'));

/**
 * Reads `testEnvironmentOptions.hermetic`. Every error has the option's path, what was found and what is allowed;
 * an option with an error keeps its default.
 *
 * `watchPackages` and `watch` replace the default list, with one exception: a `watch` that begins with a `!` is read
 * after the default globs, since a list that only takes away would otherwise watch nothing at all.
 */
export function readOptions(raw: unknown): { options: HermeticOptions; errors: string[] } {
  return raw === undefined ? { options: defaultOptions(), errors: [] } : checking().checkOptions(raw);
}
