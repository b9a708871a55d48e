import { ownKeys } from '../originals';
import { exportedAt } from '../surfaces/exports/live-binding';
import { pathOf, WHOLE } from '../surfaces/exports/paths';
import { dataAt, isWatchable, oneLevelBelow } from '../surfaces/exports/reachable';
import { keyOf } from '../surfaces/host/names';
import type { WatchedObject } from '../surfaces/host/watched-object';
import type { Slot } from './watchpoint';

/** The property of a host object that is reported under `key`, or null. One that is absent now is found by its object. */
export function findHostSlot(objects: Iterable<WatchedObject>, key: string): Slot | null {
  let parent: { object: object; property: string; length: number } | null = null;
  for (const { object, name } of objects) {
    if (!key.startsWith(name.text)) continue;
    for (const property of ownKeys(object)) if (keyOf(name, property) === key) return { object, property };
    const rest = key.slice(name.text.length);
    if (/^\.[^.[\]()]+$/.test(rest) && name.text.length > (parent?.length ?? 0)) {
      parent = { object, property: rest.slice(1), length: name.text.length };
    }
  }
  return parent;
}

/** The module, and the path on its exports, that an `export-mutated` key names. */
export function splitExportKey(key: string): { module: string; path: string } | null {
  const hash = key.lastIndexOf('#');
  return hash === -1 ? null : { module: key.slice(0, hash), path: key.slice(hash + 1) };
}

/** The property that has `path` on these exports, or null. `holder` is the `module` object, where there is one. */
export function findExportSlot(holder: object | null, exported: unknown, path: string): Slot | null {
  if (path === WHOLE) return holder === null ? null : { object: holder, property: 'exports' };
  if (!isWatchable(exported)) return null;
  const objects = [{ object: exported, path: '' }, ...oneLevelBelow(exported, () => false)];
  let parent: { object: object; property: string; length: number } | null = null;
  for (const { object, path: below } of objects) {
    for (const property of ownKeys(object)) if (pathOf(below, property) === path) return { object, property };
    const property = below === '' ? path : path.startsWith(`${below}.`) ? path.slice(below.length + 1) : '';
    const isName = property !== '' && !/[.[\]]/.test(property);
    if (isName && below.length >= (parent?.length ?? 0)) parent = { object, property, length: below.length };
  }
  return parent ?? findDeeper(exported, path);
}

/** Follows the names of a path through data, for objects that hang deeper on the exports. */
function findDeeper(exported: object, path: string): Slot | null {
  const names = path.split('.');
  const property = names.pop();
  let object: unknown = exported;
  for (const name of names) {
    if (object === exported) object = exportedAt(exported, name);
    else object = isWatchable(object) ? dataAt(object, name) : null;
  }
  return property === undefined || !isWatchable(object) ? null : { object, property };
}
