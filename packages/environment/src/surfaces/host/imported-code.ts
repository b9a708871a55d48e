import type { RuntimeShape } from '../../runtime/shape';
import { fileOfEsmKey } from '../module-registry';
import { mayChangeLoader } from './test-code';

/** The code of the ES modules of one file, each of which is read once. */
export class ImportedCode {
  #read = 0;
  #may = false;

  /** Whether some of it may change the host's module loader: true also when some is unknown, or there is no runtime. */
  mayChangeLoader(shape: Pick<RuntimeShape, 'esmRegistry' | 'codeOf'> | null): boolean {
    if (shape === null) return true;
    const registry = shape.esmRegistry();
    if (this.#may || registry.size === this.#read) return this.#may;
    if (registry.size < this.#read) this.#read = 0;
    for (const key of [...registry.keys()].slice(this.#read)) {
      const file = fileOfEsmKey(key);
      if (file !== null && !/\.(?:json|wasm|node)$/.test(file)) this.#may ||= namesLoader(shape.codeOf(file));
    }
    this.#read = registry.size;
    return this.#may;
  }
}

/** Who changes it has imported it; others have a `_cache` of their own. */
function namesLoader(code: string | undefined): boolean {
  return mayChangeLoader(code) && (code === undefined || /['"](?:node:)?module['"]/.test(code));
}
