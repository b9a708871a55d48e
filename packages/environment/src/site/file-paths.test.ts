import { directoryOf, isAbsolutePath, normalizePath, packageOf, relativePath } from './file-paths';

describe('relativePath', () => {
  test.each([
    ['/repo', '/repo/src/x.ts', 'src/x.ts'],
    ['/repo/', '/repo/src/./a/../x.ts', 'src/x.ts'],
    ['/repo', '/repository/x.ts', '../repository/x.ts'],
    ['/repo/app', '/repo/lib/x.ts', '../lib/x.ts'],
    ['/', '/x.ts', 'x.ts'],
    ['/repo', '/repo/odd\\name.ts', 'odd\\name.ts'],
    ['C:\\repo', 'C:\\repo\\src\\x.ts', 'src/x.ts'],
    ['C:\\repo', 'c:/Repo/src/X.ts', 'src/X.ts'],
    ['C:\\repo\\app', 'C:\\repo\\lib\\x.ts', '../lib/x.ts'],
    ['C:\\repo', 'D:\\lib\\x.ts', 'D:/lib/x.ts'],
    ['\\\\server\\share\\repo', '\\\\server\\share\\repo\\x.ts', 'x.ts'],
  ])('from %s: %s -> %s', (directory, file, expected) => {
    expect(relativePath(directory, file)).toBe(expected);
  });
});

describe('normalizePath', () => {
  test.each([
    ['/a/./b//c/../d', '/a/b/d'],
    ['/../a', '/a'],
    ['../a/../../b', '../../b'],
    ['C:\\a\\..\\b', 'C:/b'],
    ['\\\\server\\share\\a', '//server/share/a'],
  ])('%s -> %s', (path, expected) => {
    expect(normalizePath(path)).toBe(expected);
  });
});

test.each([
  ['/a/b.js', '/a'],
  ['/b.js', '/'],
  ['C:\\a\\b.js', 'C:/a'],
])('directoryOf %s is %s', (path, expected) => {
  expect(directoryOf(path)).toBe(expected);
});

test.each([
  ['/a', true],
  ['C:\\a', true],
  ['c:/a', true],
  ['\\\\server\\a', true],
  ['a/b', false],
  ['node:fs', false],
  ['webpack://a', false],
])('isAbsolutePath %s: %s', (path, expected) => {
  expect(isAbsolutePath(path)).toBe(expected);
});

describe('packageOf', () => {
  test.each([
    ['/r/src/x.ts', null],
    ['/r/node_modules/react/index.js', 'react'],
    ['/r/node_modules/@jest/core/build/index.js', '@jest/core'],
    ['/r/node_modules/.pnpm/a@1.0.0/node_modules/b/x.js', 'b'],
    ['/r/node_modules/jest/node_modules/jest-mock/build/index.js', 'jest-mock'],
    ['C:\\r\\node_modules\\@scope\\p\\x.js', '@scope/p'],
    ['/r/my_node_modules/react/index.js', null],
  ])('%s -> %s', (file, expected) => {
    expect(packageOf(file)).toBe(expected);
  });
});
