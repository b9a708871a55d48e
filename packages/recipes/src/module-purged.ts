import { exampleLeak } from './example';
import { code, hook, hooksFor } from './hooks';
import { keptInside } from './mock-code';
import type { KindRecipes, LeakFacts, RecipeContext, RecipeForm, RecipeHints } from './recipe';
import { quoted, requestFor } from './request';
import { beyondScope, listed, reach } from './words';

const SPLITS = 'Calling jest.resetModules() once more does not bring the old instances back: it makes a third.';

/** Recipes for purges of the module registry. */
export const modulePurged: KindRecipes = {
  what: 'A test, a describe block or one of its hooks called jest.resetModules() and so dropped modules that were loaded outside it.',
  hurts:
    'Whoever loaded a module before keeps the old instance; whoever loads it after gets a new one. State that is set in one is not seen in the other, ' +
    'spies sit on the orphan, instanceof and React hooks fail: in a test far from the reset.',
  choose,
  sentence: (leak) => `jest.resetModules() dropped ${purged(leak)} and left it so ${beyondScope(leak)}${reach(leak)}.`,
  forms: {
    'reset-in-test': {
      when: 'a test calls jest.resetModules() to get a fresh module',
      why: () => SPLITS,
      fix: (leak, context) =>
        leak.module === 'esm'
          ? [
              'Take a fresh copy without touching the others, with the helper of jest-hermetic/test:',
              ...code(freshImport(`const fresh = await import(${sample(leak, context)}); ...`)),
              'If every test wants fresh modules: reset in a beforeEach at the top level of the file, and there use await import(), not a static import.',
            ]
          : [
              'Take a fresh copy without touching the others:',
              ...code(hook('jest.isolateModules', `const fresh = require(${sample(leak, context)}); ...`)),
              'with await inside: await jest.isolateModulesAsync(async () => { ... }).',
              ...keptInside('jest.doMock(...); require(...);'),
              'If every test wants fresh modules: reset in a beforeEach at the top level of the file, and require there, not at the top.',
            ],
    },
    'reset-in-describe-hook': isolatedInHook('a hook of a describe block calls jest.resetModules()'),
    'reset-in-describe-body': isolatedInHook(
      'jest.resetModules() stands in the body of a describe block, outside its hooks',
    ),
    'reset-as-cleanup': {
      when: 'an afterEach or afterAll of a describe block calls jest.resetModules() to clean up',
      why: () => 'jest.resetModules() is no cleanup: it drops what the file had loaded before the block began, too.',
      fix: (leak, context) =>
        leak.module === 'esm'
          ? [
              'Take the reset out, and let the tests load their modules with the helper of jest-hermetic/test, which drops them again:',
              ...code(freshImport(`const fresh = await import(${sample(leak, context)}); ...`)),
              'or move the hook to the top level of the file, and use await import() in the tests, not a static import.',
            ]
          : [
              'Take the reset out, and let the tests load their modules in a registry that goes away by itself:',
              ...code(hook('jest.isolateModules', `const fresh = require(${sample(leak, context)}); ...`)),
              'or move the hook to the top level of the file, and require in the tests, not at the top.',
            ],
    },
    'reset-inside-isolate': {
      when: 'jest.resetModules() is called inside jest.isolateModules()',
      why: () => 'Inside jest.isolateModules() it clears the registry outside as well, and ends the isolation.',
      fix: ({ module }) => [
        'Take the call out: the registry inside jest.isolateModules() is empty as it is.',
        ...(module === 'esm'
          ? [
              'or keep it inside, with the helper of jest-hermetic/test that puts everything back:',
              ...code(freshImport('await import(...); jest.resetModules(); await import(...);')),
            ]
          : keptInside('require(...); jest.resetModules(); require(...);')),
      ],
    },
  },
  example: (form) =>
    exampleLeak({
      kind: 'module-purged',
      key: 'registry',
      file: 'src/counter.test.js',
      call: 'jest.resetModules',
      scope: form.includes('describe') || form === 'reset-as-cleanup' ? 'describe' : 'test',
      ...(form === 'reset-in-describe-hook' ? { hook: 'beforeEach' } : {}),
      ...(form === 'reset-as-cleanup' ? { hook: 'afterEach' } : {}),
    }),
};

function choose(leak: LeakFacts, { cleanupHook, insideIsolate }: RecipeHints): string {
  if (insideIsolate === true) return 'reset-inside-isolate';
  const [scope] = leak.scopes;
  if (cleanupHook || scope?.hook === 'afterEach' || scope?.hook === 'afterAll') return 'reset-as-cleanup';
  if (scope?.type === 'describe') return scope.hook === null ? 'reset-in-describe-body' : 'reset-in-describe-hook';
  return 'reset-in-test';
}

function isolatedInHook(when: string): RecipeForm {
  return {
    when,
    why: (leak) =>
      leak.scopes[0]?.hook === null
        ? 'The body of a describe block runs before every test of the file, so the tests outside it get the new instances too.'
        : SPLITS,
    fix: (leak, context) => {
      const { before } = hooksFor(leak);
      if (leak.module === 'esm') {
        return [
          'Take the fresh copy with the helper of jest-hermetic/test:',
          ...code(
            'let fresh;',
            `${before}(async () => {`,
            `  ${freshImport(`fresh = await import(${sample(leak, context)});`)}`,
            '});',
          ),
        ];
      }
      return [
        'Take the fresh copy in a registry of its own:',
        ...code(
          'let fresh;',
          `${before}(() => {`,
          `  jest.isolateModules(() => { fresh = require(${sample(leak, context)}); });`,
          '});',
        ),
      ];
    },
  };
}

/** In ES modules; jest.isolateModulesAsync() leaves them where they are before Jest 30.4. */
function freshImport(statements: string): string {
  return `await freshModules(async () => { ${statements} });`;
}

/** The first module that was replaced, else dropped, as the file would ask for it. */
function sample(leak: LeakFacts, context: RecipeContext): string {
  const module = leak.modules.find(({ effect }) => effect === 'replaced') ?? leak.modules[0];
  return quoted(module === undefined ? './counter' : requestFor(module.path, leak, context));
}

function purged(leak: LeakFacts): string {
  const count = leak.modules.length;
  if (count === 0) return 'modules that were loaded before';
  return `${count} module${count === 1 ? '' : 's'} loaded before (${listed(leak.modules.map(({ path }) => path))})`;
}
