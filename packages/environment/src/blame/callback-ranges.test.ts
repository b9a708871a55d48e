import type { Callback } from '../scopes/started-entries';
import type { LocatedCallback } from '../site/callback-location';
import type { RawFrame } from '../site/frame';
import { CallbackRanges } from './callback-ranges';
import { SourceText } from './source-text';

const FILE = '/p/a.test.js';
const OTHER = '/p/wrap.js';
const CODE = ["test('one', () => { one(); });", "test.each([1, 2])('each', () => { each(); });"].join('\n');

const evaluate = (text: string): Function => new Function(`return ${text}`)() as Function;
const callback = (text: string, name: string, setupFile: string | null = null): Callback => ({
  fn: evaluate(text),
  declaration: new Error(name),
  setupFile,
});
const one = callback('() => { one(); }', 'one');
const rows = ['first', 'second'].map((name) => callback('() => { each(); }', name));
const unknown = callback('() => { elsewhere(); }', 'elsewhere');

const IN_ONE: RawFrame = { file: FILE, line: 1, column: 22 };
const IN_EACH: RawFrame = { file: FILE, line: 2, column: 37 };

function setUp(entries: readonly Callback[], found: LocatedCallback | null = null, code = CODE) {
  const callbacks = jest.fn(() => entries);
  const text = jest.fn(() => new SourceText(FILE, code, 0));
  const locate = jest.fn((functions: readonly Function[]) => functions.map(() => found));
  const codeOf = (file: string): string | undefined => (file === OTHER ? code : undefined);
  const ranges = new CallbackRanges({ callbacks, text, codeOf, locate });
  const around = (frame: RawFrame): string[] => ranges.around(frame).map((error) => (error as Error).message);
  return { ranges, around, callbacks, text, locate };
}

test('a text that stands once tells where its callback is; the code is read once', () => {
  const { ranges, around, callbacks, text } = setUp([one]);
  expect(around(IN_ONE)).toEqual(['one']);
  expect(ranges.of(one.declaration)).toMatchObject({ file: FILE, from: { line: 1, column: 13 } });
  expect([ranges.of(null), around(IN_EACH)]).toEqual([null, []]);
  expect([callbacks.mock.calls.length, text.mock.calls.length]).toEqual([1, 1]);
});

test('callbacks with one text, and those of a setup file, have no place until V8 was asked for it', () => {
  const inSetup = callback('() => { one(); }', 'in setup', '/p/setup.js');
  const place = { file: FILE, line: 2, column: 28 };
  const { ranges, around, locate } = setUp([inSetup, ...rows], { place, text: '() => { each(); }' });
  expect([around(IN_ONE), around(IN_EACH)]).toEqual([[], []]);
  ranges.complete();
  expect(around(IN_EACH)).toEqual(['in setup', 'first', 'second']);
  expect(locate).toHaveBeenCalledTimes(1);
});

test('what V8 does not know it is not asked again', () => {
  const { ranges, around, locate } = setUp(rows);
  ranges.complete();
  ranges.complete();
  expect(around(IN_EACH)).toEqual([]);
  expect(locate).toHaveBeenCalledTimes(1);
});

test('V8 is asked for what the texts do not tell alone, and not where they tell all', () => {
  const { ranges, locate } = setUp([one, unknown]);
  ranges.complete();
  expect(locate.mock.calls).toEqual([[[unknown.fn]]]);
  const whole = setUp([one]);
  whole.ranges.complete();
  expect(whole.locate).not.toHaveBeenCalled();
});

test('V8 is not asked for a thousand', () => {
  const { ranges, locate } = setUp(Array.from({ length: 1_001 }, () => unknown));
  ranges.complete();
  expect(locate).not.toHaveBeenCalled();
});

test.each([
  'const wrap = (fn) => (...a) => fn(...a);',
  'function wrap(fn) { return (...a) => fn(...a); }',
  'function wrap(fn) { return /* once */ ((...a) => fn(...a)); }',
])('what a wrapper returned has no place: %s', (code) => {
  const wrapped = callback('(...a) => fn(...a)', 'wrapped');
  const place = { file: FILE, line: 1, column: code.indexOf('(...a) =>') + 1 };
  const inside = { ...place, column: place.column + 11 };
  const known = setUp([wrapped], null, code);
  expect([known.around(inside), known.ranges.of(wrapped.declaration)]).toEqual([[], null]);
  const others = setUp([wrapped, callback('(...a) => fn(...a)', 'too')], { place, text: '(...a) => fn(...a)' }, code);
  others.ranges.complete();
  expect(others.around(inside)).toEqual([]);
  const imported = setUp([wrapped], { place: { ...place, file: OTHER }, text: '(...a) => fn(...a)' }, code);
  imported.ranges.complete();
  expect(imported.around({ ...inside, file: OTHER })).toEqual([]);
});
