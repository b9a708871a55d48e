import { exampleLeak } from './example';
import { code, hook, hooksFor } from './hooks';
import type { KindRecipes, LeakFacts, RecipeContext, RecipeForm } from './recipe';
import { modulePath, quoted, requestFor, variableFor } from './request';
import { chooseSlotForm, slotForms, slotSentence, type SlotTarget, splitMember } from './slot';
import { beyondScope, reach } from './words';

const MODULE_EXPORTS = 'module.exports';

/** Recipes for changes of what a module exports. */
export const exportMutated: KindRecipes = {
  what: 'A test, a hook or a describe body changed the exports of a module that was loaded outside it, and did not put them back.',
  hurts:
    'Everyone who holds the module sees the change: the later tests of the file run against a stub, and pass or fail for reasons that stand elsewhere.',
  choose: (leak, hints) => {
    if (memberOf(leak) === MODULE_EXPORTS) return 'module-exports-replaced';
    if (isJson(leak)) return 'json';
    return chooseSlotForm(leak, hints);
  },
  sentence: (leak, form) => {
    const module = modulePath(leak.key);
    const end = `${beyondScope(leak)}${reach(leak)}.`;
    if (form === 'module-exports-replaced')
      return `The exports of ${module} were replaced as a whole and still are ${end}`;
    if (form === 'json') return `${memberOf(leak)} of ${module} was changed and still is ${end}`;
    return slotSentence(leak, form, `${memberOf(leak)} of ${module}`);
  },
  forms: { ...slotForms(targetOfExport), 'module-exports-replaced': replacedWhole(), json: changedJson() },
  example: (form) => {
    const keys: Record<string, string> = {
      json: 'src/cities.json#list',
      'module-exports-replaced': `src/rates.js#${MODULE_EXPORTS}`,
    };
    return exampleLeak({
      kind: 'export-mutated',
      key: keys[form] ?? 'src/rates.js#rate',
      file: 'src/rates.test.js',
      call: null,
    });
  },
};

function replacedWhole(): RecipeForm {
  return {
    when: 'the whole exports of a module are replaced through require.cache and not put back',
    why: () =>
      'jest.restoreAllMocks() does not see it, and jest.resetModules() splits the module from everyone who holds it.',
    fix: (leak, context) => {
      const { after, place } = hooksFor(leak);
      const request = quoted(requestFor(modulePath(leak.key), leak, context));
      return [
        `${place}, keep the exports and put them back:`,
        ...code(
          `const cached = require.cache[require.resolve(${request})];`,
          'const { exports: original } = cached;',
          hook(after, 'cached.exports = original;'),
        ),
        `or change one export at a time with jest.spyOn(require(${request}), ...), which jest.restoreAllMocks() takes back.`,
      ];
    },
  };
}

function changedJson(): RecipeForm {
  return {
    when: 'the object of a JSON module is changed in place',
    why: () => 'jest.restoreAllMocks() does not see it, and require() gives every test the same object.',
    fix: (leak, context) => {
      const request = quoted(requestFor(modulePath(leak.key), leak, context));
      return [
        'Change a copy:',
        ...code(`const copy = JSON.parse(JSON.stringify(require(${request})));`),
        'or take a private one:',
        ...code(`jest.isolateModules(() => { const copy = require(${request}); ... });`),
      ];
    },
  };
}

/** The part of a key after the module: `Svc.prototype.load` of `src/x.ts#Svc.prototype.load`. */
function memberOf({ key }: LeakFacts): string {
  return key.slice(modulePath(key).length + 1) || MODULE_EXPORTS;
}

function isJson({ key }: LeakFacts): boolean {
  return modulePath(key).endsWith('.json');
}

function targetOfExport(leak: LeakFacts, _context: RecipeContext): SlotTarget {
  const variable = variableFor(modulePath(leak.key));
  const member = memberOf(leak);
  const { object, property } = splitMember(member);
  return { object: object === '' ? variable : `${variable}.${object}`, property };
}
