import { docblockAllows } from './docblock-allows';

const source = [
  '/**',
  ' * @jest-environment node',
  ' * @leak-allow a -- one',
  ' *  @leak-allowed no',
  ' * @leak-allow b -- two',
  ' */',
];

test('each with the line on which it stands', () => {
  const pragmas = { 'jest-environment': 'node', 'leak-allow': ['a -- one', 'b -- two'] };
  expect(docblockAllows(pragmas, () => source.join('\n'))).toEqual([
    { text: 'a -- one', line: 3 },
    { text: 'b -- two', line: 5 },
  ]);
});

test('a single one is no list', () => {
  expect(docblockAllows({ 'leak-allow': 'a -- one' }, () => '/** @leak-allow a -- one */')).toEqual([
    { text: 'a -- one', line: 1 },
  ]);
});

test('the source is not read for a file that has none', () => {
  const read = jest.fn(() => '');
  expect(docblockAllows({ other: 'x' }, read)).toEqual([]);
  expect(docblockAllows(undefined, read)).toEqual([]);
  expect(read).not.toHaveBeenCalled();
});

test('without its source the line is unknown', () => {
  expect(docblockAllows({ 'leak-allow': 'a -- one' }, () => null)).toEqual([{ text: 'a -- one', line: null }]);
});
