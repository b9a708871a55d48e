import type { HookKind } from '@jest-hermetic/leak-record';

/** One part of the suite that acts belong to. Each attempt of a retried test is a scope of its own. */
export interface Scope {
  readonly type: 'file' | 'describe' | 'test';
  /** Full name (describe names first, joined by a space); null for the file. */
  readonly name: string | null;
  readonly parent: Scope | null;
  /** The circus entry behind it: the same object for every attempt of one test. */
  readonly identity: object;
  /** Where the test or describe is declared: an error that was never read, so that no stack is formatted in vain. */
  readonly declaration: { stack?: string } | null;
  /** Whether every hook and body of it has run. */
  ended: boolean;
  /** For each kind of state done again here (a key registered, the registry purged): when it was done last. */
  readonly marks: Map<string, number>;
}

/** Who is executing: a scope's body, or a hook declared by the scope. */
export interface Context {
  readonly scope: Scope;
  readonly hook: HookKind | null;
  /** The attempt for which an each-hook runs, or that is running; null in describe bodies, at top level and in all-hooks. */
  readonly test: Scope | null;
  /** Absolute path of the file whose code this is: the test file, or the setup file that registered the hook. */
  readonly ownerFile: string;
  /** The declaration of the hook that runs, like {@link Scope.declaration}. */
  readonly declaration: { stack?: string } | null;
  /** Whether it is the hook that Jest itself adds to each file: it takes things back, and changes nothing else. */
  readonly isJests?: boolean;
}

/** Whether `outer` is `scope` itself or encloses it. */
export function isWithin(scope: Scope | null, outer: Scope): boolean {
  for (let at: Scope | null = scope; at !== null; at = at.parent) {
    if (at === outer) return true;
  }
  return false;
}

/** Whether `outer` encloses `scope` and is not `scope` itself. */
export function strictlyEncloses(outer: Scope, scope: Scope): boolean {
  return outer !== scope && isWithin(scope, outer);
}

/** How a scope stands to the code that executes: inside it, outside, or another attempt of the same test. */
export type Standing = 'inside' | 'outside' | 'same-test-retry';

/**
 * How the executing code stands to `scope` (DESIGN 2.1, 2.3). Hooks that run for a test inside the scope count as
 * inside, whoever declared them: the leaking scope is still at work.
 */
export function standingOf(context: Context, scope: Scope): Standing {
  if (isWithin(context.scope, scope) || isWithin(context.test, scope)) return 'inside';
  if (context.test !== null && context.test.identity === scope.identity) return 'same-test-retry';
  return 'outside';
}

/** Whether a scope that encloses the executing code, or that code's own test, did `mark` again after `sequence`. */
export function doneAgainSince(context: Context, mark: string, sequence: number): boolean {
  return markedSince(context.scope, mark, sequence) || markedSince(context.test, mark, sequence);
}

function markedSince(from: Scope | null, mark: string, sequence: number): boolean {
  for (let at = from; at !== null; at = at.parent) {
    const when = at.marks.get(mark);
    if (when !== undefined && when > sequence) return true;
  }
  return false;
}
