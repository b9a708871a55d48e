import { makeInstance } from '../../testing/export-script';
import { FakeShape } from '../../testing/fake-shape';
import type { Scope } from '../../scopes/scope';
import { Watched } from '../watched';
import { Requests } from './requests';
import { WatchList } from './watch-list';

const ENTRY = '/p/a.test.js';

/** A list of modules; `handOut` gives all of them to test code. */
function load(modules: Record<string, object>, globals: object[] = []) {
  const shape = new FakeShape();
  const requests = new Requests((_from, request) => request);
  const watchList = new WatchList({
    shape: shape.asShape(),
    watched: new Watched('/p', { watch: ['**', '!**/node_modules/**'], watchPackages: [] }),
    requests,
    entryFiles: new Set([ENTRY]),
    globals: new WeakSet(globals),
  });
  const add = (path: string, exported: object, heldAtTop = true): void => {
    shape.held.cjs.set(path, { exports: exported });
    const instance = makeInstance(path, {} as Scope);
    watchList.add({ instance, mode: 'cjs', holder: null, exported, heldAtTop });
  };
  const all = Object.entries(modules);
  for (const [path, exported] of all) add(path, exported);
  const handOut = (): void => {
    for (const [, exported] of all) watchList.handOut(exported, true);
  };
  const paths = (): string[] =>
    [...watchList].flatMap((one) => (one.look() ?? []).map(({ path }) => `${one.name}#${path}`));
  const names = (): string[] => [...watchList].map(({ name }) => name);
  return { paths, names, handOut, add, requests, list: watchList };
}

/** The same, handed out. */
function list(modules: Record<string, object>, globals: object[] = []) {
  const loaded = load(modules, globals);
  loaded.handOut();
  return loaded;
}

class Own {
  a = 1;
}

test('an object is watched for the module that made it, not for one that passes it on', () => {
  const own = new Own();
  const passed = { exported: 1 };
  const first = { own, passed };
  const { paths } = list({ '/p/src/first.js': first, '/p/src/second.js': passed, '/p/src/third.js': { own } });
  own.a = 2;
  passed.exported = 2;
  expect(paths()).toEqual(['src/first.js#own.a', 'src/second.js#exported']);
});

test('neither globals nor what the host made are watched for a module', () => {
  const global = new Own();
  const ofHost = { a: 1 };
  const { paths } = list({ '/p/src/x.js': { global, ofHost } }, [global]);
  global.a = 2;
  ofHost.a = 2;
  expect(paths()).toEqual([]);
});

describe('what is handed out', () => {
  test('a module once, whatever else is handed out: no module of the project, an entry file', () => {
    const exported = { a: 1 };
    const { names, list: watchList } = list({ '/p/src/x.js': exported, [ENTRY]: {}, '/p/node_modules/kit/a.js': {} });
    watchList.handOut(exported, true);
    for (const stranger of [{}, 'text', null]) watchList.handOut(stranger, true);
    expect(names()).toEqual(['src/x.js']);
  });

  test('what has left the registry and nobody holds is watched no more', () => {
    const { names, add, list: watchList } = load({});
    const [gone, held] = [{ a: 1 }, { a: 1 }];
    add('/p/src/gone.js', gone, false);
    add('/p/src/held.js', held);
    const module = watchList.modules.of(gone);
    watchList.purge(false);
    // A reference that somebody kept brings it back to mind, not into the registry.
    watchList.modules.add(module!);
    watchList.handOut(gone, false);
    watchList.handOut(held, false);
    expect(names()).toEqual(['src/held.js']);
  });

  const reExporting = (): object => Object.defineProperty({}, 'a', { enumerable: true, get: () => ({}).toString });

  test('re-exports lead to what the module required, in a circle too', () => {
    const modules = { '/p/src/index.js': reExporting(), '/p/src/again.js': reExporting(), '/p/src/leaf.js': { a: 1 } };
    const { names, requests, list: watchList } = load({ ...modules, '/p/src/aside.js': {} });
    requests.noteRequire('/p/src/index.js', '/p/src/again.js');
    requests.noteRequire('/p/src/again.js', '/p/src/index.js');
    requests.noteRequire('/p/src/again.js', '/p/src/leaf.js');
    watchList.handOut(modules['/p/src/index.js'], true);
    expect(names()).toEqual(['src/index.js', 'src/again.js', 'src/leaf.js']);
  });

  test('but not without end', () => {
    const index = reExporting();
    const big = Object.fromEntries(Array.from({ length: 400 }, (_, i) => [`p${i}`, i]));
    const {
      names,
      requests,
      list: watchList,
    } = load({
      '/p/src/index.js': index,
      '/p/src/big.js': big,
      '/p/src/more.js': {},
    });
    requests.noteRequire('/p/src/index.js', '/p/src/big.js');
    requests.noteRequire('/p/src/index.js', '/p/src/more.js');
    watchList.handOut(index, true);
    expect(names()).toEqual(['src/index.js', 'src/big.js']);
  });
});

describe('on whose exports an object hangs that is spied on', () => {
  class Base {
    load(): number {
      return 1;
    }
  }
  class Empty extends Base {}

  // What the host made is foreign to every module.
  const holding = (properties: object): object => Object.assign(new Own(), properties);

  test('exports, what is below them, and deep in their data', () => {
    const http = { get: (): number => 1 };
    const own = new Own();
    const [first, second] = [{ own }, { client: holding({ deep: holding({ http }) }) }];
    const { list: watchList } = list({ '/p/src/first.js': first, '/p/src/second.js': second });
    expect([first, own, second, http].map((target) => watchList.holding(target)?.name)).toEqual([
      'src/first.js',
      'src/first.js',
      'src/second.js',
      'src/second.js',
    ]);
    own.a = 2;
    http.get = () => 2;
    expect([...watchList].map((one) => one.look()?.map(({ path }) => path))).toEqual([
      ['own.a'],
      ['client.deep.http.get'],
    ]);
  });

  test('a class whose own prototype was empty, and still one module is watched once', () => {
    const { names, list: watchList } = list({ '/p/src/empty.js': { Empty } });
    expect(watchList.holding(Empty.prototype)?.name).toBe('src/empty.js');
    expect(names()).toEqual(['src/empty.js']);
  });

  test('exports that nobody was handed', () => {
    const exported = { a: 1 };
    const { names, list: watchList } = load({ '/p/src/x.js': exported });
    expect(watchList.holding(exported)?.name).toBe('src/x.js');
    expect(names()).toEqual(['src/x.js']);
  });

  test.each<[title: string, target: unknown]>([
    ['what hangs nowhere', {}],
    ['a proxy', new Proxy({}, {})],
    ['text', 'text'],
  ])('nobody’s: %s', (_title, target) => {
    expect(list({ '/p/src/x.js': { a: {} } }).list.holding(target)).toBeNull();
  });

  test('nobody’s: a global, whoever exports it', () => {
    const global = new Own();
    expect(list({ '/p/src/x.js': { global } }, [global]).list.holding(global)).toBeNull();
  });
});
