import { globalRoots, lazyGlobalRoots, prototypeRoots, sharedRoots, webCryptoRoots, isPolyfill } from './host-globals';
import type { Host, HostRoot } from './host-globals';
import type { SlotName } from './names';

const hostOf = (global: object): Host => ({ global, process });
const namesOf = (roots: HostRoot[]): string[] => roots.map(({ name }) => `${name.kind} ${name.text}`);
const core = (text: string): SlotName => ({ kind: 'core-module-mutated', text, depth: 1 });

class Gauge {
  read(): number {
    return 1;
  }
}

test('the globals of the host that exist already, without those of the language and what is no object', () => {
  const global = Object.defineProperty({ Gauge, Array, console, text: 'text', fs: {} }, 'Blob', { get: () => Gauge });
  expect(namesOf(globalRoots(hostOf(global)))).toEqual(['host-object-mutated Gauge']);
});

describe('the prototype of a shared instance', () => {
  test.each<[title: string, global: object, instance: object, names: string[]]>([
    ['of a global class', { Gauge }, new Gauge(), ['host-object-mutated Gauge.prototype']],
    ['of a class that is no global', {}, new Gauge(), []],
    ['of the language', { Map }, new Map(), []],
    ['of a function', { Function }, Gauge, []],
    ['none', { Gauge }, Object.create(null) as object, []],
    ['without a class', { Gauge }, Object.create({}) as object, []],
  ])('%s: %#', (_title, global, instance, names) => {
    expect(namesOf(prototypeRoots(hostOf(global), instance))).toEqual(names);
  });
});

describe('the lazy global that a core module may hand out', () => {
  const open = jest.fn(() => Gauge);
  const lazy = (name: string): Host => hostOf(Object.defineProperty({}, name, { get: open, configurable: true }));
  beforeEach(() => open.mockClear());

  test.each([
    ['buffer.Gauge', 'Gauge'],
    ['buffer.Gauge.prototype', 'Gauge'],
  ])('%s', (text, global) => {
    expect(namesOf(lazyGlobalRoots(lazy(global), core(text)))).toEqual(['host-object-mutated Gauge']);
  });

  test.each([
    ['of a module itself', core('crypto'), 'crypto'],
    ['of a name that warns when it is touched', core('util.localStorage'), 'localStorage'],
    ['of what has the name of a global already', { ...core('x.Gauge'), kind: 'host-object-mutated' as const }, 'Gauge'],
    ['of another name', core('buffer.Blob'), 'Gauge'],
  ])('is not made for a finding %s', (_title, name, global) => {
    expect(lazyGlobalRoots(lazy(global), name)).toEqual([]);
    expect(open).not.toHaveBeenCalled();
  });

  test('is nothing where it is there already, or throws', () => {
    expect(lazyGlobalRoots(hostOf({ Gauge }), core('buffer.Gauge'))).toEqual([]);
    open.mockImplementationOnce(() => {
      throw new Error('not in this Node');
    });
    expect(lazyGlobalRoots(lazy('Gauge'), core('buffer.Gauge'))).toEqual([]);
  });
});

describe('what a sandbox shares with the host', () => {
  const shared = (global: object, sandbox: object): string[] =>
    namesOf(sharedRoots(hostOf(global), sandbox, () => {})).map((name) => name.split(' ')[1] as string);

  test('the same object under the same name, also behind an accessor that Node keeps', () => {
    const gauge = new Gauge();
    const global = Object.defineProperty({ Gauge, text: 'text', other: {} }, 'performance', { get: () => gauge });
    expect(shared(global, { Gauge, performance: gauge, text: 'text', other: {} })).toEqual(['Gauge', 'performance']);
  });

  test('no global of the language, nor what Jest gives to each file anew', () => {
    expect(shared({ Gauge, Array, console }, { Gauge, Array, console })).toEqual(['Gauge']);
  });

  test('a lazy global of the host is not made to see whether it is shared', () => {
    const open = jest.fn(() => Gauge);
    const global = Object.defineProperty({}, 'Gauge', { get: open });
    expect(shared(global, { Gauge })).toEqual([]);
    expect(open).not.toHaveBeenCalled();
  });
});

test('the WebCrypto objects go by the name of the global', () => {
  const module = Object.defineProperties({}, { webcrypto: { get: () => new Gauge() }, subtle: { get: () => ({}) } });
  expect(namesOf(webCryptoRoots(module))).toEqual(['host-object-mutated crypto', 'host-object-mutated crypto.subtle']);
  expect(webCryptoRoots({})).toEqual([]);
});

test.each<[title: string, key: string, value: unknown, expected: boolean]>([
  ['a function of the host on an intrinsic', 'Array.prototype.last', () => {}, true],
  ['data', 'Array.prototype.last', 1, false],
  ['a proxy', 'Array.prototype.last', new Proxy(() => {}, {}), false],
  ['a function of another realm', 'Array.prototype.last', Object.setPrototypeOf(() => {}, null), false],
  ['a function on another global', 'URL.prototype.last', () => {}, false],
])('a polyfill: %s', (_title, key, value, expected) => {
  const change = { kind: 'host-object-mutated' as const, key, object: {}, property: 'last', before: undefined };
  expect(isPolyfill(hostOf(globalThis), { ...change, after: { value } })).toBe(expected);
});
