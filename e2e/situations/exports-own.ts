import { exportLeak } from './exports';
import type { Situation } from './situation';

/** Modules that manage their own exports, each beside the leak that looks like it. */
export const exportsOfTheirOwn: Situation[] = [
  {
    name: 'filled-on-first-use',
    files: {
      'src/client.js': `
        class Client {}
        exports.client = null;
        exports.connect = () => (exports.client ??= new Client());`,
      'a.test.js': `
        const lib = require('./src/client');
        class Fake {}
        const put = () => lib.connect();
        test('one', () => {
          put();
        });
        test('two', () => expect(lib.client).not.toBe(null));`,
    },
    leaks: [],
  },
  {
    name: 'filled-with-plain-data-on-first-use',
    files: {
      'src/lazy.js': `
        exports.pool = null;
        exports.get = () => {
          if (!exports.client) exports.client = { real: 1 };
          exports.conn = exports.conn || new Map();
          return exports.client;
        };
        exports.open = () => (module.exports.pool ??= []);`,
      'src/typed.ts': `
        export let session: object | undefined;
        export const begin = (): object => (session ??= { real: 1 });`,
      'a.test.js': `
        const lazy = require('./src/lazy');
        const typed = require('./src/typed');
        const table = {};
        test('one', () => { // @one
          lazy.get();
          lazy.open();
          typed.begin();
          table['a' + 'b'] = 1;
          /* end */
        });
        test('two', () => expect([lazy.client, lazy.conn, lazy.pool, typed.session]).not.toContain(null));`,
    },
    leaks: [],
    twin: {
      swap: [['/* end */', 'lazy.pool = lazy.client = { fake: 1 };']],
      leaks: [
        exportLeak({ key: './src/lazy.js#client', grade: 'latent', at: '@one', siteIs: 'scope' }),
        exportLeak({ key: './src/lazy.js#pool', grade: 'latent', at: '@one', siteIs: 'scope' }),
      ],
    },
  },
  {
    name: 'filled-under-a-computed-name-by-a-test',
    files: {
      'src/lazy.js': `exports.get = () => (exports.client ??= { real: 1 });`,
      'a.test.js': `
        const lazy = require('./src/lazy');
        const put = (object, name) => {
          /* put */
        };
        test('one', () => { // @one
          put(lazy, 'client');
          lazy.get();
        });
        test('two', () => expect(lazy.client).toBeDefined());`,
    },
    leaks: [],
    twin: {
      swap: [['/* put */', 'object[name] = { fake: 1 };']],
      leaks: [exportLeak({ key: './src/lazy.js#client', grade: 'latent', at: '@one', siteIs: 'scope' })],
    },
  },
  {
    name: 'filled-with-what-the-test-made',
    files: {
      'src/client.js': `
        exports.client = null;
        exports.connect = (client) => (exports.client = client);`,
      'a.test.js': `
        const lib = require('./src/client');
        class Fake {} // @fake
        test('one', () => {
          lib.connect(new Fake());
        });
        test('two', () => expect(lib.client).toBeInstanceOf(Fake));`,
    },
    leaks: [exportLeak({ key: './src/client.js#client', grade: 'escaped', at: '@fake', siteIs: 'value' })],
  },
  {
    name: 'registered-by-the-module',
    files: {
      'src/types.js': `
        exports.register = (name, type) => {
          exports[name] = type;
        };
        exports.reset = (name) => delete exports[name];`,
      'a.test.js': `
        const types = require('./src/types');
        test('one', () => {
          class Special {} // @class
          types.register('Special', Special);
          /* end */
        });
        test('two', () => expect(types.register).toBeDefined());`,
    },
    leaks: [exportLeak({ key: './src/types.js#Special', grade: 'escaped', at: '@class', siteIs: 'value' })],
    twin: { swap: [['/* end */', `types.reset('Special');`]] },
  },
  {
    name: 'registered-one-level-below',
    files: {
      'src/types.js': `
        exports.handlers = [];
        exports.table = {};
        exports.use = (handler) => exports.handlers.push(handler);`,
      'a.test.js': `
        const types = require('./src/types');
        test('one', () => {
          types.use(() => 'handled'); // @handler
        });
        test('two', () => expect(types.handlers).toHaveLength(1));`,
    },
    leaks: [exportLeak({ key: './src/types.js#handlers.0', grade: 'escaped', at: '@handler', siteIs: 'value' })],
  },
  {
    name: 'an-emitter-keeps-its-listeners-to-itself',
    files: {
      'src/bus.js': `
        const { EventEmitter } = require('events');
        module.exports = new EventEmitter();`,
      'a.test.js': `
        const bus = require('./src/bus');
        test('one', () => {
          bus.on('sold', () => 'heard');
        });
        test('two', () => {
          bus.emit = () => 'fake'; // @emit
        });
        test('three', () => expect(bus.listenerCount('sold')).toBe(1));`,
    },
    leaks: [exportLeak({ key: './src/bus.js#emit', grade: 'escaped', at: '@emit', siteIs: 'value' })],
  },
  {
    name: 'replaces-itself-on-first-use',
    files: {
      'src/table.js': `
        exports.lookup = (key) => {
          const table = { a: 1 };
          exports.lookup = (name) => table[name];
          return exports.lookup(key);
        };`,
      'a.test.js': `
        const table = require('./src/table');
        const fake = { lookup: () => 1 }; // @lookup
        test('one', () => {
          table.lookup('a');
        });
        test('two', () => expect(table.lookup('a')).toBe(1));`,
    },
    leaks: [],
    twin: {
      swap: [[`table.lookup('a');`, 'table.lookup = fake.lookup;']],
      leaks: [exportLeak({ key: './src/table.js#lookup', grade: 'escaped', at: '@lookup', siteIs: 'value' })],
    },
  },
  {
    name: 'a-stub-gives-way-to-the-real-module',
    files: {
      'src/slug/real.js': `exports.slug = (text) => text.toLowerCase();`,
      'src/slug/index.js': `
        exports.slug = (text) => {
          exports.slug = require('./real').slug;
          return exports.slug(text);
        };`,
      'src/unrelated.js': `exports.fake = () => 'fake';`,
      'a.test.js': `
        const lib = require('./src/slug');
        const { fake } = require('./src/unrelated');
        test('one', () => { // @one
          lib.slug('A');
        });
        test('two', () => expect(typeof lib.slug('B')).toBe('string'));`,
    },
    leaks: [],
    twin: {
      swap: [[`lib.slug('A');`, 'lib.slug = fake;']],
      leaks: [exportLeak({ key: './src/slug/index.js#slug', grade: 'latent', at: '@one', siteIs: 'scope' })],
    },
  },
  {
    name: 'getters-that-become-values',
    files: {
      'src/lazy.js': `
        for (const name of ['slug', 'trim']) {
          Object.defineProperty(exports, name, {
            configurable: true,
            enumerable: true,
            get() {
              const value = () => name;
              Object.defineProperty(exports, name, { configurable: true, enumerable: true, writable: true, value });
              return value;
            },
          });
        }`,
      'a.test.js': `
        const lazy = require('./src/lazy');
        test('one', () => expect(lazy.slug()).toBe('slug'));
        test('two', () => {
          expect(typeof Object.getOwnPropertyDescriptor(lazy, 'trim').get).toBe('function');
        });`,
    },
    leaks: [],
  },
  {
    name: 'a-getter-spied-on',
    files: {
      'src/lazy.js': `Object.defineProperty(exports, 'mode', { configurable: true, enumerable: true, get: () => 'real' });`,
      'a.test.js': `
        const lazy = require('./src/lazy');
        test('one', () => {
          const spy = jest.spyOn(lazy, 'mode', 'get').mockReturnValue('spy'); // @spy
          expect(lazy.mode).toBe('spy');
          expect(spy).toHaveBeenCalledTimes(1);
          /* end */
        });
        test('two', () => expect(typeof lazy.mode).toBe('string'));`,
    },
    leaks: [exportLeak({ key: './src/lazy.js#mode', grade: 'escaped', at: '@spy', siteIs: 'call' })],
    twin: { swap: [['/* end */', 'spy.mockRestore();']] },
  },
  {
    name: 'a-typescript-let-and-its-setter',
    files: {
      'src/level.ts': `
        export let level = 1;
        export let log: () => string = () => 'real';
        export function raise(): void {
          level += 1;
        }
        export function setLog(fn: () => string): void {
          log = fn;
        }`,
      'src/index.ts': `export * from './level';`,
      'a.test.ts': `
        import * as lib from './src';
        test('one', () => { // @one
          lib.raise();
          /* end */
        });
        test('two', () => expect(lib.level).toBeGreaterThan(0));`,
    },
    leaks: [
      exportLeak({ owner: './a.test.ts', key: './src/level.ts#level', grade: 'latent', at: '@one', siteIs: 'scope' }),
    ],
    twin: {
      swap: [
        ['lib.raise();', ''],
        ['/* end */', `lib.setLog(() => 'fake'); // @set`],
        ['// @one', ''],
      ],
      leaks: [exportLeak({ owner: './a.test.ts', key: './src/level.ts#log', grade: 'escaped', at: '@set' })],
    },
  },
  {
    name: 'strange-exports-break-nothing',
    files: {
      'src/frozen.js': `module.exports = Object.freeze({ a: 1, f: Object.freeze(() => 1) });`,
      'src/proxy.js': `module.exports = new Proxy({}, { get: () => 'any', ownKeys: () => { throw new Error('asked'); } });`,
      'src/revoked.js': `
        const { proxy, revoke } = Proxy.revocable({}, {});
        revoke();
        exports.revoked = proxy;
        exports.child = Object.create(proxy);`,
      'src/cyclic.js': `exports.self = exports; exports.pair = { other: {} }; exports.pair.other.pair = exports.pair;`,
      'src/throwing.js': `
        Object.defineProperty(exports, 'bad', { enumerable: true, get() { throw new Error('called'); } });
        exports.holder = Object.defineProperty({}, 'bad', { enumerable: true, get() { throw new Error('called'); } });`,
      'src/many.js': `for (let i = 0; i < 10_000; i += 1) exports['name' + i] = () => i;`,
      'src/odd.js': `module.exports = 'text';`,
      'src/bytes.js': `exports.bytes = Buffer.alloc(100_000); exports.none = Object.create(null); exports[Symbol('s')] = {};`,
      'src/core.js': `exports.fs = require('fs'); exports.log = console; exports.global = globalThis;`,
      'a.test.js': `
        const names = ['frozen', 'proxy', 'revoked', 'cyclic', 'throwing', 'many', 'odd', 'bytes', 'core'];
        const all = names.map((name) => require('./src/' + name));
        test('one', () => {
          expect(() => jest.spyOn(all[3].pair.other, 'pair', 'get')).toThrow();
          expect(() => jest.spyOn(all[2].child, 'any')).toThrow();
          expect(() => jest.spyOn(all[6], 'any')).toThrow();
        });
        test('two', () => {
          all[5].name7 = () => 'fake'; // @many
        });
        test('three', () => {
          all[8].log.extra = () => 'not an export';
          all[7].none.x = () => 'fake'; // @none
        });
        test('four', () => expect(all).toHaveLength(9));`,
    },
    leaks: [
      exportLeak({ key: './src/many.js#name7', grade: 'escaped', at: '@many' }),
      exportLeak({ key: './src/bytes.js#none.x', grade: 'escaped', at: '@none' }),
    ],
  },
];
