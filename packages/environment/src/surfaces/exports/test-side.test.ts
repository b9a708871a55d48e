import { isNamedAsTest, TestSide } from './test-side';

test.each([
  'src/cart.test.ts',
  'src/cart.spec.jsx',
  'src/cart-test.js',
  'test/helpers/stub.js',
  'packages/a/__tests__/stub.ts',
  'src/__mocks__/api.js',
])('%s is of the tests', (path) => {
  expect(isNamedAsTest(path)).toBe(true);
});

test.each(['src/cart.ts', 'src/latest/index.js', 'src/contest/a.js', 'node_modules/kit/test/stub.js', 'src/test.js'])(
  '%s is not',
  (path) => {
    expect(isNamedAsTest(path)).toBe(false);
  },
);

test('an entry file is, wherever it lies; a directory above rootDir does not count', () => {
  const side = new TestSide(new Set(['/home/test/p/checks/cart.js']), '/home/test/p');
  expect(side.has('/home/test/p/checks/cart.js')).toBe(true);
  expect(side.has('/home/test/p/src/cart.js')).toBe(false);
});
