import { isProxy, ownKeys } from '../../originals';
import { valuesOfScope } from '../sandbox-scope';
import type { SandboxScope } from '../sandbox-scope';
import { exportedAt } from './live-binding';
import { dataAt, isWatchable } from './reachable';
import type { LoadedModule } from './watched-exports';

/** Whose exports an object is, for every module (and mock) that has been evaluated and was not purged. */
export class LoadedModules {
  #byExports = new Map<object, LoadedModule>();
  /** Objects (no functions) one level below exports, filled in only once somebody asks for one. */
  readonly #below = new WeakMap<object, LoadedModule>();
  readonly #indexed = new WeakSet<LoadedModule>();
  #evaluated = 0;
  #indexedAt = -1;

  /** A module has been evaluated. The first one to have exports keeps them: others only pass them on. */
  add(module: LoadedModule): void {
    const { exported } = module;
    if ((typeof exported !== 'object' && typeof exported !== 'function') || exported === null) return;
    this.#evaluated += 1;
    if (!this.#byExports.has(exported)) this.#byExports.set(exported, module);
  }

  /** The registry is purged: what nobody may hold any more is let go, so that it can be collected. */
  purge(): void {
    const held = [...this.#byExports].filter(([, { heldAtTop }]) => heldAtTop);
    this.#byExports = new Map(held);
  }

  /** The result makes it know again what it knows now. */
  save(): () => void {
    const known = [...this.#byExports];
    return () => {
      const held = [...this.#byExports].filter(([, { heldAtTop }]) => heldAtTop);
      this.#byExports = new Map([...held, ...known]);
    };
  }

  of(exported: unknown): LoadedModule | undefined {
    return (typeof exported === 'object' && exported !== null) || typeof exported === 'function'
      ? this.#byExports.get(exported)
      : undefined;
  }

  /** The module on whose exports an object hangs, one level below; `everything` gives the exports of all that is loaded. */
  holderOf(object: object, everything: () => Iterable<unknown>): LoadedModule | undefined {
    const made = classOf(object);
    if (made !== null) {
      for (const exported of everything()) if (hasValue(exported, made)) return this.of(exported);
      return undefined;
    }
    if (this.#indexedAt !== this.#evaluated) {
      this.#indexedAt = this.#evaluated;
      for (const exported of everything()) this.#index(this.of(exported));
    }
    return this.#below.get(object);
  }

  /** Takes in exported objects; most exports are functions, and those are not worth the memory. */
  #index(module: LoadedModule | undefined): void {
    if (module === undefined || this.#indexed.has(module) || !isWatchable(module.exported)) return;
    this.#indexed.add(module);
    for (const property of ownKeys(module.exported)) {
      const value = exportedAt(module.exported, property);
      if (typeof value === 'object' && value !== null && !this.#below.has(value)) this.#below.set(value, module);
    }
  }
}

/** The function that a spied object is, or whose prototype it is. */
function classOf(object: object): object | null {
  if (typeof object === 'function') return object;
  const made = dataAt(object, 'constructor');
  return typeof made === 'function' && !isProxy(made) && dataAt(made, 'prototype') === object ? made : null;
}

function hasValue(exported: unknown, wanted: object): boolean {
  if (exported === wanted) return true;
  return isWatchable(exported) && ownKeys(exported).some((property) => exportedAt(exported, property) === wanted);
}

/** What the global scope of a sandbox holds before any code has run in it: builtins, and what the environment adds. */
export function globalsOf(scope: SandboxScope | null): WeakSet<object> {
  if (scope === null) return new WeakSet();
  const found = new WeakSet<object>([scope.global]);
  for (const value of valuesOfScope(scope)) {
    if ((typeof value !== 'object' && typeof value !== 'function') || value === null) continue;
    found.add(value);
    const prototype: unknown = typeof value === 'function' && !isProxy(value) ? dataAt(value, 'prototype') : null;
    if (typeof prototype === 'object' && prototype !== null) found.add(prototype);
  }
  return found;
}
