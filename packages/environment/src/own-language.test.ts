import { withOwnBuiltins } from '@jest-hermetic/leak-record';
import { inOwnLanguage, isLanguageChanged, noteWhoRuns, unwatchLanguage, watchLanguage } from './own-language';

const { get } = Map.prototype;
const text = new Map([['a', 'real']]);
const read = () => text.get('a');

afterEach(() => {
  Map.prototype.get = get;
  unwatchLanguage();
});

function replace(): void {
  Map.prototype.get = () => 'fake' as never;
}

test('what a test replaced is as it was for our work, and afterwards as the test left it', () => {
  watchLanguage(() => true);
  expect(isLanguageChanged()).toBe(false);
  replace();
  expect(isLanguageChanged()).toBe(true);
  expect(inOwnLanguage(read)).toBe('real');
  expect(read()).toBe('fake');
});

test('a getter that a test put there counts, also one that throws', () => {
  watchLanguage(() => true);
  Object.defineProperty(Map.prototype, 'get', {
    configurable: true,
    get: () => {
      throw new Error('asked');
    },
  });
  const found = inOwnLanguage(read);
  Object.defineProperty(Map.prototype, 'get', { configurable: true, writable: true, value: get });
  expect(found).toBe('real');
});

test('code that cannot have changed it is not asked', () => {
  watchLanguage(() => false);
  replace();
  expect(inOwnLanguage(read)).toBe('fake');
});

test('what an earlier file left counts whatever this one says', () => {
  replace();
  withOwnBuiltins(() => watchLanguage(() => false));
  expect(inOwnLanguage(read)).toBe('real');
});

test('while code runs that is not of the tests, the language is what they left', () => {
  watchLanguage(() => true);
  expect(isLanguageChanged()).toBe(false);
  noteWhoRuns(false);
  replace();
  expect(inOwnLanguage(read)).toBe('fake');
  noteWhoRuns(true);
  expect(inOwnLanguage(read)).toBe('real');
  noteWhoRuns(false);
  expect(inOwnLanguage(read)).toBe('real');
});
