import * as vm from 'node:vm';
import { locateCallbacks } from './callback-location';

const EACH = '/p/node_modules/jest-each/build/bind.js';
const USER = '/p/a.test.js';

function load(filename: string, source: string): Record<string, (...args: unknown[]) => Function> {
  const exports = {};
  vm.runInContext(`(function (exports) {\n${source}\n})`, vm.createContext({}), { filename })(exports);
  return exports;
}

const user = load(
  USER,
  [
    'exports.arrow = () => () => {',
    '  one();',
    '};',
    'exports.async = () => async (done) => two(done);',
    'exports.named = () => async function* named(a) { three(); };',
  ].join('\n'),
);
// The form that jest-each gives to every callback of a table.
const { applyArguments } = load(
  EACH,
  'exports.applyArguments = (supportsDone, params, test) =>\n' +
    '  supportsDone && params.length < test.length ? done => test(...params, done) : () => test(...params);',
) as { applyArguments: (supportsDone: boolean, params: unknown[], test: Function) => Function };

test.each([
  ['arrow', { file: USER, line: 2, column: 23 }, '() => {\n  one();\n}'],
  ['async', { file: USER, line: 5, column: 23 }, 'async (done) => two(done)'],
  ['named', { file: USER, line: 6, column: 44 }, '(a) { three(); }'],
])('%s: its place, and its text from there on', (name, place, text) => {
  expect(locateCallbacks([user[name]!()])).toEqual([{ place, text }]);
});

test('the callback of a table is what the function of jest-each closes over', () => {
  const callback = user['async']!();
  const located = locateCallbacks([applyArguments(true, [], callback), applyArguments(false, [1], callback)]);
  expect(located).toEqual(locateCallbacks([callback, callback]));
  expect(located[0]).not.toBeNull();
});

test('what is nowhere, or hides behind a proxy, has no place', () => {
  const foreign = load('/p/node_modules/jest-circus/build/x.js', 'exports.make = () => () => 1;')['make']!();
  const twice = new Proxy(user['arrow']!(), {});
  expect(locateCallbacks([Math.max, foreign, twice])).toEqual([null, null, null]);
  expect(locateCallbacks([])).toEqual([]);
});
