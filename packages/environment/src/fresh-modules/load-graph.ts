import type { RuntimeShape } from '../runtime/shape';
import { Requests, setAt } from '../surfaces/exports/requests';
import { pathOfModuleId } from '../surfaces/mock-key';

/** Who loaded whom. Jest 29.7 to 30.4 keep no `module.children`, so it is noted from the first load on. */
export class LoadGraph {
  readonly requests: Requests;
  readonly #shape: RuntimeShape;
  /** What the factory or the manual mock of a module loaded while it ran: its mock holds parts of that. */
  readonly #production = new Map<string, Map<string, Set<string>>>();
  readonly #producing: string[] = [];

  constructor(shape: RuntimeShape) {
    this.#shape = shape;
    const requests = new Requests((from, request) => shape.resolve(from, request));
    this.requests = requests;
    shape.hookRequireModuleOrMock({ before: (from, request) => this.#noteRequire(from, request) });
    shape.hookRequireActual({ before: (from, request) => this.#noteRequire(from, request) });
    shape.hookRequireMock({
      before: (_from, _request, id) => this.#producing.push(nodeOfMock(id)),
      ended: () => this.#producing.pop(),
    });
    shape.hookImport((request, from, run) => {
      requests.noteImport(from, request);
      return run();
    });
    shape.hookImportGraph((imports) => {
      for (const { from, request } of imports) requests.noteImport(from, request);
    });
  }

  /** The nodes that load each node, themselves: absolute paths, and ids of mocks that have none. */
  loaders(): Map<string, Set<string>> {
    const loaders = new Map<string, Set<string>>();
    const add = (loader: string, loaded: string | null): void => {
      if (loaded !== null) setAt(loaders, loaded).add(loader);
    };
    for (const [from, requests] of this.requests.required) {
      for (const request of requests) for (const path of this.#required(from, request)) add(from, path);
    }
    for (const [from, requests] of this.requests.imported) {
      for (const request of requests) for (const path of this.#imported(from, request)) add(from, path);
    }
    for (const [mock, made] of this.#production) {
      for (const [from, requests] of made) {
        for (const request of requests) for (const path of this.#required(from, request)) add(mock, path);
      }
    }
    return loaders;
  }

  #noteRequire(from: string, request: string): void {
    this.requests.noteRequire(from, request);
    for (const mock of this.#producing) {
      let made = this.#production.get(mock);
      if (made === undefined) {
        made = new Map();
        this.#production.set(mock, made);
      }
      setAt(made, from).add(request);
    }
  }

  *#required(from: string, request: string): Generator<string | null> {
    const shape = this.#shape;
    if (shape.isCoreModule(request)) return;
    yield attempt(() => shape.resolve(from, request) ?? pathOfModuleId(shape.moduleId('cjs', from, request)));
    yield attempt(() => shape.rootManualMock(from, request));
  }

  *#imported(from: string, request: string): Generator<string | null> {
    const shape = this.#shape;
    if (shape.isCoreModule(request)) return;
    yield attempt(() => pathOfModuleId(shape.moduleId('esm', from, request)));
    yield attempt(() => shape.resolve(from, request));
  }
}

/** How a mock stands in the graph: by its module's path, or by its id when it has none (core modules). */
export function nodeOfMock(id: string): string {
  return pathOfModuleId(id) ?? id;
}

/** Jest's resolver throws for what it cannot find; then there is nothing to follow. */
function attempt(find: () => string | null): string | null {
  try {
    return find();
  } catch {
    return null;
  }
}
