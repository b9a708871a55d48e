import { exampleLeak } from './example';
import { hasOnlyRequest, quoted, requestOf, variableFor } from './request';

function request(key: string, options: { file?: string; sourceLine?: string; files?: string[]; esm?: boolean } = {}) {
  const { file = 'src/shop/cart.test.ts', sourceLine = null, files, esm = false } = options;
  const leak = exampleLeak({ kind: 'mock-registered', key, file, call: 'jest.doMock', esm });
  const isFile = files === undefined ? {} : { isFile: (path: string) => files.includes(path) };
  return requestOf(leak, { jest: null, sourceLine, ...isFile });
}

test.each([
  ['src/shop/config.ts', './config'],
  ['src/config.ts', '../config'],
  ['src/shop/rates/index.js', './rates'],
  ['src/data.json', '../data.json'],
  ['../shared/x.js', '../../../shared/x'],
  ['react', 'react'],
  ['react-dom/server', 'react-dom/server'],
  ['@scope/pkg/sub.js', '@scope/pkg/sub.js'],
  ['node:fs', 'node:fs'],
])('%s is asked for as %s', (key, expected) => {
  expect(request(key)).toBe(expected);
});

test('an ES module keeps its extension', () => {
  expect(request('src/shop/config.js', { esm: true })).toBe('./config.js');
});

test('the disk tells a package from a file of the same look', () => {
  expect(request('chart.js', { file: 'a.test.js', files: [] })).toBe('chart.js');
  expect(request('chart.js', { file: 'a.test.js', files: ['chart.js'] })).toBe('./chart');
});

test.each([
  ["  jest.doMock('@/config', () => ({}));", '@/config'],
  ['  jest.doMock<typeof Config>("~/config");', '~/config'],
  ['  helper();', './config'],
  ['  jest.doMock(`./${name}`);', './config'],
])('the request as written in %s', (sourceLine, expected) => {
  expect(request('src/shop/config.ts', { sourceLine })).toBe(expected);
});

describe('a call that a helper in another folder made', () => {
  const site = { file: 'test/support/mocks.ts', line: 3, column: 8 };
  const sourceLine = "  jest.doMock('../../src/shop/config', () => ({}));";
  const from = (owner: string, key = 'src/shop/config.ts') =>
    requestOf(
      { ...exampleLeak({ kind: 'mock-registered', key, file: owner, call: 'jest.doMock' }), site },
      { jest: null, sourceLine },
    );

  test('is written anew for the owner', () => {
    expect(from('src/shop/cart.test.ts')).toBe('./config');
    expect(from('src/cart.test.ts', 'react')).toBe('react');
  });

  test.each(['node_modules/x', '(outside)'])('is written for the helper where the owner is %s', (owner) => {
    expect(from(owner)).toBe('../../src/shop/config');
  });
});

test.each([
  ["jest.doMock('./config');", true],
  ['jest.doMock<typeof Config>("./config", );', true],
  ['for (const name of names) jest.doMock(name);', true],
  ["jest.doMock('./config', () => ({}));", false],
  ["jest.doMock('./config',", false],
  ['jest.doMock(', false],
  ["jest.unmock('./config');", false],
  [null, false],
])('only the module is given in %s: %s', (sourceLine, expected) => {
  const leak = exampleLeak({ kind: 'mock-registered', key: 'src/config.ts', file: 'a.test.ts', call: 'jest.doMock' });
  expect(hasOnlyRequest(leak, { jest: null, sourceLine })).toBe(expected);
});

test.each([
  ['src/my-config.ts', 'myConfig'],
  ['node:fs', 'fs'],
  ['src/rates/index.js', 'rates'],
  ['src/delete.js', 'loaded'],
  ['src/[id].ts', 'id'],
])('a variable for %s is %s', (module, expected) => {
  expect(variableFor(module)).toBe(expected);
});

test('quoted', () => {
  expect(quoted("it's a \\")).toBe(String.raw`'it\'s a \\'`);
});
