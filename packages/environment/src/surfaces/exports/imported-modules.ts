import type { Instance } from '../instances';

/** The part of a `vm.Module` that is read here. */
interface ModuleRecord {
  readonly status: string;
  readonly namespace: object;
}

/** An ES module that has been evaluated. */
export interface ImportedModule {
  readonly instance: Instance;
  readonly mode: 'esm';
  readonly holder: null;
  /** Its namespace. */
  readonly exported: unknown;
  /** Whether top-level code, or the body of a describe block, imported it. */
  readonly held: boolean;
}

interface Waiting {
  readonly record: ModuleRecord;
  readonly instance: Instance;
  readonly held: boolean;
}

/** ES modules that test code imports: linked before they are evaluated, and readable only after. */
export class ImportedModules {
  #waiting: Waiting[] = [];

  /** Whether any has not been evaluated yet, as far as is known. */
  get isWaiting(): boolean {
    return this.#waiting.length > 0;
  }

  add(record: object, instance: Instance, held: boolean): void {
    this.#waiting.push({ record: record as ModuleRecord, instance, held });
  }

  /** Those that have been evaluated since the last call. */
  takeEvaluated(): ImportedModule[] {
    const evaluated: ImportedModule[] = [];
    this.#waiting = this.#waiting.filter(({ record, instance, held }) => {
      if (record.status === 'errored') return false;
      if (record.status !== 'evaluated') return true;
      evaluated.push({ instance, mode: 'esm', holder: null, exported: record.namespace, held });
      return false;
    });
    return evaluated;
  }
}
