import { DEFAULT_OPTIONS, loadLater } from '@jest-hermetic/leak-record';
import type { HermeticOptions } from '@jest-hermetic/leak-record';
import { stringify } from '../originals';
import { packageOf, relativePath } from '../site/file-paths';
import { isOurFile } from '../site/our-files';

const micromatch = loadLater(() => require('micromatch') as typeof import('micromatch'));

let last: { readonly key: string; readonly watched: Watched } | null = null;

/** Which modules matter to the user: by `watch` globs, by `watchPackages` for what stands in node_modules. */
export class Watched {
  readonly #rootDir: string;
  readonly #globs: readonly string[] | null;
  readonly #packages: ReadonlySet<string>;
  readonly #names = new Map<string, string | null>();

  /** The same one for the next file with these options: the modules of a project are the same for all its files. */
  static of(rootDir: string, { watch, watchPackages }: Pick<HermeticOptions, 'watch' | 'watchPackages'>): Watched {
    const key = stringify([rootDir, watch, watchPackages]);
    if (last?.key !== key) last = { key, watched: new Watched(rootDir, { watch, watchPackages }) };
    return last.watched;
  }

  constructor(rootDir: string, options: Pick<HermeticOptions, 'watch' | 'watchPackages'>) {
    this.#rootDir = rootDir;
    this.#globs = String(options.watch) === String(DEFAULT_OPTIONS.watch) ? null : options.watch;
    this.#packages = new Set(options.watchPackages);
  }

  /** How a watched module is named in a report (its path, or its package), or null when it is not watched. */
  nameOf(path: string): string | null {
    let name = this.#names.get(path);
    if (name === undefined) {
      name = this.#decide(path);
      this.#names.set(path, name);
    }
    return name;
  }

  #decide(path: string): string | null {
    // The test helpers: nobody minds which instance of them it has.
    if (isOurFile(path)) return null;
    const owner = packageOf(path);
    if (owner !== null && this.#packages.has(owner)) return owner;
    const relative = relativePath(this.#rootDir, path);
    const watched = this.#globs === null ? owner === null : lastMatch(relative, this.#globs);
    return watched ? (owner ?? relative) : null;
  }
}

function lastMatch(path: string, globs: readonly string[]): boolean {
  const { isMatch } = micromatch();
  let matched = false;
  for (const glob of globs) {
    const negated = glob.startsWith('!');
    if (isMatch(path, negated ? glob.slice(1) : glob, { dot: true })) matched = !negated;
  }
  return matched;
}
