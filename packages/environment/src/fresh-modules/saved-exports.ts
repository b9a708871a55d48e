import { arrayPush, arraySlice, defineProperty, getOwnPropertyDescriptor, isArray, mapForEach } from '../originals';
import type { LoadRegistries } from '../runtime/shape';
import { sameDescriptor } from '../surfaces/host/watched-object';
import { dataAt } from '../surfaces/exports/reachable';
import type { ForeignObjects } from './foreign-objects';
import { hasOwnState, saveOwnProperties } from './own-properties';

/**
 * Saves what every loaded CommonJS module and every mock exports: which object, and its own properties. The result
 * puts it back. A module that is still being evaluated is left alone, for it has more to export.
 */
export function saveExports({ cjs, mocks }: LoadRegistries, foreign: ForeignObjects): () => void {
  const putBack: (() => void)[] = [];
  const seen = new Set<object>();
  const save = (exported: unknown): void => {
    if (!hasOwnState(exported) || seen.has(exported) || foreign.has(exported)) return;
    seen.add(exported);
    putBack.push(saveOwnProperties(exported));
  };
  for (const registry of cjs) {
    mapForEach(registry, (module) => {
      if (!hasOwnState(module) || dataAt(module, 'loaded') !== true) return;
      putBack.push(saveSlot(module), saveChildren(module));
      save(dataAt(module, 'exports'));
    });
  }
  for (const registry of mocks) mapForEach(registry, save);
  return () => {
    for (const restore of putBack) restore();
  };
}

/** Since 30.5 Jest notes there what a module loads, which would keep alive what is loaded now. */
function saveChildren(module: object): () => void {
  const children = dataAt(module, 'children');
  if (!isArray(children)) return () => {};
  const saved = arraySlice(children);
  return () => {
    children.length = 0;
    for (const child of saved) arrayPush(children, child);
  };
}

function saveSlot(module: object): () => void {
  const saved = getOwnPropertyDescriptor(module, 'exports');
  return () => {
    if (saved === undefined || sameDescriptor(getOwnPropertyDescriptor(module, 'exports'), saved)) return;
    defineProperty(module, 'exports', saved);
  };
}
