import { DEFAULT_OPTIONS } from '@jest-hermetic/leak-record';
import { Ledger } from '../ledger/ledger';
import { FakeShape } from '../testing/fake-shape';
import { inBody, inHook, makeSuite } from '../testing/scopes';
import type { Scope } from '../scopes/scope';
import { instanceKey, Instances } from './instances';
import { fileOfEsmKey, ModuleRegistrySurface, PURGE_MARK } from './module-registry';
import { Watched } from './watched';

const { file, cart, adds, empties, alone } = makeSuite();

function makeSurface() {
  const shape = new FakeShape();
  const ledger = new Ledger();
  const instances = new Instances();
  const watched = new Watched('/p', DEFAULT_OPTIONS);
  const surface = new ModuleRegistrySurface(shape.asShape(), ledger, instances, watched, new Set(['/p/a.test.js']));
  const load = (path: string, scope: Scope, registry: 'cjs' | 'esm' = 'cjs') => {
    const module = { path };
    shape.held[registry].set(path, module);
    const instance = instances.add(module, { path, scope, madeAt: ledger.next(), isolated: false });
    surface.afterMade(instance);
    return instance;
  };
  const purge = (context = inBody(adds)) => {
    surface.beforePurge(context, () => ({
      site: { file: '/p/a.test.js', line: 5, column: 1 },
      via: null,
      owner: null,
    }));
    for (const registry of Object.values(shape.held)) registry.clear();
  };
  const purged = (path: string) => ledger.top(instanceKey({ path, mock: false }))?.act;
  return { shape, ledger, instances, surface, load, purge, purged };
}

test.each<[title: string, path: string, loader: Scope, purger: Scope, lost: string | null]>([
  ['loaded by the file, purged by a test', '/p/src/x.js', file, adds, 'src/x.js'],
  ['loaded by the describe, purged by its test', '/p/src/x.js', cart, adds, 'src/x.js'],
  ['a package is one entry', '/p/node_modules/react/cjs/react.js', file, adds, 'react'],
  ['loaded by the purging test itself', '/p/src/x.js', adds, adds, null],
  ['loaded by an earlier test', '/p/src/x.js', empties, adds, null],
  ['loaded by the file, purged by a hook of the file', '/p/src/x.js', file, file, null],
  ['the test file itself', '/p/a.test.js', file, adds, null],
  ['a package that nobody watches', '/p/node_modules/lodash/index.js', file, adds, null],
])('%s', (_title, path, loader, purger, lost) => {
  const { load, purge, purged, ledger } = makeSurface();
  load(path, loader);
  purge(inBody(purger));
  const act = purged(path);
  expect(act === undefined ? null : [...act.modules]).toEqual(lost === null ? null : [[lost, 'removed']]);
  expect(ledger.acts).toBe(lost === null ? 0 : 1);
});

test('an act says what was called and where, and whether it was inside isolateModules', () => {
  const { load, purge, purged, shape } = makeSurface();
  load('/p/src/x.js', file);
  shape.isolated = true;
  purge();
  expect(purged('/p/src/x.js')).toMatchObject({
    kind: 'module-purged',
    key: 'registry',
    call: 'jest.resetModules',
    siteIs: 'call',
    frames: { site: { line: 5 } },
    hints: { insideIsolate: true },
  });
});

test.each<[title: string, dropped: 'cjs' | 'esm', owner: 'cjs' | 'esm', module: 'esm' | null]>([
  ['all is CommonJS', 'cjs', 'cjs', null],
  ['an ES module was dropped', 'esm', 'cjs', 'esm'],
  ['the owner is an ES module', 'cjs', 'esm', 'esm'],
])('whether it is about ES modules: %s', (_title, dropped, owner, module) => {
  const { load, purge, purged } = makeSurface();
  load('/p/a.test.js', file, owner);
  load('/p/src/x.js', file, dropped);
  purge();
  expect(purged('/p/src/x.js')?.module).toBe(module);
});

test('what is loaded again while still outside is replaced, and is another instance', () => {
  const { load, purge, purged, surface } = makeSurface();
  const before = load('/p/src/x.js', file);
  load('/p/src/y.js', file);
  purge();
  const after = load('/p/src/x.js', empties);
  const act = purged('/p/src/x.js');
  expect(Object.fromEntries(act?.modules ?? [])).toEqual({ 'src/x.js': 'replaced', 'src/y.js': 'removed' });
  expect(surface.replacedBy(after)).toBe(act);
  expect(surface.replacedBy(before)).toBeNull();
});

test('a private copy replaces nothing', () => {
  const { load, purge, purged, surface, instances, ledger } = makeSurface();
  load('/p/src/x.js', file);
  purge();
  const copy = instances.add({}, { path: '/p/src/x.js', scope: alone, madeAt: ledger.next(), isolated: true });
  surface.afterMade(copy);
  expect(surface.replacedBy(copy)).toBeNull();
  expect([...(purged('/p/src/x.js')?.modules ?? [])]).toEqual([['src/x.js', 'removed']]);
});

test('every purge supersedes the earlier ones, also one that concerned nothing', () => {
  const { purge, ledger } = makeSurface();
  const { file: top, cart: block, adds: inside } = makeSuite();
  purge(inHook(block, 'beforeEach', inside));
  expect(block.marks.get(PURGE_MARK)).toBe(1);
  expect(top.marks.has(PURGE_MARK)).toBe(false);
  expect(ledger.acts).toBe(0);
});

test('ES modules and mocks are lost as well', () => {
  const { load, purge, instances, shape, ledger } = makeSurface();
  load('/p/src/esm.mjs', file, 'esm');
  shape.held.mock.set('id', {});
  instances.addMock('id', { path: '/p/src/x.js', scope: file, madeAt: ledger.next(), isolated: false, decidedBy: [] });
  instances.addMock('gone', { path: '/p/src/y.js', scope: file, madeAt: 1, isolated: false, decidedBy: [] });
  purge();
  const act = ledger.top(instanceKey({ path: '/p/src/x.js', mock: true }))?.act;
  expect([...(act?.modules.keys() ?? [])]).toEqual(['src/esm.mjs', 'src/x.js']);
  expect([...instances.mocks()]).toEqual([]);
});

test.each([
  ['/p/src/x.mjs', '/p/src/x.mjs'],
  ['/p/src/x.mjs?query', '/p/src/x.mjs'],
  ['file:///p/src/a%20b.mjs#part', '/p/src/a b.mjs'],
  ['C:\\p\\x.mjs', 'C:\\p\\x.mjs'],
  ['node:fs', null],
  ['data:text/javascript,1', null],
])('the file behind the key %s', (key, path) => {
  expect(fileOfEsmKey(key)).toBe(path);
});
