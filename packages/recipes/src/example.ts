import type { HookKind, Kind } from '@jest-hermetic/leak-record';
import type { LeakFacts } from './recipe';

/** What an example says of itself; the rest of the leak is the same for all. */
export interface ExampleOptions {
  kind: Kind;
  key: string;
  file: string;
  call: string | null;
  scope?: 'test' | 'describe';
  hook?: HookKind;
  virtual?: boolean;
  esm?: boolean;
}

/** A leak to explain a recipe by. */
export function exampleLeak({
  kind,
  key,
  file,
  call,
  scope = 'test',
  hook,
  virtual = false,
  esm = false,
}: ExampleOptions): LeakFacts {
  const site = { file, line: 1, column: 1 };
  const mock = kind === 'mock-registered';
  return {
    owner: file,
    kind,
    key,
    grade: 'latent',
    site,
    siteIs: call === null ? 'value' : 'call',
    via: null,
    call,
    virtual,
    module: mock ? (esm ? 'esm' : 'cjs') : null,
    scopes: [{ type: scope, name: 'example', hook: hook ?? null, ownerSite: site, escapedTo: null, observedBy: [] }],
    candidates: [],
    modules: [],
    was: null,
    is: null,
    allowed: null,
  };
}
