import { findTestIdentity } from './circus';

const MATCHERS = Symbol.for('$$jest-matchers-object');

test('Jest 30.5 tells expect of whose code runs', () => {
  const currentTestIdentity = () => 'the test';
  expect(findTestIdentity({ [MATCHERS]: { state: { currentTestIdentity } } })?.()).toBe('the test');
});

test.each([
  ['without expect', {}],
  ['without a state', { [MATCHERS]: {} }],
  ['an older Jest', { [MATCHERS]: { state: { currentConcurrentTestName: () => 'name' } } }],
])('%s nothing tells', (_title, sandbox) => {
  expect(findTestIdentity(sandbox)).toBeNull();
});

// The very Jest that runs this test (30.5 or newer) is what all this is about.
test('it is there in this sandbox', () => {
  expect(findTestIdentity(globalThis)?.()).toMatchObject({ type: 'test', name: 'it is there in this sandbox' });
});
