import { loadLater } from '@jest-hermetic/leak-record';
import type { Advice } from '@jest-hermetic/leak-record';
import type { ActFrames } from '../site/frame';
import type { SiteMapper } from '../site/source-maps';

const recipes = loadLater(() => require('@jest-hermetic/recipes') as typeof import('@jest-hermetic/recipes'));

/** Enough to tell; a loop over the whole cache would otherwise fill the record. */
const KEPT = 50;

interface Write {
  readonly ownerFile: string;
  readonly key: string;
  readonly frames: ActFrames;
}

/** Writes to `require.cache`: no act, since nothing changes, but never what their author wants. */
export class IneffectiveWrites {
  readonly #writes = new Map<string, Write>();

  note(ownerFile: string, key: string, frames: ActFrames): void {
    const identity = JSON.stringify([ownerFile, key, frames.site]);
    if (this.#writes.size < KEPT && !this.#writes.has(identity)) this.#writes.set(identity, { ownerFile, key, frames });
  }

  /** What to tell: one piece of advice for each place and module. */
  advice(mapper: () => SiteMapper, relative: (file: string) => string): Advice[] {
    if (this.#writes.size === 0) return [];
    const { requireCacheInstead } = recipes();
    const map = mapper();
    return [...this.#writes.values()].map(({ ownerFile, key, frames }) => {
      const owner = relative(ownerFile);
      const module = relative(key);
      const site = frames.site === null ? null : map.map(frames.site);
      return {
        kind: 'require-cache-ineffective',
        owner,
        key: module,
        site,
        instead: requireCacheInstead(module, owner),
      };
    });
  }
}
