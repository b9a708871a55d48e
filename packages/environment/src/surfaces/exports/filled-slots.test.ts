import type { Act } from '../../ledger/act';
import { filledByModules } from './filled-slots';

const MODULE = 'exports.get = () => (exports.client ??= { real: 1 });';

function isFilled(given: { module?: string; tests?: string[] | null; before?: unknown; after?: unknown }): boolean {
  const { module = MODULE, tests = ['lib.get();'] } = given;
  const act = { call: null, value: { after: { value: {} }, ...given } } as unknown as Act;
  const code = {
    factsOf: () => ({ path: '/p/src/x.js', property: 'client', json: false, ownLoad: false }),
    codeOf: () => module,
    testCode: () => tests,
  };
  return filledByModules([act], code).length === 1;
}

test('an export that held nothing and that its module assigns', () => {
  expect(isFilled({})).toBe(true);
  expect(isFilled({ before: { value: undefined } })).toBe(true);
  expect(isFilled({ before: { value: null } })).toBe(true);
});

test('not one that held something, or holds a getter, nor a deletion', () => {
  expect(isFilled({ before: { value: 0 } })).toBe(false);
  expect(isFilled({ before: { get: () => 1, set: undefined } })).toBe(false);
  expect(isFilled({ before: { value: null }, after: undefined })).toBe(false);
});

test.each([
  'module.exports.client = {};',
  'const api = { client: null, get() { api.client = {}; } }; module.exports = api;',
  'let client; exports.client = client; function get() { exports.client = client = {}; }',
  'export let client; export function get() { client = {}; }',
  'Object.defineProperty(exports, "client", { value: {} });',
])('by %s', (module) => {
  expect(isFilled({ module })).toBe(true);
});

test.each(['', 'exports.clients = {};', 'const client = {};', 'exports.client === null;', 'not code'])(
  'only where the code of the module assigns it, not by %s',
  (module) => {
    expect(isFilled({ module })).toBe(false);
  },
);

test.each([
  'lib.client = {};',
  'Object.assign(lib, { client: {} });',
  'const lib = require("./src/x"); lib[name] = {};',
  'const set = (object, name) => { object[name] = {}; };',
  'Object.assign(f(), given);',
  'not code',
])('not where code of the tests may have done it: %s', (text) => {
  expect(isFilled({ tests: ['lib.get();', text] })).toBe(false);
});

test.each(['const made = {}; made[name] = 1;', 'process.env[name] = "";', 'lib.other = {};', 'if (lib.client === 1);'])(
  'what tests write elsewhere is no hint: %s',
  (text) => {
    expect(isFilled({ tests: [text] })).toBe(true);
  },
);

test('nor where that is not known', () => {
  expect(isFilled({ tests: null })).toBe(false);
});
