import type { LeakFacts } from './recipe';

/** Where the act belongs, and in which pair of hooks it can be done and undone. */
export interface HookPair {
  scope: 'test' | 'describe' | 'file';
  /** The hook that may do it. */
  before: 'beforeEach' | 'beforeAll';
  /** The hook that must undo it. */
  after: 'afterEach' | 'afterAll';
  /** Where to write `after`, as the start of a sentence. */
  place: string;
}

/** The hooks for a leak, from the first scope that leaked. */
export function hooksFor(leak: LeakFacts): HookPair {
  const [first] = leak.scopes;
  const scope = first?.type ?? 'file';
  if (scope === 'test')
    return { scope, before: 'beforeEach', after: 'afterEach', place: 'At the top level of the file' };
  const each = first?.hook === 'beforeEach' || first?.hook === 'afterEach';
  const pair = each
    ? ({ before: 'beforeEach', after: 'afterEach' } as const)
    : ({ before: 'beforeAll', after: 'afterAll' } as const);
  return {
    scope,
    ...pair,
    place: scope === 'describe' ? 'In the same describe block' : 'At the top level of the file',
  };
}

/** A hook on one line of code. */
export function hook(name: string, ...statements: string[]): string {
  return `${name}(() => { ${statements.join(' ')} });`;
}

/** Lines of code as a recipe shows them: indented by two spaces. */
export function code(...lines: string[]): string[] {
  return lines.map((line) => `  ${line}`);
}
