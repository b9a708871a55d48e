import { isIn, rangeFrom, SourceText } from './source-text';

const FILE = '/p/a.test.js';
const CODE = `first(() => 1);\nsecond(() => {\n  two();\n});\nthird(() => 1);`;

const at = (line: number, column: number) => ({ file: FILE, line, column });

describe('SourceText', () => {
  const text = new SourceText(FILE, CODE, 0);

  test('a text that stands once has a range, up to behind its last letter', () => {
    expect(text.rangeOf('() => {\n  two();\n}')).toEqual({
      file: FILE,
      from: { line: 2, column: 8 },
      to: { line: 4, column: 2 },
    });
  });

  test.each([
    ['twice', '() => 1'],
    ['nowhere', '() => 2'],
    ['nothing', ''],
  ])('a text that stands %s has none', (_how, own) => {
    expect(text.rangeOf(own)).toBeNull();
  });

  test('all places of a text, as many as asked for', () => {
    expect(text.placesOf('() => 1', 9)).toEqual([at(1, 7), at(5, 7)]);
    expect(text.placesOf('() => 1', 1)).toEqual([at(1, 7)]);
  });

  test('on the first line V8 counts the wrapper of Jest 29, too', () => {
    expect(new SourceText(FILE, CODE, 100).placesOf('() => 1', 9)).toEqual([at(1, 107), at(5, 7)]);
  });
});

describe('isIn', () => {
  const range = rangeFrom(at(2, 8), '() => {\n  two();\n}');
  test.each([
    ['its first letter', at(2, 8), true],
    ['a line in between, further left', at(3, 1), true],
    ['its last letter', at(4, 1), true],
    ['before it', at(2, 7), false],
    ['behind it', at(4, 2), false],
    ['another file', { ...at(3, 1), file: '/p/b.test.js' }, false],
  ])('%s: %o', (_what, frame, expected) => {
    expect(isIn(frame, range)).toBe(expected);
  });

  test('a range on one line ends on it', () => {
    expect(rangeFrom(at(7, 3), 'abc').to).toEqual({ line: 7, column: 6 });
  });
});
