import { targetOfKey } from './core-module-mutated';
import { exampleLeak } from './example';
import { lockForm, lockSentence } from './locks';
import type { KindRecipes } from './recipe';
import { access, chooseSlotForm, slotForms, slotSentence } from './slot';

/** Recipes for changes of objects that the sandbox shares with the host. */
export const hostObjectMutated: KindRecipes = {
  what: 'Something changed an object that Jest shares between all test files of a worker (Buffer, URL, performance, crypto, the methods of process.stdout, ...) and did not put it back.',
  hurts:
    'Jest makes new globals for every test file, but some of them are the objects of the worker itself. A change of theirs reaches every later test of the file, ' +
    'and every later file of the same worker.',
  choose: chooseSlotForm,
  sentence: (leak, form) => lockSentence(leak) ?? slotSentence(leak, form, access(targetOfKey(leak))),
  forms: { ...slotForms(targetOfKey), locked: lockForm },
  example: (form) =>
    exampleLeak({
      kind: 'host-object-mutated',
      key: form === 'locked' ? 'Object.freeze(performance)' : 'URL.canParse',
      file: 'src/address.test.js',
      call: null,
    }),
};
