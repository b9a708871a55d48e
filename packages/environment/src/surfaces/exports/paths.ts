import { symbolToString } from '../../originals';

/** The place of an object below a module's exports: `''` for the exports, `Svc.prototype`. */
export type ExportPath = string;

/** The path of a property of the object at `path`: `name`, `Svc.prototype.load`, `table[Symbol(x)]`. */
export function pathOf(path: ExportPath, property: PropertyKey): ExportPath {
  if (typeof property === 'symbol') return `${path}[${symbolToString(property)}]`;
  return path === '' ? String(property) : `${path}.${String(property)}`;
}

/** What a module's exports are called when they were replaced as a whole. */
export const WHOLE = 'module.exports';
