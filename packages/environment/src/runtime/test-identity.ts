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
