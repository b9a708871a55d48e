import type { FoundLeak, HookKind, LeakScope } from '@jest-hermetic/leak-record';
import { exampleLeak } from './example';
import { chooseRecipe, howWritten, RECIPES, type RecipeHints } from './index';

const NONE: RecipeHints = { overTopLevel: false, cleanupHook: false, spy: false };

function mock(call: string, changes: Partial<FoundLeak> = {}) {
  return { ...exampleLeak({ kind: 'mock-registered', key: 'src/a.js', file: 'a.test.js', call }), ...changes };
}

function inDescribe(hook: HookKind | null): LeakScope[] {
  return [{ type: 'describe', name: 'cart', hook, ownerSite: null, escapedTo: null, observedBy: [] }];
}

const purge = exampleLeak({ kind: 'module-purged', key: 'registry', file: 'a.test.js', call: 'jest.resetModules' });
const slot = (kind: FoundLeak['kind'], key: string) => exampleLeak({ kind, key, file: 'a.test.js', call: null });

test.each([
  ['doMock-in-test', mock('jest.doMock'), {}],
  ['doMock-in-test', mock('jest.mock'), {}],
  ['mock-over-top-level-mock', mock('jest.doMock'), { overTopLevel: true }],
  ['mock-over-top-level-mock', mock('jest.setMock'), { overTopLevel: true }],
  ['mock-in-describe-body', mock('jest.mock', { scopes: inDescribe(null) }), {}],
  ['mock-in-describe-hook', mock('jest.doMock', { scopes: inDescribe('beforeAll') }), {}],
  ['unmock', mock('jest.unmock'), { overTopLevel: true }],
  ['unmock', mock('jest.deepUnmock', { scopes: inDescribe(null) }), { overTopLevel: true }],
  ['automock', mock('jest.enableAutomock', { key: 'automock' }), {}],
  ['esm-mock', mock('jest.unstable_mockModule', { module: 'esm' }), {}],
  ['set-mock', mock('jest.setMock'), {}],
  ['virtual', mock('jest.doMock', { virtual: true }), {}],
  ['reset-in-test', purge, {}],
  ['reset-inside-isolate', purge, { insideIsolate: true }],
  ['reset-as-cleanup', { ...purge, scopes: inDescribe('afterEach') }, {}],
  ['reset-as-cleanup', purge, { cleanupHook: true }],
  ['reset-in-describe-hook', { ...purge, scopes: inDescribe('beforeEach') }, {}],
  ['reset-in-describe-body', { ...purge, scopes: inDescribe(null) }, {}],
  ['assignment', slot('core-module-mutated', 'os.hostname'), { slot: 'assigned' as const }],
  ['spy-left-behind', slot('core-module-mutated', 'os.hostname'), { spy: true, slot: 'defined' as const }],
  ['defined', slot('host-object-mutated', 'URL.canParse'), { slot: 'defined' as const }],
  ['deleted', slot('host-object-mutated', 'URL.canParse'), { slot: 'deleted' as const }],
  ['cwd', slot('process-state', 'process.cwd'), {}],
  ['umask', slot('process-state', 'process.umask'), {}],
  ['exit-code', slot('process-state', 'process.exitCode'), {}],
  ['listener', slot('process-state', 'process.stdout:resize'), {}],
  ['assignment', slot('export-mutated', 'src/rates.js#rate'), {}],
  ['spy-left-behind', slot('export-mutated', 'src/rates.js#rate'), { spy: true }],
  ['module-exports-replaced', slot('export-mutated', 'src/rates.js#module.exports'), {}],
  ['json', slot('export-mutated', 'src/cities.json#list'), {}],
  ['cache-entry', slot('host-require-cache', 'Module._cache'), {}],
  ['extension', slot('host-require-cache', 'Module._extensions[.txt]'), {}],
  ['global-paths', slot('host-require-cache', 'Module.globalPaths'), {}],
])('%s', (form, leak, hints) => {
  expect(chooseRecipe(leak, { ...NONE, ...hints })).toBe(`${leak.kind}/${form}`);
});

test.each(
  Object.entries(RECIPES).flatMap(([kind, { forms }]) => Object.keys(forms).map((form) => [kind, form] as const)),
)('the example of %s/%s is of that kind', (kind, form) => {
  const { example } = RECIPES[kind as FoundLeak['kind']];
  expect(example(form).kind).toBe(kind);
});

describe('howWritten', () => {
  const plain = { value: 1, writable: true, enumerable: true, configurable: true };
  test.each([
    ['assigned', plain, { ...plain, value: 2 }],
    ['assigned', undefined, plain],
    ['defined', undefined, { ...plain, enumerable: false }],
    ['defined', plain, { ...plain, writable: false }],
    ['defined', { ...plain, writable: false }, { ...plain, writable: false, value: 2 }],
    ['defined', plain, { get: () => 1, enumerable: true, configurable: true }],
    ['deleted', plain, undefined],
  ])('%s', (expected, before, after) => {
    expect(howWritten(before, after)).toBe(expected);
  });
});
