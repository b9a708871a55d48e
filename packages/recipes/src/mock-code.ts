import { code, hook, hooksFor } from './hooks';
import type { LeakFacts, RecipeContext } from './recipe';
import { hasOnlyRequest } from './request';

/** Whether a test's body leaked (and not a describe block). */
export function isTestScope(leak: LeakFacts): boolean {
  return hooksFor(leak).scope !== 'describe';
}

/** The call that registers the mock, with `...` for what the user passes to it besides the module. */
export function mockCall(leak: LeakFacts, request: string, context: RecipeContext): string {
  if (leak.call?.endsWith('.setMock')) return `jest.setMock(${request}, ...)`;
  if (hasOnlyRequest(leak, context)) return `jest.doMock(${request})`;
  return `jest.doMock(${request}, ...${leak.virtual ? ', { virtual: true }' : ''})`;
}

/**
 * Undoes a registration after each test, and drops what was loaded under it. It stands at the top level of the file:
 * in a describe block the reset would itself purge modules that belong to the file.
 */
export function undoAfterwards(leak: LeakFacts, undo: string): string[] {
  const { after } = hooksFor(leak);
  return [
    'At the top level of the file, take it back and drop what was loaded with it:',
    ...code(hook(after, undo, 'jest.resetModules();')),
  ];
}

/** Does and undoes a registration in the hooks of a describe block, with the modules that need it in a registry apart. */
export function isolatedLoad(leak: LeakFacts, act: string, undo: string): string[] {
  const { before, after } = hooksFor(leak);
  return [
    'In hooks of the same describe block, load what needs it in a registry of its own, and take it back:',
    ...code(
      'let subject;',
      `${before}(() => {`,
      `  ${act};`,
      "  jest.isolateModules(() => { subject = require('./subject'); });",
      '});',
      hook(after, undo),
    ),
  ];
}

/** The alternative that takes everything back by itself. */
export function keptInside(...statements: string[]): string[] {
  return [
    'or keep it inside, with the helper of jest-hermetic/test that puts everything back:',
    ...code(`freshModules(() => { ${statements.join(' ')} });`),
  ];
}
