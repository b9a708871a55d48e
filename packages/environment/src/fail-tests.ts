import { identityOf, reachesGate } from '@jest-hermetic/leak-record';
import type { FoundLeak, Grade, Site } from '@jest-hermetic/leak-record';
import { recipeFor } from '@jest-hermetic/recipes';
import { entryOfScope } from './report/build-leaks';
import { testName, testsBelow } from './scopes/circus';
import type { DescribeBlock } from './scopes/circus';
import { existsSync, readFileSync } from './originals';

/** What decides whether a leak fails its test. */
export interface FailTestsOptions {
  readonly root: DescribeBlock;
  readonly gate: Grade;
  /** Whether what a test leaves is put back when it ends, see `reachesGate`. */
  readonly contained: boolean;
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
  const tests = [...testsBelow(options.root)];
  for (const leak of leaks) {
    if (!counts(leak, options)) continue;
    for (const scope of leak.scopes) {
      if (scope.type !== 'test') continue;
      const entry = entryOfScope(scope);
      for (const test of tests.filter((one) => (entry === undefined ? testName(one) === scope.name : one === entry))) {
        if (!test.failing) test.errors.push(leakError(leak, options));
      }
    }
  }
}

function counts(leak: FoundLeak, { gate, allowed, contained }: FailTestsOptions): boolean {
  // Of several candidates nobody can say which test to fail.
  if (leak.candidates.length > 0 || leak.allowed !== null) return false;
  return reachesGate(gate, leak, contained) && (allowed.get(identityOf(leak)) ?? 0) === 0;
}

function leakError(leak: FoundLeak, { jest, absolute }: FailTestsOptions): Error {
  const isFile = (path: string): boolean => existsSync(absolute(path));
  const { sentence, fix, why } = recipeFor(leak, { jest, isFile, sourceLine: lineAt(leak.site, absolute) });
  const lines = [`${leak.kind}: ${sentence}`, '', 'Fix:', ...fix.map((line) => `  ${line}`)];
  if (why !== null) lines.push('', why);
  lines.push('', `More: npx jest-hermetic explain ${leak.kind}`);
  const error = new Error(lines.join('\n'));
  // The stack is the leak's own place, so that Jest prints its code frame there and not in our files.
  error.stack = `Error: ${error.message}${leak.site === null ? '' : `\n    at ${stackPosition(leak.site, absolute)}`}`;
  return error;
}

function lineAt(site: Site | null, absolute: (path: string) => string): string | null {
  try {
    return site === null ? null : (readFileSync(absolute(site.file), 'utf8').split('\n')[site.line - 1] ?? null);
  } catch {
    return null;
  }
}

function stackPosition({ file, line, column }: Site, absolute: (path: string) => string): string {
  return `${absolute(file)}:${line}:${column}`;
}
