import { exampleLeak } from './example';
import {
  esmMock,
  setMock,
  virtualMock,
  mockInDescribe,
  mockInTest,
  overTopLevelMock,
  switchedAutomock,
  takenAwayMock,
} from './mock-forms';
import type { KindRecipes, LeakFacts, RecipeContext, RecipeHints } from './recipe';
import { quoted, requestOf } from './request';
import { beyondScope, reach } from './words';

const TAKE_AWAY = /\.(?:unmock|dontMock|deepUnmock)$/;

/** Recipes for mocks that stay registered, or stay taken away. */
export const mockRegistered: KindRecipes = {
  what: 'A test, a describe block or one of its hooks registered a mock for a module (or took one away) and left it so.',
  hurts:
    'A registration holds for the whole file, from the moment it is made. Later tests that load the module, or anything that loads it, receive the mock; ' +
    'whether they do depends on the order of the tests and on which of them run.',
  choose,
  sentence,
  forms: {
    'doMock-in-test': mockInTest(),
    'mock-over-top-level-mock': overTopLevelMock(),
    'mock-in-describe-body': mockInDescribe(
      'jest.mock or jest.doMock stands in the body of a describe block, outside its hooks',
    ),
    'mock-in-describe-hook': mockInDescribe(
      'a hook of a describe block registers a mock and no hook of that block takes it back',
    ),
    unmock: takenAwayMock(),
    automock: switchedAutomock(),
    'esm-mock': esmMock(),
    'set-mock': setMock(),
    virtual: virtualMock(),
  },
  example,
};

function choose(leak: LeakFacts, { overTopLevel }: RecipeHints): string {
  const [scope] = leak.scopes;
  if (leak.key === 'automock') return 'automock';
  if (leak.module === 'esm' || leak.call?.includes('unstable_')) return 'esm-mock';
  if (leak.call !== null && TAKE_AWAY.test(leak.call)) return 'unmock';
  if (overTopLevel) return 'mock-over-top-level-mock';
  if (scope?.type === 'describe') return scope.hook === null ? 'mock-in-describe-body' : 'mock-in-describe-hook';
  if (leak.call?.endsWith('.setMock')) return 'set-mock';
  return leak.virtual ? 'virtual' : 'doMock-in-test';
}

function sentence(leak: LeakFacts, form: string, context: RecipeContext): string {
  const end = `${beyondScope(leak)}${reach(leak)}.`;
  const call = leak.call ?? 'jest.doMock';
  if (form === 'automock') return `${call}() is still in force ${end}`;
  const called = `${call}(${quoted(requestOf(leak, context))})`;
  if (TAKE_AWAY.test(call) || call.endsWith('unmockModule')) return `${called} still takes away a mock ${end}`;
  return `${called} is still registered ${end}`;
}

function example(form: string): LeakFacts {
  const kind = 'mock-registered';
  const file = 'src/cart.test.js';
  const key = 'src/config.js';
  switch (form) {
    case 'automock':
      return exampleLeak({ kind, key: 'automock', file, call: 'jest.enableAutomock' });
    case 'esm-mock':
      return exampleLeak({ kind, key, file, call: 'jest.unstable_mockModule', esm: true });
    case 'unmock':
      return exampleLeak({ kind, key, file, call: 'jest.dontMock' });
    case 'set-mock':
      return exampleLeak({ kind, key, file, call: 'jest.setMock' });
    case 'virtual':
      return exampleLeak({ kind, key: 'feature-flags', file, call: 'jest.doMock', virtual: true });
    case 'mock-in-describe-body':
      return exampleLeak({ kind, key, file, call: 'jest.doMock', scope: 'describe' });
    case 'mock-in-describe-hook':
      return exampleLeak({ kind, key, file, call: 'jest.doMock', scope: 'describe', hook: 'beforeEach' });
    default:
      return exampleLeak({ kind, key, file, call: 'jest.doMock' });
  }
}
