import { exampleLeak } from './example';
import { lockForm, lockSentence } from './locks';
import type { KindRecipes } from './recipe';
import { access, chooseSlotForm, slotForms, slotSentence, type SlotTarget, splitMember } from './slot';
import type { LeakFacts } from './recipe';
import { variableFor } from './request';

const SAMPLE_KEYS: Record<string, string> = { defined: 'os.EOL', deleted: 'os.loadavg', locked: 'Object.freeze(os)' };

/** Recipes for changes of Node's core modules. */
export const coreModuleMutated: KindRecipes = {
  what: 'A test, a hook or top-level code changed a core module of Node (fs, path, os, ...) and did not put it back.',
  hurts:
    'Jest gives every test file its own copy of your modules, but core modules are the real ones of the worker. The change reaches every later test of the file ' +
    'and every later file of the same worker, Jest itself included: which files that is depends on how they are spread over the workers.',
  choose: chooseSlotForm,
  sentence: (leak, form) => lockSentence(leak) ?? slotSentence(leak, form, access(targetOfKey(leak))),
  forms: { ...slotForms(targetOfKey), locked: lockForm },
  example: (form) =>
    exampleLeak({
      kind: 'core-module-mutated',
      key: SAMPLE_KEYS[form] ?? 'os.hostname',
      file: 'src/machine.test.js',
      call: null,
    }),
};

/** The property that a dotted key names: `fs.promises.readFile` is `readFile` of `fs.promises`. */
export function targetOfKey({ key }: LeakFacts): SlotTarget {
  const { object, property } = splitMember(key);
  if (object === '') return { object: 'globalThis', property };
  const [module = '', ...rest] = object.split('.');
  return { object: [variableFor(module), ...rest].join('.'), property };
}
