import { enterable, reachFrom } from './reach';
import type { SlotName } from './names';

const ROOT: SlotName = { kind: 'core-module-mutated', text: 'fs', depth: 1 };
const namesBelow = (root: object, depth: number): string[] => reachFrom(root, ROOT, depth).map(({ name }) => name.text);

class Agent {
  options = { deep: {} };
  sockets = {};
  _private = {};
  request(): void {}
}
function ordinary(): void {}

test('what lies within so many properties, nearest first, each once', () => {
  const shared = {};
  const root = { a: { b: { c: {} }, shared }, shared, text: 'text' };
  expect(namesBelow(root, 0)).toEqual(['fs']);
  expect(namesBelow(root, 2)).toEqual(['fs', 'fs.a', 'fs.shared', 'fs.a.b']);
});

test('the prototype of a class is entered with whose it is, an empty one is not', () => {
  const reached = reachFrom({ Agent, ordinary }, ROOT, 2);
  expect(reached.map(({ name }) => name.text)).toEqual(['fs', 'fs.Agent', 'fs.ordinary', 'fs.Agent.prototype']);
  expect(reached.find(({ object }) => object === Agent.prototype)?.prototypeOf).toBe(Agent);
});

test('the bookkeeping of an instance, and marks of Jest, are not entered', () => {
  const agent = Object.assign(new Agent(), { [Symbol.for('$$jest-mark')]: {} });
  expect(namesBelow(agent, 2)).toEqual(['fs', 'fs.options', 'fs.options.deep']);
  expect(namesBelow({ [Symbol.for('$$jest-mark')]: {}, [Symbol.for('other')]: {} }, 1)).toEqual([
    'fs',
    'fs[Symbol(other)]',
  ]);
});

test('no getter is called but those of Node that hand out an object', () => {
  const [promises, other] = [jest.fn((): object => ({})), jest.fn(() => ({}))];
  const root = Object.defineProperties({}, { promises: { get: promises }, other: { get: other } });
  expect(namesBelow(root, 1)).toEqual(['fs', 'fs.promises']);
  expect(other).not.toHaveBeenCalled();
  promises.mockImplementation(() => {
    throw new Error('not in this Node');
  });
  expect(namesBelow(root, 1)).toEqual(['fs']);
});

test.each<[title: string, value: unknown, expected: boolean]>([
  ['an object', {}, true],
  ['a function', ordinary, true],
  ['a list', [1], true],
  ['a list so long that it is data', Array(201).fill(0), false],
  ['a proxy', new Proxy({}, {}), false],
  ['bytes', new Uint8Array(1), false],
  ['null', null, false],
  ['text', 'text', false],
])('%s can be entered: %#', (_title, value, expected) => {
  expect(enterable(value)).toBe(expected ? value : null);
});
