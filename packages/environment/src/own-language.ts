import { lookAsTestsLeftIt, withOwnBuiltins } from '@jest-hermetic/leak-record';
import { getOwnPropertyDescriptor, ownKeys } from './originals';

/** What our code calls of the language between two pieces of test code. */
const USED = [Array, Function, Map, RegExp, Set, String, WeakMap, WeakSet].map(({ prototype }) => prototype as unknown);

interface Method {
  readonly object: Record<PropertyKey, unknown>;
  readonly key: PropertyKey;
  readonly value: unknown;
}

const METHODS: readonly Method[] = ([...USED, Array, Object, Reflect] as Method['object'][]).flatMap((object) =>
  ownKeys(object)
    .map((key): Method => ({ object, key, value: getOwnPropertyDescriptor(object, key)?.value }))
    .filter(({ value }) => typeof value === 'function'),
);

let mayBeChanged = (): boolean => false;
/** Whether that has to be asked: its answer stays no until more code of the tests runs. */
let isAsked = false;
/** Whether the code that runs is the tests' own; the answer for other code is the last one. */
let runsTests = true;
let wasChanged = false;

/**
 * Begins a file: `mayChange` tells whether its code may change the language of the host. Asking all that is called takes
 * longer than what is done between two tests, so it is asked only where it can have been changed.
 */
export function watchLanguage(mayChange: () => boolean): void {
  const before = lookAsTestsLeftIt(isChanged);
  mayBeChanged = before ? () => true : mayChange;
  isAsked = true;
}

/** More code of the tests is about to run. */
export function expectTestCode(): void {
  isAsked = true;
}

/**
 * Whose code runs from now on. That of source modules and packages is taken to leave the language alone: a thousand of
 * them may be loaded between two pieces of test code.
 */
export function noteWhoRuns(tests: boolean): void {
  runsTests = tests;
}

/** Ends the file: nothing of it is kept. */
export function unwatchLanguage(): void {
  mayBeChanged = () => false;
  isAsked = false;
  runsTests = true;
}

/** Whether our code runs: nothing of the user's does until it is done. */
let isInside = false;

/**
 * Runs `work`, which calls nothing of the user's, in the language that there was when this package was loaded, whatever
 * a test has made of it meanwhile.
 */
export function inOwnLanguage<T>(work: () => T): T {
  return isInside ? work() : callInOwnLanguage(work);
}

/** The same with arguments, for where a function that holds them would cost. */
export function callInOwnLanguage<Args extends unknown[], T>(work: (...args: Args) => T, ...args: Args): T;
export function callInOwnLanguage(
  work: (...args: unknown[]) => unknown,
  a?: unknown,
  b?: unknown,
  c?: unknown,
  d?: unknown,
  e?: unknown,
  f?: unknown,
  g?: unknown,
): unknown {
  if (isInside) return work(a, b, c, d, e, f, g);
  isInside = true;
  try {
    return isLanguageChanged() ? withOwnBuiltins(() => work(a, b, c, d, e, f, g)) : work(a, b, c, d, e, f, g);
  } finally {
    isInside = false;
  }
}

/** Whether {@link inOwnLanguage} would do more than call what it is given. */
export function isLanguageChanged(): boolean {
  if (!isAsked) return false;
  if (!runsTests) return wasChanged;
  isAsked = mayBeChanged();
  wasChanged = isAsked && isChanged();
  return wasChanged;
}

function isChanged(): boolean {
  try {
    for (let i = 0; i < METHODS.length; i += 1) {
      const { object, key, value } = METHODS[i] as Method;
      // Asking for the descriptor would be slow.
      if (object[key] !== value) return true;
    }
    return false;
  } catch {
    // A getter that a test put there.
    return true;
  }
}
