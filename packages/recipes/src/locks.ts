import { code } from './hooks';
import type { LeakFacts, RecipeForm } from './recipe';
import { variableFor } from './request';
import { beyondScope, reach } from './words';

const KEY = /^(Object\.(?:freeze|seal|preventExtensions))\((.+)\)$/;

const DONE: Record<string, string> = {
  'Object.freeze': 'frozen',
  'Object.seal': 'sealed',
  'Object.preventExtensions': 'closed to new properties',
};

/** Of a key like `Object.freeze(fs.promises)` the call and the object; null for that of a property. */
export function lockIn(key: string): { call: string; object: string } | null {
  const [, call = '', object = ''] = KEY.exec(key) ?? [];
  if (call === '') return null;
  const [root = '', ...rest] = object.split('.');
  return { call, object: [variableFor(root), ...rest].join('.') };
}

/** What happened to a whole object, in one sentence; null where it was a property. */
export function lockSentence(leak: LeakFacts): string | null {
  const lock = lockIn(leak.key);
  return lock && `${lock.object} was ${DONE[lock.call]} and still is ${beyondScope(leak)}${reach(leak)}.`;
}

/** The form of an object that was locked as a whole. */
export const lockForm: RecipeForm = {
  when: 'a whole object is frozen, sealed or closed to new properties',
  why: () => 'Nobody can take this back, neither jest.restoreAllMocks() nor contain: it lasts as long as the worker.',
  fix: (leak) => {
    const { call, object } = lockIn(leak.key) ?? { call: 'Object.freeze', object: 'object' };
    return [
      'Let the code under test have an object of its own, and leave the real one as it is:',
      ...code(`const own = ${call}(Object.create(${object}));`),
    ];
  },
};
