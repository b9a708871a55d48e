import { KINDS } from '@jest-hermetic/leak-record';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { explainKind, RECIPES } from './index';

const ROOT = path.join(__dirname, '../../..');
const withoutSpace = (text: string) => text.replace(/\s+/g, '');

test('explains a kind with every recipe on an example', () => {
  expect(explainKind('host-require-cache')).toBe(`host-require-cache

Something changed the module cache, the loaders or the global paths of Node itself, through require('module'), and did not put it back.

Why it hurts: Jest has a registry of its own, but require('module') hands out Node's real tables. Jest, its plugins and every later file of the same worker load through them.

host-require-cache/cache-entry
  You get this when entries of Module._cache are added, removed or replaced.
  jest.resetModules() clears the registry of Jest, not the cache of Node. To stub a module for your own code use jest.doMock().
  At the top level of the file, keep it and put it back:
    const cache = { ...Module._cache };
    afterEach(() => {
      for (const key of Object.keys(Module._cache)) if (!(key in cache)) delete Module._cache[key];
      Object.assign(Module._cache, cache);
    });

host-require-cache/extension
  You get this when a loader in Module._extensions is added, removed or replaced.
  Jest does not use Node's loaders for your files: what you want is a transform in the Jest config.
  At the top level of the file, keep it and put it back:
    const { '.txt': loader } = Module._extensions;
    afterEach(() => {
      if (loader) Module._extensions['.txt'] = loader;
      else delete Module._extensions['.txt'];
    });

host-require-cache/global-paths
  You get this when Module.globalPaths is changed.
  Jest does not search Node's global paths for your modules: what you want is modulePaths in the Jest config.
  At the top level of the file, keep it and put it back:
    const globalPaths = [...Module.globalPaths];
    afterEach(() => { Module.globalPaths.splice(0, Infinity, ...globalPaths); });
`);
});

test('names the calls of the Jest in use', () => {
  expect(explainKind('mock-registered', '29.7.0')).toContain(
    'Jest 29 has no call that takes back a mock of an ES module',
  );
});

describe.each(KINDS)('docs/kinds/%s.md', (kind) => {
  const page = withoutSpace(readFileSync(path.join(ROOT, `docs/kinds/${kind}.md`), 'utf8'));
  const { what, hurts, forms, example } = RECIPES[kind];

  test('says what it is and why it hurts', () => {
    expect(page).toContain(withoutSpace(what));
    expect(page).toContain(withoutSpace(hurts));
  });

  test.each(Object.entries(forms))('has the recipe %s', (form, { when, fix, why }) => {
    const leak = example(form);
    const lines = [form, when, ...fix(leak, { jest: null }), why(leak, { jest: null }) ?? ''];
    for (const line of lines) expect(page).toContain(withoutSpace(line));
  });
});

test.each(
  Object.entries(RECIPES)
    .flatMap(([kind, { forms }]) => Object.keys(forms).map((form) => `${kind}--${form}`))
    .filter((name) => !['export-mutated--defined', 'export-mutated--deleted'].includes(name)),
)('%s has a project that leaks and the same one mended', (name) => {
  for (const when of ['before', 'after']) {
    expect(existsSync(path.join(ROOT, 'e2e/fixtures/recipes', name, when, 'jest.config.js'))).toBe(true);
  }
});
