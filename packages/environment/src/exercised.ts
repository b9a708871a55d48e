import { testsBelow } from './scopes/circus';
import type { CircusState, DescribeBlock, TestEntry } from './scopes/circus';

/** Whether a file is evidence of absence, and if not, why (DESIGN 3, "exercised"). */
export interface Exercise {
  readonly exercised: boolean;
  readonly because: string | null;
  /** Number of declared tests. */
  readonly tests: number;
}

/** The answer when the run of the file never ended. */
export const NEVER_ENDED: Exercise = { exercised: false, because: 'the file did not run to its end', tests: 0 };

/**
 * Judges from the state of circus at `run_finish` whether every test that the source does not skip ran and passed at
 * its first attempt. Must be asked before we add errors of our own.
 */
export function judgeExercise(state: CircusState): Exercise {
  const tests = [...testsBelow(state.rootDescribeBlock)];
  const because = whyNot(tests, state);
  return { exercised: because === null, because, tests: tests.length };
}

function whyNot(tests: readonly TestEntry[], state: CircusState): string | null {
  if (state.unhandledErrors.length > 0) return 'an error outside of its tests';
  if (state.hasFocusedTests) return 'test.only or describe.only';
  for (const test of tests) {
    if (test.mode === 'todo' || isSkippedBySource(test)) continue;
    if (test.errors.length > 0) return `a failing test: ${test.name}`;
    if (test.status !== 'done')
      return state.testNamePattern ? '-t left tests out' : `a test that did not run: ${test.name}`;
    if (test.invocations > 1) return `a retried test: ${test.name}`;
  }
  return null;
}

function isSkippedBySource(test: TestEntry): boolean {
  if (test.mode === 'skip') return true;
  for (let at: DescribeBlock | undefined = test.parent; at !== undefined; at = at.parent)
    if (at.mode === 'skip') return true;
  return false;
}
