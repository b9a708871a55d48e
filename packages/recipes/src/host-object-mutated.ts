import { targetOfKey } from './core-module-mutated';
import { exampleLeak } from './example';
import type { KindRecipes } from './recipe';
import { access, chooseSlotForm, slotForms, slotSentence } from './slot';

/** Recipes for changes of objects that the sandbox shares with the host. */
export const hostObjectMutated: KindRecipes = {
  what: 'Something changed an object that Jest shares between all test files of a worker (Buffer, URL, performance, crypto, the methods of process.stdout, ...) and did not put it back.',
  hurts:
    'Jest makes new globals for every test file, but some of them are the objects of the worker itself. A change of theirs reaches every later test of the file, ' +
    'and every later file of the same worker.',
  choose: chooseSlotForm,
  sentence: (leak, form) => slotSentence(leak, form, access(targetOfKey(leak))),
  forms: slotForms(targetOfKey),
  example: () =>
    exampleLeak({ kind: 'host-object-mutated', key: 'URL.canParse', file: 'src/address.test.js', call: null }),
};
