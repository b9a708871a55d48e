import { identityOf } from '@jest-hermetic/leak-record';
import type { FoundLeak } from '@jest-hermetic/leak-record';
import { failLeakingTests } from './fail-tests';
import type { FailTestsOptions } from './fail-tests';
import type { DescribeBlock } from './scopes/circus';
import { makeLeak, makeLeakScope } from './testing/leaks';

/** Two tests, `cart adds` and `cart empties`, and the errors that they get. */
function errorsOf(leaks: FoundLeak[], options: Partial<FailTestsOptions> = {}, failing = false) {
  const root = { type: 'describeBlock', name: 'ROOT', parent: undefined, children: [] as unknown[] };
  const cart = { type: 'describeBlock', name: 'cart', parent: root, children: [] as unknown[] };
  root.children.push(cart);
  const tests = ['adds', 'empties'].map((name) => ({
    type: 'test',
    name,
    parent: cart,
    failing,
    errors: [] as Error[],
  }));
  cart.children.push(...tests);
  failLeakingTests(leaks, {
    root: root as unknown as DescribeBlock,
    gate: 'escaped',
    contained: false,
    jest: '30.5.2',
    allowed: new Map(),
    absolute: (path) => `/p/${path}`,
    ...options,
  });
  return Object.fromEntries(
    tests.map(({ name, errors }) => [name, errors.map(({ message }) => message.split(':')[0])]),
  );
}

const leak = makeLeak();
const kind = ['mock-registered'];
const inBoth = makeLeak({ scopes: [makeLeakScope('cart adds'), makeLeakScope('cart empties')] });

test.each<[title: string, leaks: FoundLeak[], options: Partial<FailTestsOptions>, adds: string[], empties: string[]]>([
  ['the leaking test only', [leak], {}, kind, []],
  ['every test of a site', [inBoth], {}, kind, kind],
  ['one error for each leak', [leak, makeLeak({ key: 'src/y.js' })], {}, [...kind, ...kind], []],
  ['below the gate', [makeLeak({ grade: 'latent' })], {}, [], []],
  ['at a lower gate', [makeLeak({ grade: 'latent' })], { gate: 'latent' }, kind, []],
  ['allowed in the source', [makeLeak({ allowed: 'a reason' })], {}, [], []],
  ['in the baseline, whatever its number', [inBoth], { allowed: new Map([[identityOf(leak), 1]]) }, [], []],
  [
    'another leak in the baseline',
    [leak],
    { allowed: new Map([[identityOf({ ...leak, key: 'src/y.js' }), 1]]) },
    kind,
    [],
  ],
  ['a leak of a describe', [makeLeak({ scopes: [{ ...makeLeakScope('cart'), type: 'describe' }] })], {}, [], []],
])('%s', (_title, leaks, options, adds, empties) => {
  expect(errorsOf(leaks, options)).toEqual({ adds, empties });
});

test('a test that is expected to fail is left alone', () => {
  expect(errorsOf([leak], {}, true)).toEqual({ adds: [], empties: [] });
});

test('the error says what, why and how to fix it, and its stack is the place of the leak', () => {
  const test = { type: 'test', name: 'adds', parent: { parent: undefined }, failing: false, errors: [] as Error[] };
  const root = { children: [test] } as unknown as DescribeBlock;
  const options = {
    root,
    gate: 'escaped',
    contained: false,
    jest: null,
    allowed: new Map(),
    absolute: (path: string) => `/p/${path}`,
  };
  failLeakingTests([makeLeak({ scopes: [makeLeakScope('adds')] })], options as FailTestsOptions);
  const [error] = test.errors as [Error];
  expect(error.message).toMatch(
    /^mock-registered: .*\n\nFix:\n {2}[^]*\n\nMore: npx jest-hermetic explain mock-registered$/,
  );
  expect(error.stack).toBe(`Error: ${error.message}\n    at /p/a.test.js:5:3`);
});
