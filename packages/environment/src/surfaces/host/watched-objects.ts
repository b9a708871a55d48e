import { arrayIncludes, arrayPush, mapGet, mapSet, stringSlice } from '../../originals';
import type { HostRoot } from './host-globals';
import { isBetterName } from './names';
import { reachFrom, type Reached } from './reach';
import { WatchedObject } from './watched-object';

/** What lies within some properties of a root. */
export interface Parts {
  /** What is looked at after every test: the root and its {@link QUICK_PARTS}. */
  readonly quick: WatchedObject[];
  /** What is so only where code of the tests may be after it: class prototypes and {@link RARE_PARTS}. */
  readonly rare: WatchedObject[];
  /** All of it; a whole look is at this. */
  readonly everything: WatchedObject[];
}

/** All watched objects of the process: each once, under the best of the names by which it was reached. */
export class WatchedObjects {
  /** In the order in which they were found. */
  readonly all: WatchedObject[] = [];
  readonly #byObject = new Map<object, WatchedObject>();
  readonly #onNew: (watched: WatchedObject) => void;

  /** @param onNew told of each object that is taken in, as it is then */
  constructor(onNew: (watched: WatchedObject) => void) {
    this.#onNew = onNew;
  }

  get(object: object): WatchedObject | undefined {
    return mapGet(this.#byObject, object);
  }

  /** Takes in a root and what lies within `depth` properties of it. */
  add(root: HostRoot, depth: number): Parts {
    const parts: Parts = { quick: [], rare: [], everything: [] };
    const reached = reachFrom(root.object, root.name, depth);
    for (let i = 0; i < reached.length; i += 1) {
      const one = reached[i] as Reached;
      const watched = this.#watch(one);
      arrayPush(parts.everything, watched);
      if (isQuick(one, root)) arrayPush(parts.quick, watched);
      else if (isRare(one, root)) arrayPush(parts.rare, watched);
    }
    return parts;
  }

  #watch({ object, name }: Reached): WatchedObject {
    const known = this.get(object);
    if (known !== undefined) {
      if (isBetterName(name, known.name)) known.name = name;
      return known;
    }
    const watched = new WatchedObject(object, name);
    mapSet(this.#byObject, object, watched);
    arrayPush(this.all, watched);
    this.#onNew(watched);
    return watched;
  }
}

/** Appends the items that the list does not have yet. */
export function pushNew<T>(list: T[], items: readonly T[]): void {
  for (let i = 0; i < items.length; i += 1) {
    if (!arrayIncludes(list, items[i] as T)) arrayPush(list, items[i] as T);
  }
}

/** Objects below a module that are changed as often as the module itself. */
const QUICK_PARTS = ['promises', 'globalAgent', 'globalAgent.options', 'inspect.defaultOptions'];

/** Those that hardly anything but a test changes. */
const RARE_PARTS = ['win32', 'posix', 'types'];

function isQuick({ object, name, prototypeOf }: Reached, root: HostRoot): boolean {
  return object === root.object || (prototypeOf === null && arrayIncludes(QUICK_PARTS, pathBelow(name.text, root)));
}

function isRare({ name, prototypeOf }: Reached, root: HostRoot): boolean {
  return prototypeOf !== null || arrayIncludes(RARE_PARTS, pathBelow(name.text, root));
}

function pathBelow(text: string, root: HostRoot): string {
  return stringSlice(text, root.name.text.length + 1);
}
