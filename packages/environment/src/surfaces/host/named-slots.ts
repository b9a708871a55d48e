import { arrayIncludes, arrayPush } from '../../originals';
import type { SlotChange } from '../slot';
import type { Mentions } from './mentions';
import type { WatchedObject } from './watched-object';

interface Named {
  readonly watched: WatchedObject;
  readonly indexes: readonly number[];
  readonly absent: readonly string[];
  readonly version: number;
}

/** The properties of watched objects that the code of the tests mentions: few of many, so looking at them is cheap. */
export class NamedSlots {
  readonly mentions: Mentions;
  readonly #named: Named[] = [];

  constructor(mentions: Mentions) {
    this.mentions = mentions;
  }

  /** Adds to `changes` what changed of these objects since the last look. */
  look(objects: readonly WatchedObject[], changes: SlotChange[]): void {
    for (let i = 0; i < objects.length; i += 1) {
      const watched = objects[i] as WatchedObject;
      let named = this.#named[i];
      if (named?.watched !== watched || named.version !== watched.version) {
        named = nameSlots(watched, this.mentions);
        this.#named[i] = named;
      }
      watched.lookAt(changes, named.indexes, named.absent);
    }
  }
}

function nameSlots(watched: WatchedObject, { words, assigned }: Mentions): Named {
  const indexes = watched.indexesOf(words);
  const absent: string[] = [];
  for (let i = 0; i < assigned.length; i += 1) {
    const name = assigned[i] as string;
    if (!arrayIncludes(watched.keys, name)) arrayPush(absent, name);
  }
  return { watched, indexes, absent, version: watched.version };
}
