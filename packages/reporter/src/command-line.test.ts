import { configArgument, hermeticCommand, isVerbose } from './command-line';

test.each([
  [[], null],
  [['src', '--coverage'], null],
  [['-c', 'unit.js', 'src'], '-c unit.js'],
  [['--config', 'unit.js'], '-c unit.js'],
  [['--config=conf/unit.js'], '-c conf/unit.js'],
  [['-c=unit.js'], '-c unit.js'],
  [['-c', 'a.js', '--config=b.js'], '-c b.js'],
  [['--config', '{"testMatch":["**/it\'s.js"]}'], String.raw`-c '{"testMatch":["**/it'\''s.js"]}'`],
  [['--', '-c', 'a.js'], null],
  [['-c'], null],
  [['--collectCoverage', '--ci'], null],
])('the config of %j', (argv, words) => {
  expect(configArgument(argv)).toBe(words);
});

test.each([
  [['a.test.js'], false],
  [['a.test.js', '--verbose'], true],
  [['--verbose=true'], true],
  [['--verbose=false'], false],
  [['--verbose', '--no-verbose'], false],
])('more words for %j', (argv, verbose) => {
  expect(isVerbose(argv)).toBe(verbose);
});

test('a command with and without arguments for Jest', () => {
  expect(hermeticCommand('prune', null)).toBe('npx jest-hermetic prune');
  expect(hermeticCommand('prune', '-c unit.js')).toBe('npx jest-hermetic prune -- -c unit.js');
});
