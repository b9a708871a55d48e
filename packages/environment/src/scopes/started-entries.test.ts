import type { DescribeBlock, TestEntry } from './circus';
import type { Context } from './scope';
import { StartedEntries } from './started-entries';

const fn = (): void => {};
const contextOf = (declaration: Error | null): Context => ({ declaration }) as unknown as Context;

test('the last run of a declaration, in the order of runs', () => {
  const started = new StartedEntries();
  const [first, second] = [new Error('first'), new Error('second')];
  expect(started.isLatePossible).toBe(false);
  started.note(contextOf(first));
  expect(started.isLatePossible).toBe(false);
  started.note(contextOf(second));
  expect(started.isLatePossible).toBe(true);
  const again = contextOf(first);
  started.note(again);
  expect(started.lastRun(first)).toEqual({ context: again, order: 3 });
  expect(started.lastRun(second)?.order).toBe(2);
});

test('what was declared nowhere is no run', () => {
  const started = new StartedEntries();
  started.note(contextOf(null));
  expect([null, undefined, new Error('other')].map((declaration) => started.lastRun(declaration))).toEqual(
    Array(3).fill(undefined),
  );
});

test('every test and hook with a callback, at any depth; a wrapped body stands for its test', () => {
  const [hook, bare, skipped, deep] = ['hook', 'bare', 'skipped', 'deep'].map((name) => new Error(name));
  const body = (): void => {};
  const inner = { type: 'test', fn, asyncError: deep } as unknown as TestEntry;
  const root = {
    hooks: [
      { fn, asyncError: hook },
      { fn: undefined, asyncError: bare },
      { fn, asyncError: undefined },
    ],
    children: [
      { type: 'test', fn: undefined, asyncError: skipped },
      { type: 'describeBlock', hooks: [], children: [inner] },
    ],
  } as unknown as DescribeBlock;
  const started = new StartedEntries();
  expect([...started.callbacks()]).toEqual([]);
  started.begin(root, () => '/p/setup.js');
  started.keepBody(inner, body);
  expect([...started.callbacks()]).toEqual([
    { fn, declaration: hook, setupFile: '/p/setup.js' },
    { fn: body, declaration: deep, setupFile: null },
  ]);
});
