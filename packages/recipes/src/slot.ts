import { code, hook, hooksFor } from './hooks';
import type { LeakFacts, RecipeContext, RecipeForm, RecipeHints, SlotWrite } from './recipe';
import { lockIn } from './locks';
import { isName, quoted } from './request';
import { beyondScope, reach } from './words';

/** A property in code: the expression of its object, and its name. */
export interface SlotTarget {
  object: string;
  property: string;
}

/** Names the property of a leak in code. */
export type TargetOf = (leak: LeakFacts, context: RecipeContext) => SlotTarget;

/** The last member of a dotted path; dots inside a symbol (`exec[Symbol(a.b)]`) part nothing. Empty object if alone. */
export function splitMember(path: string): SlotTarget {
  const symbol = path.endsWith(']') ? path.indexOf('[Symbol(') : -1;
  const end = symbol > 0 ? symbol : path.lastIndexOf('.');
  if (end <= 0) return { object: '', property: path };
  return { object: path.slice(0, end), property: path.slice(symbol > 0 ? end : end + 1) };
}

/**
 * How a property was written, from its descriptors: what an assignment cannot have done was defined.
 */
export function howWritten(before: PropertyDescriptor | undefined, after: PropertyDescriptor | undefined): SlotWrite {
  if (after === undefined) return 'deleted';
  const plain = before ?? { value: undefined, writable: true, enumerable: true, configurable: true };
  const assignable = 'value' in plain && plain.writable === true && 'value' in after && after.writable === true;
  const sameShape = plain.enumerable === after.enumerable && plain.configurable === after.configurable;
  return assignable && sameShape ? 'assigned' : 'defined';
}

/** The form of a changed property, common to core modules, host objects and exports. */
export function chooseSlotForm({ key }: LeakFacts, { spy, slot }: RecipeHints): string {
  if (lockIn(key) !== null) return 'locked';
  if (spy) return 'spy-left-behind';
  return slot === 'defined' ? 'defined' : slot === 'deleted' ? 'deleted' : 'assignment';
}

/** What happened to a property, in one sentence; `subject` names it in the user's words. */
export function slotSentence(leak: LeakFacts, form: string, subject: string): string {
  const end = `${beyondScope(leak)}${reach(leak)}.`;
  if (form === 'spy-left-behind') return `The spy on ${subject} is still in place ${end}`;
  if (form === 'deleted') return `${subject} was deleted and is still missing ${end}`;
  if (leak.was === ABSENT) return `${subject} was added and is still there ${end}`;
  return `${subject} was ${form === 'defined' ? 'redefined' : 'overwritten'} and still is ${end}`;
}

/** What a pair of functions reads and sets is called by the first of them: `dns.getServers()`. */
const SETTING = /^get(\w+)\((.*)\)$/;

/** `os.EOL`, `headers['x-id']`, `dns.getServers()`. */
export function access({ object, property }: SlotTarget): string {
  if (SETTING.test(property)) return `${object}.${property}`;
  const symbol = /^\[Symbol\((.*)\)\]$/.exec(property)?.[1];
  if (symbol !== undefined) return `${object}[Symbol.for(${quoted(symbol)})]`;
  return isName(property) ? `${object}.${property}` : `${object}[${quoted(property)}]`;
}

/** The forms of a changed property. */
export function slotForms(targetOf: TargetOf): Record<string, RecipeForm> {
  return {
    assignment: {
      when: 'a property is assigned to and not put back',
      why: () => 'jest.restoreAllMocks() takes back what jest.spyOn and jest.replaceProperty did, never an assignment.',
      fix: (leak, context) => [...letJestDoIt(leak, targetOf(leak, context)), ...topLevelNote(leak)],
    },
    'spy-left-behind': {
      when: 'jest.spyOn or jest.replaceProperty is never restored',
      why: () => 'jest.clearAllMocks() and jest.resetAllMocks() leave the spy in place.',
      fix: (leak) => [
        ...restoreSpy(leak),
        'or restore all spies before every test, in the Jest config:',
        ...code('restoreMocks: true'),
      ],
    },
    defined: {
      when: 'a property is redefined with Object.defineProperty and not put back',
      why: () =>
        'jest.restoreAllMocks() knows nothing of Object.defineProperty, and an assignment would not bring back a getter.',
      fix: (leak, context) => [...keepDescriptor(leak, targetOf(leak, context), true), ...topLevelNote(leak)],
    },
    deleted: {
      when: 'a property is deleted and not put back',
      why: () => 'jest.restoreAllMocks() does not bring back what was deleted.',
      fix: (leak, context) => [...keepDescriptor(leak, targetOf(leak, context), false), ...topLevelNote(leak)],
    },
  };
}

/** What the environment says of a property that was not there before. */
export const ABSENT = 'absent';

function letJestDoIt(leak: LeakFacts, target: SlotTarget): string[] {
  const { scope, before, after, place } = hooksFor(leak);
  const setting = SETTING.exec(target.property);
  if (setting !== null) return setAgain(leak, target, setting);
  if (leak.was === ABSENT) return takeAway(leak, target);
  const [call, restore, other] = jestCall(leak, target);
  if (scope === 'test') {
    const all = hook(after, 'jest.restoreAllMocks();');
    return [
      'Let Jest make the change, and take it back at the top level of the file:',
      ...code(`${call};`, all),
      ...other,
    ];
  }
  if (scope === 'file') {
    return ['Let Jest make the change: it takes its own back at the end of every file.', ...code(`${call};`), ...other];
  }
  const lines = code('let change;', hook(before, `change = ${call};`), hook(after, `change.${restore}();`));
  return [`Let Jest make the change. ${place}:`, ...lines, ...other];
}

function setAgain(leak: LeakFacts, target: SlotTarget, [, name, args]: RegExpExecArray): string[] {
  const { after, place } = hooksFor(leak);
  const given = [args, 'saved'].filter((text) => text !== '').join(', ');
  const lines = code(`const saved = ${access(target)};`, hook(after, `${target.object}.set${name}(${given});`));
  return [`${place}, keep it and set it again:`, ...lines];
}

/** The call that makes the change, the method of its result that takes it back, and what to say where both may fit. */
function jestCall(
  { was }: LeakFacts,
  { object, property }: SlotTarget,
): [call: string, restore: string, other: string[]] {
  const name = quoted(property);
  const replace = `jest.replaceProperty(${object}, ${name}, ...)`;
  if (was !== null && !/^a (?:mock )?function$|^function /.test(was)) return [replace, 'restore', []];
  const other = was === null ? [`For a value that is not a function: ${replace}.`] : [];
  return [`jest.spyOn(${object}, ${name}).mockImplementation(...)`, 'mockRestore', other];
}

/** Undoes a property that was added: there is nothing to put back, and jest.spyOn refuses what is not there. */
function takeAway(leak: LeakFacts, target: SlotTarget): string[] {
  const { after, place } = hooksFor(leak);
  return [
    `${place}, take away what was not there before:`,
    ...code(hook(after, `delete ${access(target)};`)),
    'or, if it hides an inherited method: make the change with jest.spyOn, and jest.restoreAllMocks() takes it away.',
  ];
}

function restoreSpy(leak: LeakFacts): string[] {
  const { scope, after, place } = hooksFor(leak);
  if (scope === 'test') return [`${place}:`, ...code(hook(after, 'jest.restoreAllMocks();'))];
  return [`Keep what jest.spyOn returns, and restore just that. ${place}:`, ...code(hook(after, 'spy.mockRestore();'))];
}

function keepDescriptor(leak: LeakFacts, target: SlotTarget, redefined: boolean): string[] {
  if (leak.was === ABSENT) return takeAway(leak, target);
  const { after, place } = hooksFor(leak);
  const saved = isName(target.property) ? target.property : 'original';
  const slot = `${target.object}, ${quoted(target.property)}`;
  const lines = code(
    `const ${saved} = Object.getOwnPropertyDescriptor(${slot});`,
    hook(after, `Object.defineProperty(${slot}, ${saved});`),
  );
  const limit = redefined ? ['It can be put back only if the new definition says configurable: true.'] : [];
  return [`${place}, keep the descriptor and put it back:`, ...lines, ...limit];
}

/** A change at the top level of what is no test file has no hooks to undo it. */
function topLevelNote(leak: LeakFacts): string[] {
  const [first] = leak.scopes;
  if (first?.type !== 'file' || first.hook !== null || isTestFile(leak.owner)) return [];
  return [
    `If tests import ${leak.owner}: move the change into a function that they call, and undo it in their afterAll.`,
  ];
}

/** Whether a path has one of Jest's default names for a test file. */
export function isTestFile(file: string): boolean {
  return /(?:^|\/)__tests__\/|\.(?:test|spec)\.[cm]?[jt]sx?$/.test(file);
}
