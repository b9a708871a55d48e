import { arrayIncludes, arrayPush } from '../../originals';
import type { SlotChange } from '../slot';
import type { Mentions } from './mentions';
import { timesRemembered } from './watched-object';
import type { WatchedObject } from './watched-object';

interface Named {
  readonly watched: WatchedObject;
  readonly indexes: readonly number[];
  readonly absent: readonly string[];
}

/** What locks an object, whatever it is called. */
const LOCKS = ['freeze', 'seal', 'preventExtensions'];

/** The properties of watched objects that the code of the tests mentions: few of many, so looking at them is cheap. */
export class NamedSlots {
  readonly mentions: Mentions;
  readonly #mayLock: boolean;
  #objects: readonly WatchedObject[] = [];
  #count = 0;
  #remembered = -1;
  #named: Named[] = [];

  constructor(mentions: Mentions) {
    this.mentions = mentions;
    this.#mayLock = LOCKS.some((name) => mentions.words.has(name));
  }

  /** Adds to `changes` what changed of these objects since the last look. */
  look(objects: readonly WatchedObject[], changes: SlotChange[]): void {
    if (this.#objects !== objects || this.#count !== objects.length || this.#remembered !== timesRemembered())
      this.#name(objects);
    const named = this.#named;
    for (let i = 0; i < named.length; i += 1) {
      const { watched, indexes, absent } = named[i] as Named;
      watched.lookAt(changes, indexes, absent);
    }
  }

  #name(objects: readonly WatchedObject[]): void {
    this.#objects = objects;
    this.#count = objects.length;
    this.#remembered = timesRemembered();
    this.#named = [];
    for (let i = 0; i < objects.length; i += 1) {
      const named = nameSlots(objects[i] as WatchedObject, this.mentions);
      if (this.#mayLock || named.indexes.length + named.absent.length > 0) arrayPush(this.#named, named);
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
  return { watched, indexes, absent };
}
