import type { ModuleMode, RuntimeShape } from '../runtime/shape';

/**
 * The questions that surfaces ask of a runtime, answered from plain maps. Requests are `./x` (the file `/p/src/x.js`),
 * bare names (`/p/node_modules/<name>/index.js`) or core modules; `jest` changes the registrations as Jest does.
 */
export class FakeShape implements Partial<Omit<RuntimeShape, `hook${string}`>> {
  readonly core = new Set(['fs', 'node:fs']);
  readonly unresolvable = new Set<string>();
  /** Root `__mocks__` files by request. */
  readonly manual = new Map<string, string>();
  readonly held = { cjs: new Map(), esm: new Map(), mock: new Map(), esmMock: new Map() };
  automock = false;
  isolated = false;
  readonly #explicit = { cjs: new Map<string, boolean>(), esm: new Map<string, boolean>() };
  readonly #factories = { cjs: new Map<string, unknown>(), esm: new Map<string, unknown>() };

  /** The changes that a call on the `jest` object makes. */
  readonly jest = {
    doMock: (request: string, factory?: unknown): void => this.#register('cjs', request, factory),
    dontMock: (request: string): void => void this.#explicit.cjs.set(this.moduleId('cjs', '', request), false),
    mockModule: (request: string, factory: unknown): void => this.#register('esm', request, factory),
  };

  cjsRegistry = (): Map<string, unknown> => this.held.cjs;
  esmRegistry = (): Map<string, unknown> => this.held.esm;
  mockRegistry = (): Map<string, unknown> => this.held.mock;
  esmMockRegistry = (): Map<string, unknown> => this.held.esmMock;
  isIsolated = (): boolean => this.isolated;
  sourceMaps = (): Map<string, string> => new Map();
  explicit = (mode: ModuleMode): Map<string, boolean> => this.#explicit[mode];
  factories = (mode: ModuleMode): Map<string, unknown> => this.#factories[mode];
  isAutomock = (): boolean => this.automock;
  setAutomock = (on: boolean): void => void (this.automock = on);
  registrations = (): Map<string, unknown>[] => [
    this.#explicit.cjs,
    this.#explicit.esm,
    this.#factories.cjs,
    this.#factories.esm,
  ];
  decisions = (): Map<string, unknown>[] => [];
  wouldAutomock = (_from: string, request: string): boolean => !this.core.has(request);
  rootManualMock = (_from: string, request: string): string | null => this.manual.get(request) ?? null;
  isCoreModule = (request: string): boolean => this.core.has(request);

  moduleId(_mode: ModuleMode, _from: string, request: string): string {
    if (request === './throws') throw new Error('Cannot find module');
    return this.core.has(request) ? `node::${request}:` : `user:${this.#pathOf(request)}:`;
  }

  resolve(_from: string, request: string): string | null {
    return this.unresolvable.has(request) ? null : this.#pathOf(request);
  }

  /** For code that takes a whole shape and asks only these questions. */
  asShape(): RuntimeShape {
    return this as unknown as RuntimeShape;
  }

  #pathOf(request: string): string {
    return request.startsWith('./') ? `/p/src/${request.slice(2)}.js` : `/p/node_modules/${request}/index.js`;
  }

  #register(mode: ModuleMode, request: string, factory: unknown): void {
    const id = this.moduleId(mode, '', request);
    this.#explicit[mode].set(id, true);
    if (factory !== undefined) this.#factories[mode].set(id, factory);
  }
}
