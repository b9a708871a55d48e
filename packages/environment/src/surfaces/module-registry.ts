import type { Ledger } from '../ledger/ledger';
import type { Act } from '../ledger/act';
import type { RuntimeShape } from '../runtime/shape';
import { strictlyEncloses } from '../scopes/scope';
import type { Context } from '../scopes/scope';
import type { ActFrames } from '../site/frame';
import { instanceKey } from './instances';
import type { Instance, Instances } from './instances';
import type { Watched } from './watched';
import { fileURLToPath } from '../originals';

/** The mark of a purge: any purge supersedes every earlier one, whichever modules it concerned. */
export const PURGE_MARK = 'purge';

/** The surface `module-purged`: what `resetModules` takes from scopes that enclose the purging one. */
export class ModuleRegistrySurface {
  readonly #shape: RuntimeShape;
  readonly #ledger: Ledger;
  readonly #instances: Instances;
  readonly #watched: Watched;
  /** Entry files: nobody imports them, so their instances are nobody's loss. */
  readonly #entryFiles: ReadonlySet<string>;

  constructor(
    shape: RuntimeShape,
    ledger: Ledger,
    instances: Instances,
    watched: Watched,
    entryFiles: ReadonlySet<string>,
  ) {
    this.#shape = shape;
    this.#ledger = ledger;
    this.#instances = instances;
    this.#watched = watched;
    this.#entryFiles = entryFiles;
  }

  /** The registry is about to be purged; `frames` are asked for only when the purge is an act. */
  beforePurge(context: Context, frames: () => ActFrames | null): void {
    this.#ledger.mark(context, PURGE_MARK);
    const concerned = context.scope.type === 'file' ? [] : [...this.#lost(context)];
    this.#instances.forget();
    if (concerned.length === 0) return;
    const act = this.#ledger.makeAct({
      kind: 'module-purged',
      key: 'registry',
      context,
      frames: frames(),
      siteIs: 'call',
      call: 'jest.resetModules',
      virtual: false,
      module: this.#isAboutEsm(context, concerned) ? 'esm' : null,
      value: null,
      hints: { insideIsolate: this.#shape.isIsolated() },
    });
    for (const [instance, name] of concerned) {
      act.modules.set(name, 'removed');
      this.#ledger.write({
        key: instanceKey(instance),
        mark: PURGE_MARK,
        before: instance.madeAt,
        after: 'purged',
        same: Object.is,
        act,
      });
    }
  }

  /** A module was instantiated: what was removed is now replaced, while the purge is still in force. */
  afterMade(instance: Instance): void {
    if (instance.isolated || !this.#ledger.hasOpen) return;
    const purge = this.#purgeOf(instance);
    const name = this.#watched.nameOf(instance.path);
    if (purge !== null && name !== null) purge.modules.set(name, 'replaced');
  }

  /** The purge in force that made `instance` differ from the one its outer holders have, or null. */
  replacedBy(instance: Instance): Act | null {
    const purge = instance.isolated ? null : this.#purgeOf(instance);
    return purge !== null && instance.madeAt > purge.at ? purge : null;
  }

  #purgeOf(instance: Instance): Act | null {
    return this.#ledger.inForce(instanceKey(instance))?.act ?? null;
  }

  /** Whether what was dropped has to be loaded anew with `import()`: it is an ES module, or the owner is one. */
  #isAboutEsm({ ownerFile }: Context, concerned: readonly [Instance, string][]): boolean {
    const files = new Set([...this.#shape.esmRegistry().keys()].map(fileOfEsmKey));
    return files.has(ownerFile) || concerned.some(([{ path }]) => files.has(path));
  }

  *#lost(context: Context): Generator<[Instance, string]> {
    for (const instance of this.#registered()) {
      if (!strictlyEncloses(instance.scope, context.scope) || this.#entryFiles.has(instance.path)) continue;
      const name = this.#watched.nameOf(instance.path);
      if (name !== null) yield [instance, name];
    }
  }

  *#registered(): Generator<Instance> {
    for (const registry of [this.#shape.cjsRegistry(), this.#shape.esmRegistry()]) {
      for (const module of registry.values()) {
        const instance = this.#instances.of(module);
        if (instance !== undefined) yield instance;
      }
    }
    for (const [id, instance] of this.#instances.mocks()) {
      if (this.#shape.mockRegistry().has(id) || this.#shape.esmMockRegistry().has(id)) yield instance;
    }
  }
}

/** The file behind a key of the ES module registry: a path with a query up to 30.3, a URL after; null for others. */
export function fileOfEsmKey(key: string): string | null {
  const bare = key.replace(/[?#].*$/, '');
  if (bare.startsWith('file://')) return fileURLToPath(bare);
  return bare.startsWith('/') || /^[A-Za-z]:[\\/]/.test(bare) ? bare : null;
}
