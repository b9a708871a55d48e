import { judgeExercise } from './exercised';
import type { CircusState, TestEntry } from './scopes/circus';

const DONE = { mode: undefined, status: 'done', errors: [], invocations: 1 };

/** A file with the test `adds` inside a describe. */
function stateOf(test: object, { describe = {}, ...state }: { describe?: object } & Record<string, unknown> = {}) {
  const root = { type: 'describeBlock', name: 'ROOT', parent: undefined, mode: undefined, children: [] as unknown[] };
  const cart = { type: 'describeBlock', name: 'cart', parent: root, mode: undefined, children: [], ...describe };
  root.children.push(cart);
  const entry = { type: 'test', name: 'adds', parent: cart, ...DONE, ...test } as unknown as TestEntry;
  (cart.children as unknown[]).push(entry);
  return { rootDescribeBlock: root, unhandledErrors: [], hasFocusedTests: false, ...state } as unknown as CircusState;
}

test.each<[title: string, because: string | null, test: object, state?: Parameters<typeof stateOf>[1]]>([
  ['a passing test', null, {}],
  ['a skipped test', null, { mode: 'skip', status: 'skip' }],
  ['a test to do', null, { mode: 'todo', status: 'todo' }],
  ['a test in a skipped describe', null, { status: 'skip' }, { describe: { mode: 'skip' } }],
  ['a failing test', 'a failing test: adds', { errors: [new Error('x')] }],
  ['a retried test', 'a retried test: adds', { invocations: 2 }],
  ['a test that never ran', 'a test that did not run: adds', { status: null }],
  ['a test left out by -t', '-t left tests out', { status: 'skip' }, { testNamePattern: /other/ }],
  ['a focused test', 'test.only or describe.only', {}, { hasFocusedTests: true }],
  ['an error outside', 'an error outside of its tests', {}, { unhandledErrors: [new Error('x')] }],
])('%s: %j', (_title, because, test, state = {}) => {
  expect(judgeExercise(stateOf(test, state))).toEqual({ exercised: because === null, because, tests: 1 });
});
