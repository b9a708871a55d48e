import type { Instance } from '../instances';
import { globalsOf, LoadedModules } from './loaded-modules';
import { sandboxScope } from '../sandbox-scope';
import type { LoadedModule } from './watched-exports';

const moduleOf = (exported: unknown, heldAtTop = false): LoadedModule => ({
  instance: {} as Instance,
  mode: 'cjs',
  holder: null,
  exported,
  heldAtTop,
  purgesBefore: 0,
});

class Service {}
class Stranger {}

function load(...all: unknown[]): { modules: LoadedModules; everything: () => unknown[] } {
  const modules = new LoadedModules();
  for (const exported of all) modules.add(moduleOf(exported));
  return { modules, everything: () => all };
}

test('the module on whose exports a class, its prototype or an object hangs', () => {
  const client = {};
  const first = { Service };
  const second = { client, name: 'text' };
  const { modules, everything } = load('text', first, second, Stranger);
  const holderOf = (object: object): unknown => modules.holderOf(object, everything)?.exported;
  expect(holderOf(Service)).toBe(first);
  expect(holderOf(Service.prototype)).toBe(first);
  expect(holderOf(Stranger.prototype)).toBe(Stranger);
  expect(holderOf(client)).toBe(second);
  expect(holderOf({})).toBeUndefined();
  expect(holderOf(class {})).toBeUndefined();
});

test('a purge lets go of what nobody may hold', () => {
  const modules = new LoadedModules();
  const [held, dropped] = [moduleOf({}, true), moduleOf({})];
  modules.add(held);
  modules.add(dropped);
  const restore = modules.save();
  modules.purge();
  expect([modules.of(held.exported), modules.of(dropped.exported)]).toEqual([held, undefined]);
  restore();
  expect(modules.of(dropped.exported)).toBe(dropped);
});

test('the globals of a sandbox, with their prototypes', () => {
  const globals = globalsOf(sandboxScope({ global: { Service, limit: 1 } }));
  expect([Service, Service.prototype, Stranger].map((value) => globals.has(value))).toEqual([true, true, false]);
  expect(globalsOf(null).has(Service)).toBe(false);
});
