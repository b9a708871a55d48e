import { loadLater } from '@jest-hermetic/leak-record';
import { packageOf, relativePath } from '../site/file-paths';

const micromatch = loadLater(() => require('micromatch') as typeof import('micromatch'));

/** Tells for an absolute path whether the user asked for it. */
export type Chooser = (path: string) => boolean;

/**
 * The chooser for a list of patterns: names of packages, and globs on paths relative to `rootDir`. As in the option
 * `watch`, the last pattern that matches decides, and a leading `!` takes out. `onMatch` is told every match.
 */
export function chooserFor(
  patterns: readonly string[],
  rootDir: string,
  onMatch: (pattern: string) => void = () => {},
): Chooser {
  const { isMatch } = micromatch();
  return (path) => {
    const relative = relativePath(rootDir, path);
    const owner = packageOf(path);
    let chosen = false;
    for (const pattern of patterns) {
      const negated = pattern.startsWith('!');
      const positive = negated ? pattern.slice(1) : pattern;
      if ((owner === null || owner !== positive) && !isMatch(relative, positive, { dot: true })) continue;
      chosen = !negated;
      onMatch(pattern);
    }
    return chosen;
  };
}

/** `chosen`, and everything that loads any of it, itself or through others. */
export function withLoaders(
  chosen: Iterable<string>,
  loaders: ReadonlyMap<string, ReadonlySet<string>>,
): ReadonlySet<string> {
  const all = new Set(chosen);
  for (const node of all) for (const loader of loaders.get(node) ?? []) all.add(loader);
  return all;
}
