import type { Scope } from '../../scopes/scope';
import { makeInstance } from '../../testing/export-script';
import { WatchedExports } from './watched-exports';

function watch(exported: unknown, path = '/p/src/x.js'): { holder: { exports: unknown }; watched: WatchedExports } {
  const holder = { exports: exported };
  const module = {
    instance: makeInstance(path, {} as Scope),
    mode: 'cjs' as const,
    holder,
    exported,
    heldAtTop: true,
    purgesBefore: 0,
  };
  return { holder, watched: new WatchedExports(module, 'src/x.js', () => false) };
}

const pathsOf = (watched: WatchedExports): string[] | undefined => watched.look()?.map(({ path }) => path);

test('one level below the exports is watched, two are not', () => {
  const exported = { conf: { a: 1, deep: { b: 1 } }, list: [1] };
  const { watched } = watch(exported);
  exported.conf.deep.b = 2;
  expect(watched.look()).toBeNull();
  exported.conf.a = 2;
  exported.list.push(2);
  expect(pathsOf(watched)).toEqual(['conf.a', 'list.1']);
});

test('an object that was exchanged is no longer watched, its successor is', () => {
  const old = { a: 1 };
  const exported = { conf: old };
  const { watched } = watch(exported);
  exported.conf = { a: 2 };
  expect(pathsOf(watched)).toEqual(['conf']);
  old.a = 3;
  expect(watched.look()).toBeNull();
  exported.conf.a = 4;
  expect(pathsOf(watched)).toEqual(['conf.a']);
});

test('what hangs on an export that swc made a getter of is watched, too, and leads to no other module', () => {
  const settings = { limit: 1 };
  const exported = Object.defineProperty({}, 'settings', { enumerable: true, get: () => settings });
  const { watched } = watch(exported);
  settings.limit = 2;
  expect(pathsOf(watched)).toEqual(['settings.limit']);
  expect(watched.hasGetters).toBe(false);
  const { watched: passedOn } = watch(
    Object.defineProperty({}, 'settings', { enumerable: true, get: () => settings.limit }),
  );
  expect(passedOn.hasGetters).toBe(true);
});

test('exports replaced as a whole are one change, and back again is the same outcome', () => {
  const exported = { a: 1 };
  const { holder, watched } = watch(exported);
  holder.exports = { a: 2 };
  const [there] = watched.look() ?? [];
  holder.exports = exported;
  const [back] = watched.look() ?? [];
  expect([there?.path, back?.path]).toEqual(['module.exports', 'module.exports']);
  expect(back?.states[1]).toEqual(there?.states[0]);
});

test('data of a JSON module is a change of its top-level property, and undone when it is equal again', () => {
  const exported = { list: [{ id: 1 }], other: { deep: { er: 1 } } };
  const { watched } = watch(exported, '/p/src/x.json');
  exported.list[0] = { id: 2 };
  exported.other.deep.er = 2;
  const changes = watched.look() ?? [];
  expect(changes.map(({ path }) => path)).toEqual(['list', 'other']);
  exported.list[0] = { id: 1 };
  const [back] = watched.look() ?? [];
  expect(back?.states[1]).toBe(changes[0]?.states[0]);
});

test('an object that a call was handed is watched until the exports are replaced', () => {
  const http = { get: (): number => 1 };
  const { holder, watched } = watch({ client: { http } });
  watched.add({ object: http, path: 'client.http' });
  http.get = () => 2;
  expect(pathsOf(watched)).toEqual(['client.http.get']);
  holder.exports = {};
  watched.look();
  http.get = () => 3;
  expect(watched.look()).toBeNull();
});

test.each<[string, unknown]>([
  ['text', 'text'],
  ['a revoked proxy', revoked()],
  ['a child with a revoked proxy behind it', { child: Object.create(revoked()) as object }],
  ['itself', cyclic()],
])('exports that are %s break nothing', (_name, exported) => {
  expect(watch(exported).watched.look()).toBeNull();
  expect(watch(exported).watched.hasGetters).toBe(false);
  expect(watch(exported, '/p/x.json').watched.look()).toBeNull();
});

function revoked(): object {
  const { proxy, revoke } = Proxy.revocable({}, {});
  revoke();
  return proxy;
}

function cyclic(): object {
  const exported: Record<string, unknown> = {};
  exported['self'] = exported;
  exported['pair'] = { back: exported };
  return exported;
}
