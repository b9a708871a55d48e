import { arrayIncludes, arrayPush, mapGet, mapSet, ownKeys, stringSlice } from '../../originals';
import type { HostRoot } from './host-globals';
import { isBetterName } from './names';
import { reachFrom, type Reached } from './reach';
import { WatchedObject } from './watched-object';

/** All watched objects of the process: each once, under the best of the names by which it was reached. */
export class WatchedObjects {
  /** In the order in which they were found. */
  readonly all: WatchedObject[] = [];
  readonly #byObject = new Map<object, WatchedObject>();

  get(object: object): WatchedObject | undefined {
    return mapGet(this.#byObject, object);
  }

  /**
   * Takes in a root and what lies within `depth` properties of it. Returns those that are looked at after every test:
   * the root, its {@link QUICK_PARTS}, and class prototypes; `everything` gets them all.
   */
  add(root: HostRoot, depth: number, everything: WatchedObject[] = []): WatchedObject[] {
    const quick: WatchedObject[] = [];
    const reached = reachFrom(root.object, root.name, depth);
    for (let i = 0; i < reached.length; i += 1) {
      const one = reached[i] as Reached;
      const watched = this.#watch(one);
      arrayPush(everything, watched);
      if (isQuick(one, root)) arrayPush(quick, watched);
    }
    return quick;
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
    return watched;
  }
}

/** Appends the items that the list does not have yet. */
export function pushNew<T>(list: T[], items: readonly T[]): void {
  for (let i = 0; i < items.length; i += 1) {
    if (!arrayIncludes(list, items[i] as T)) arrayPush(list, items[i] as T);
  }
}

/** Objects below a module that tests change as often as the module itself. */
const QUICK_PARTS = [
  'promises',
  'globalAgent',
  'globalAgent.options',
  'inspect.defaultOptions',
  'win32',
  'posix',
  'types',
];

function isQuick({ object, name, prototypeOf }: Reached, root: HostRoot): boolean {
  if (object === root.object) return true;
  if (prototypeOf === null) return arrayIncludes(QUICK_PARTS, stringSlice(name.text, root.name.text.length + 1));
  return ownKeys(object).length > 1;
}
