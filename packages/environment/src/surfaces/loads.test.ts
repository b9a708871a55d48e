import { DEFAULT_OPTIONS } from '@jest-hermetic/leak-record';
import { MockScript } from '../testing/mock-script';
import { inBody, makeSuite } from '../testing/scopes';
import type { Context, Scope } from '../scopes/scope';
import { Instances } from './instances';
import type { Instance } from './instances';
import { Loads } from './loads';
import type { Load } from './loads';
import { ModuleRegistrySurface } from './module-registry';
import { Watched } from './watched';

let { file, adds, empties } = makeSuite();
beforeEach(() => {
  ({ file, adds, empties } = makeSuite());
});

const ID = 'user:/p/src/x.js:';
const factory = (): object => ({});

/** Loads over a fake runtime; `load` is one finished load in `context`. */
function makeLoads() {
  const script = new MockScript();
  const { shape, ledger, surface: mocks } = script;
  const instances = new Instances();
  const watched = new Watched('/p', DEFAULT_OPTIONS);
  const registry = new ModuleRegistrySurface(shape.asShape(), ledger, instances, watched, new Set());
  const loads = new Loads(ledger, registry, mocks);
  const instantiate = (path: string, scope: Scope): Instance => {
    const module = { path };
    shape.held.cjs.set(path, module);
    return instances.add(module, { path, scope, madeAt: ledger.next(), isolated: false });
  };
  const load = (context: Context, given: Partial<Load>): void =>
    loads.note({
      mode: 'cjs',
      from: '/p/src/app.js',
      request: './x',
      importers: [],
      given: null,
      mockId: null,
      context,
      receiver: () => context,
      place: () => ({ file: '/p/src/app.js', line: 2, column: 1 }),
      ...given,
    });
  const purge = (context: Context): void => {
    registry.beforePurge(context, () => null);
    shape.held.cjs.clear();
  };
  const grades = (): (string | null)[] => ledger.leaked().map(({ kind, grade }) => `${kind} ${grade}`);
  return { script, ledger, instantiate, load, purge, grades };
}

test('being given a mock that another test registered is a receipt, with its place', () => {
  const { script, load, ledger, grades } = makeLoads();
  script.call(inBody(adds), 'doMock', ['./x', factory]);
  load(inBody(empties), { mockId: ID });
  expect(grades()).toEqual(['mock-registered observed']);
  expect(ledger.leaked()[0]?.receipts).toEqual([
    { context: inBody(empties), from: { file: '/p/src/app.js', line: 2, column: 1 }, sameTestRetry: false },
  ]);
});

test('a mock of the file’s own is nobody’s receipt', () => {
  const { script, instantiate, load, grades } = makeLoads();
  const place = jest.fn();
  script.call(inBody(file), 'mock', ['./x', factory]);
  load(inBody(empties), { mockId: ID, importers: [instantiate('/p/src/app.js', file)], place });
  expect(grades()).toEqual([]);
  expect(place).not.toHaveBeenCalled();
});

test('being given another instance of a purged module is a receipt', () => {
  const { instantiate, purge, load, grades } = makeLoads();
  instantiate('/p/src/x.js', file);
  purge(inBody(adds));
  load(inBody(empties), { given: instantiate('/p/src/x.js', empties) });
  expect(grades()).toEqual(['module-purged observed']);
});

test('a load yields what the loaded module was given: a registry hit on an importer is a receipt', () => {
  const { script, instantiate, load, ledger, grades } = makeLoads();
  script.call(inBody(adds), 'doMock', ['./x', factory]);
  const app = instantiate('/p/src/app.js', adds);
  load(inBody(adds), { importers: [app], mockId: ID });
  expect(grades()).toEqual([]);
  load(inBody(empties), { request: './app', given: app });
  expect(grades()).toEqual(['mock-registered observed']);
  // Where the mock was received, not where the importer was asked for.
  expect(ledger.leaked()[0]?.receipts[0]?.from).toEqual({ file: '/p/src/app.js', line: 2, column: 1 });
});

test('loads made before the act carry nothing', () => {
  const { script, instantiate, load, grades } = makeLoads();
  const app = instantiate('/p/src/app.js', file);
  const x = instantiate('/p/src/x.js', file);
  load(inBody(file), { importers: [app], given: x });
  script.call(inBody(adds), 'doMock', ['./x', factory]);
  load(inBody(empties), { request: './app', given: app });
  expect(grades()).toEqual([]);
});

test('the stack of a load is read for a receipt, and not for what the loading scope purged itself', () => {
  const { instantiate, purge, load, ledger } = makeLoads();
  const place = jest.fn(() => ({ file: '/p/src/app.js', line: 2, column: 1 }));
  instantiate('/p/src/x.js', file);
  purge(inBody(adds));
  const x = instantiate('/p/src/x.js', adds);
  const app = instantiate('/p/src/app.js', adds);
  load(inBody(adds), { importers: [app], given: x, place });
  expect(place).not.toHaveBeenCalled();
  load(inBody(empties), { request: './app', given: app, place });
  expect(ledger.leaked()[0]?.receipts[0]?.from).toEqual({ importer: '/p/src/app.js', request: './x' });
  const other = instantiate('/p/src/other.js', empties);
  load(inBody(empties), { from: '/p/src/other.js', importers: [other], given: x, place });
  expect(place).toHaveBeenCalledTimes(1);
});
