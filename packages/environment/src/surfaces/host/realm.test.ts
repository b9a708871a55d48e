import { createContext, runInContext } from 'node:vm';
import { realmOf } from './realm';

const run = (code: string): unknown => runInContext(code, context);
const context = createContext({});
const isMadeThere = realmOf(run('globalThis') as object);

test.each([
  ['a function', '() => {}'],
  ['an object', '({})'],
  ['a list', '[]'],
  ['an instance of a class', 'new (class Derived extends Map {})()'],
  ['a promise', 'Promise.resolve()'],
  ['a proxy, which does not tell', 'new Proxy({}, {})'],
  ['what inherits from a proxy', 'Object.create(new Proxy({}, {}))'],
])('%s of the sandbox is made there', (_title, code) => {
  expect(isMadeThere(run(code))).toBe(true);
});

test.each([
  ['a function of another realm', () => {}],
  ['an object of another realm', {}],
  ['an object without a prototype', Object.create(null)],
  ['a number', 1],
  ['null', null],
  ['nothing', undefined],
])('%s is not', (_title, value: unknown) => {
  expect(isMadeThere(value)).toBe(false);
});

test('a global without a language of its own makes nothing', () => {
  expect(realmOf({})({})).toBe(false);
});
