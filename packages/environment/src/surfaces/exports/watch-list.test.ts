import { FakeShape } from '../../testing/fake-shape';
import type { Scope } from '../../scopes/scope';
import { Watched } from '../watched';
import { Requests } from './requests';
import { WatchList } from './watch-list';

/** A list of modules of which test code was handed all. */
function list(modules: Record<string, object>, globals: object[] = []): { paths: () => string[]; list: WatchList } {
  const watchList = new WatchList({
    shape: new FakeShape().asShape(),
    watched: new Watched('/p', { watch: ['**', '!**/node_modules/**'], watchPackages: [] }),
    requests: new Requests(() => null),
    entryFiles: new Set(),
    globals: new WeakSet(globals),
  });
  const all = Object.entries(modules);
  for (const [path, exported] of all) {
    const instance = {
      path,
      scope: {} as Scope,
      madeAt: 1,
      isolated: false,
      mock: false,
      decidedBy: [],
      loads: null,
      received: null,
    };
    watchList.add({ instance, mode: 'cjs', holder: null, exported, heldAtTop: true });
  }
  for (const [, exported] of all) watchList.handOut(exported, true);
  const paths = (): string[] =>
    [...watchList].flatMap((one) => (one.look() ?? []).map(({ path }) => `${one.name}#${path}`));
  return { paths, list: watchList };
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
