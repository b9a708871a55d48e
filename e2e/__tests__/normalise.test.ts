import { normalise } from '../harness';

test.each([
  ['colour', '\u001B[31mred\u001B[39m', 'red'],
  ['line ends and trailing space', 'a  \r\nb\t\r\n', 'a\nb'],
  ['time of the run', 'Time:        0.718 s, estimated 1 s', 'Time: <time>'],
  ['time of a test', '  ✓ adds (12 ms)', '  ✓ adds'],
  ['time of a file', 'PASS ./a.test.js (5.1 s)', 'PASS ./a.test.js'],
  ['process ids', '(node:4711) Warning: x', '(node) Warning: x'],
  [
    'the warning of the ESM flag',
    'a\n(node:1) ExperimentalWarning: VM Modules is an experimental feature\n(Use `node --trace-warnings ...` to show)\nb',
    'a\nb',
  ],
  ['the line that --outputFile causes', 'a\nTest results written to: x/y.json\nb', 'a\nb'],
])('drops or names what differs between runs: %s', (_what, text, expected) => {
  expect(normalise(text)).toBe(expected);
});

test('what is said of a test stays, also when it looks like a time', () => {
  expect(normalise('waits (5 ms) longer\nTimes: 3')).toBe('waits (5 ms) longer\nTimes: 3');
});

test('places are named in both spellings, the first one first', () => {
  const places = { '<rootDir>': 'C:\\code\\line\\project', '<line>': 'C:\\code\\line' };
  expect(normalise('C:\\code\\line\\project\\a.js C:/code/line/project/b.js C:/code/line/c.js', places)).toBe(
    '<rootDir>\\a.js <rootDir>/b.js <line>/c.js',
  );
});
