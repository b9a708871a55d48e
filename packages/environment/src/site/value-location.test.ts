import * as inspector from 'node:inspector';
import * as vm from 'node:vm';
import { locateFunctions } from './value-location';

const source = [
  'exports.arrow = () => 1;',
  'exports.named = function named(a) { return a; };',
  'exports.async = async () => 1;',
  'exports.generator = function* () {};',
  'class Bare {}',
  'exports.Bare = Bare;',
  'exports.Built = class Built {',
  '  constructor() {}',
  '};',
  'exports.bound = exports.named.bind(null).bind(null);',
  'exports.boundNative = Math.max.bind(null);',
  'exports.instance = new Bare();',
  'exports.plain = { data: 1, get trap() { throw new Error("called"); }, method() {} };',
  'exports.proxy = new Proxy(exports.arrow, { get() { throw new Error("called"); }, ownKeys() { throw new Error("called"); } });',
  'exports.boundProxy = Function.prototype.bind.call(new Proxy(exports.arrow, {}));',
  'exports.data = { list: [1] };',
].join('\n');

function load(filename: string): Record<string, unknown> {
  const exports = {};
  vm.runInContext(`(function (exports) {\n${source}\n})`, vm.createContext({}), { filename })(exports);
  return exports;
}

/** The place right behind `text` in the source. */
function after(text: string) {
  const lines = source.slice(0, source.indexOf(text) + text.length).split('\n');
  return { file: '/sandbox/a.js', line: lines.length + 1, column: lines.at(-1)!.length + 1 };
}

const arrow = after('exports.arrow = ');
const named = after('function named');
const bare = after('{};\n');

describe('locateFunctions', () => {
  test.each([
    ['arrow', arrow],
    ['named', named],
    ['async', after('exports.async = ')],
    ['generator', after('function* ')],
    ['Bare', bare],
    ['Built', after('  constructor')],
    ['bound', named],
    ['boundNative', null],
    ['instance', bare],
    ['plain', after(' method')],
    ['proxy', null],
    ['boundProxy', null],
    ['data', null],
  ])('%s', (name, expected) => {
    expect(locateFunctions([load('/sandbox/a.js')[name]])).toEqual([expected]);
  });

  test('a batch keeps its order, and doubles and values without a place are null or the same', () => {
    const made = load('file:///sandbox/a.js');
    expect(
      locateFunctions([1, made['named'], null, made['arrow'], 'text', made['named'], Math.max, undefined, Buffer]),
    ).toEqual([null, named, null, arrow, null, named, null, null, null]);
  });

  test('calls nothing of a value', () => {
    const called: string[] = [];
    const trap = (name: string) => () => called.push(name);
    const traps = { get: trap('get'), ownKeys: trap('ownKeys'), getOwnPropertyDescriptor: trap('descriptor') };
    const decorated = Object.defineProperties(() => 1, {
      getter: { get: trap('getter'), enumerable: true },
      proxy: { value: new Proxy({}, traps as object), enumerable: true },
      toString: { value: trap('toString') },
    });
    const places = locateFunctions([
      decorated,
      {
        get method() {
          return trap('method')();
        },
      },
      new Uint8Array(8),
    ]);
    expect(places).toEqual([expect.objectContaining({ file: __filename }), null, null]);
    expect(called).toEqual([]);
  });

  test('a function in this very file', () => {
    expect(locateFunctions([() => 1])).toEqual([
      { file: __filename, line: expect.any(Number), column: expect.any(Number) },
    ]);
  });

  test("a mock function's place is Jest's own, and so not told", () => {
    expect(locateFunctions([jest.fn()])).toEqual([null]);
  });

  test('no file, no place', () => {
    expect(locateFunctions([vm.runInThisContext('() => 1'), load('relative.js')['arrow']])).toEqual([null, null]);
  });

  test('leaves nothing on the global and no debugger on', () => {
    const host = vm.runInThisContext('globalThis') as object;
    const before = Reflect.ownKeys(host);
    expect(locateFunctions([load('/sandbox/a.js')['arrow']])).toEqual([arrow]);
    expect(Reflect.ownKeys(host)).toEqual(before);
  });

  test('another session goes on as it was, with its debugger on', () => {
    const session = new inspector.Session();
    session.connect();
    try {
      const parsed: string[] = [];
      session.on('Debugger.scriptParsed', ({ params }) => parsed.push(params.url));
      session.post('Debugger.enable');
      expect(locateFunctions([load('/sandbox/a.js')['arrow']])).toEqual([arrow]);
      parsed.length = 0;
      load('/sandbox/later.js');
      expect(parsed.filter((url) => url.includes('later.js'))).toHaveLength(1);
    } finally {
      session.disconnect();
    }
  });
});

describe('without an inspector', () => {
  test.each([
    ['a Node built without it', () => ({})],
    [
      'a session that may not connect',
      () => ({
        Session: class {
          connect() {
            throw new Error('ERR_INSPECTOR_NOT_AVAILABLE');
          }
        },
      }),
    ],
    [
      'a session that does not answer',
      () => ({
        Session: class {
          connect() {}
          on() {}
          post() {}
          disconnect() {}
        },
      }),
    ],
  ])('%s: null for all', (_name, factory) => {
    jest.isolateModules(() => {
      jest.doMock('node:inspector', factory);
      const { locateFunctions: locate } = require('./value-location') as { locateFunctions: typeof locateFunctions };
      expect(locate([() => 1, {}])).toEqual([null, null]);
      jest.dontMock('node:inspector');
    });
  });
});
