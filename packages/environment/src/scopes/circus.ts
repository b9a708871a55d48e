import type { Circus } from '@jest/types';

/** The events of jest-circus, 29.7 to 30.x. */
export type CircusEvent = Circus.Event;
/** The state that jest-circus hands to every handler. */
export type CircusState = Circus.State;
/** A declared test. */
export type TestEntry = Circus.TestEntry;
/** A declared describe block. */
export type DescribeBlock = Circus.DescribeBlock;

/** Full name of a describe block as Jest prints it: titles joined by a space, without the root's. */
export function describeName(block: DescribeBlock): string {
  const titles: string[] = [];
  for (let at: DescribeBlock | undefined = block; at?.parent !== undefined; at = at.parent) {
    titles.unshift(String(at.name));
  }
  return titles.join(' ');
}

/** Full name of a test as `-t` matches it. */
export function testName(test: TestEntry): string {
  const describe = describeName(test.parent);
  return describe === '' ? String(test.name) : `${describe} ${String(test.name)}`;
}

/** Every test below a block, in the order of declaration. */
export function* testsBelow(block: DescribeBlock): Generator<TestEntry> {
  for (const child of block.children) {
    if (child.type === 'test') yield child;
    else yield* testsBelow(child);
  }
}

const MATCHERS = Symbol.for('$$jest-matchers-object');

/**
 * From 30.5 on jest-circus carries each test through AsyncLocalStorage, and tells `expect` of whose code runs. Gives
 * what tells it in this sandbox, or null for an older Jest. Asked for when the tests are about to run.
 */
export function findTestIdentity(sandbox: object): (() => unknown) | null {
  const matchers = (sandbox as Record<symbol, unknown>)[MATCHERS] as { state?: object } | undefined;
  const identity = (matchers?.state as { currentTestIdentity?: unknown } | undefined)?.currentTestIdentity;
  return typeof identity === 'function' ? (identity as () => unknown) : null;
}
