import { identityOf, reachesGate } from '@jest-hermetic/leak-record';
import type { FoundLeak, Grade, Site } from '@jest-hermetic/leak-record';
import { recipeFor } from '@jest-hermetic/recipes';
import { testName, testsBelow } from './scopes/circus';
import type { DescribeBlock, TestEntry } from './scopes/circus';

/** What decides whether a leak fails its test. */
export interface FailTestsOptions {
  readonly root: DescribeBlock;
  readonly gate: Grade;
  readonly jest: string | null;
  /** Sites that the baseline allows, by identity. */
  readonly allowed: ReadonlyMap<string, number>;
  readonly absolute: (path: string) => string;
}

/**
 * Adds each new leak of scope `test` to the errors of its tests (`failAt: 'test'`). A test that is expected to fail
 * is left alone, and so are all when an entry of the baseline covers some of the sites: nobody could say which.
 */
export function failLeakingTests(leaks: readonly FoundLeak[], options: FailTestsOptions): void {
  const tests = new Map<string, TestEntry[]>();
  for (const test of testsBelow(options.root)) {
    const name = testName(test);
    tests.set(name, [...(tests.get(name) ?? []), test]);
  }
  for (const leak of leaks) {
    if (leak.allowed !== null || !reachesGate(options.gate, leak) || (options.allowed.get(identityOf(leak)) ?? 0) > 0)
      continue;
    for (const scope of leak.scopes) {
      if (scope.type !== 'test' || scope.name === null) continue;
      for (const test of tests.get(scope.name) ?? []) {
        if (!test.failing) test.errors.push(leakError(leak, options));
      }
    }
  }
}

function leakError(leak: FoundLeak, { jest, absolute }: FailTestsOptions): Error {
  const { sentence, fix, why } = recipeFor(leak, { jest });
  const lines = [`${leak.kind}: ${sentence}`, '', 'Fix:', ...fix.map((line) => `  ${line}`)];
  if (why !== null) lines.push('', why);
  lines.push('', `More: npx jest-hermetic explain ${leak.kind}`);
  const error = new Error(lines.join('\n'));
  // The stack is the leak's own place, so that Jest prints its code frame there and not in our files.
  error.stack = `Error: ${error.message}${leak.site === null ? '' : `\n    at ${stackPosition(leak.site, absolute)}`}`;
  return error;
}

function stackPosition({ file, line, column }: Site, absolute: (path: string) => string): string {
  return `${absolute(file)}:${line}:${column}`;
}
