import { arrayIncludes, arrayPush, getOwnPropertyDescriptor } from '../../originals';
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
      this.#name(objects, changes);
    const named = this.#named;
    for (let i = 0; i < named.length; i += 1) {
      const { watched, indexes, absent } = named[i] as Named;
      watched.lookAt(changes, indexes, absent);
    }
  }

  #name(objects: readonly WatchedObject[], changes: SlotChange[]): void {
    this.#objects = objects;
    this.#count = objects.length;
    this.#named = [];
    for (let i = 0; i < objects.length; i += 1) {
      const watched = objects[i] as WatchedObject;
      const absent = this.#absentIn(watched, changes);
      const indexes = watched.indexesOf(this.mentions.words);
      if (this.#mayLock || indexes.length + absent.length > 0) arrayPush(this.#named, { watched, indexes, absent });
    }
    this.#remembered = timesRemembered();
  }

  /** Names of which an object has no property. What it has and does not compare, as the name of a function, is none. */
  #absentIn(watched: WatchedObject, changes: SlotChange[]): string[] {
    const absent: string[] = [];
    const { assigned } = this.mentions;
    for (let i = 0; i < assigned.length; i += 1) {
      const name = assigned[i] as string;
      if (arrayIncludes(watched.keys, name)) continue;
      // It may have come since the last look.
      watched.lookAt(changes, NO_INDEXES, [name]);
      if (getOwnPropertyDescriptor(watched.object, name) === undefined) arrayPush(absent, name);
    }
    return absent;
  }
}

const NO_INDEXES: readonly number[] = [];
