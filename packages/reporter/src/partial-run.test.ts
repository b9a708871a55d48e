import { partialReasons, type NarrowingConfig, type RunOutcome } from './partial-run';

const WHOLE: RunOutcome = { planned: 3, ran: 3, wasInterrupted: false, failedToRun: [], projectsRun: 1 };
const JEST = '/p/node_modules/.bin/jest';

test.each<[name: string, config: NarrowingConfig, reasons: string[]]>([
  ['nothing', {}, []],
  ['nothing on Jest 29', { testPathPattern: '', nonFlagArgs: [] }, []],
  ['nothing on Jest 30', { testPathPatterns: { patterns: [] }, bail: 1 }, []],
  ['-t', { testNamePattern: 'cart' }, ['only tests whose name matches cart ran (-t)']],
  ['a pattern on Jest 29', { testPathPattern: 'src/a|src/b' }, ['only files that match src/a|src/b ran']],
  ['patterns on Jest 30', { testPathPatterns: { patterns: ['a', 'b'] } }, ['only files that match a b ran']],
  [
    '--runTestsByPath',
    { runTestsByPath: true, testPathPatterns: { patterns: ['a'] } },
    ['only the files named on the command line ran (--runTestsByPath)'],
  ],
  [
    '--findRelatedTests',
    { findRelatedTests: true, nonFlagArgs: ['src/a.js', 'src/b.js'] },
    ['only tests related to src/a.js src/b.js ran (--findRelatedTests)'],
  ],
  ['--onlyChanged', { onlyChanged: true }, ['only tests of changed files ran (--onlyChanged)']],
  [
    '--lastCommit',
    { onlyChanged: true, lastCommit: true },
    ['only tests of what the last commit changed ran (--lastCommit)'],
  ],
  [
    '--changedSince',
    { onlyChanged: true, changedSince: 'main' },
    ['only tests of what changed since main ran (--changedSince)'],
  ],
  ['--onlyFailures', { onlyFailures: true }, ['only files that failed before ran (--onlyFailures)']],
  ['--shard', { shard: { shardIndex: 1, shardCount: 4 } }, ['only shard 1 of 4 ran (--shard)']],
])('%s', (_name, config, reasons) => {
  expect(partialReasons(config, WHOLE, [JEST])).toEqual(reasons);
});

test.each<[name: string, outcome: Partial<RunOutcome>, reasons: string[]]>([
  ['bail', { ran: 1 }, ['2 files did not run (--bail)']],
  ['an interruption', { ran: 1, wasInterrupted: true }, ['the run was interrupted']],
  ['a file that cannot be loaded', { failedToRun: ['a.test.js'] }, ['1 file could not be run to the end']],
])('%s', (_name, outcome, reasons) => {
  expect(partialReasons({ bail: 1 }, { ...WHOLE, ...outcome }, [JEST])).toEqual(reasons);
});

test.each([
  [['--selectProjects', 'unit'], ['the command line chose the files (--selectProjects)']],
  [['--test-match=**/a.js'], ['the command line chose the files (--testMatch)']],
  [['--testPathIgnorePatterns', 'x', '-i'], ['the command line chose the files (--testPathIgnorePatterns)']],
  [['--filter=./f.js'], ['the command line chose the files (--filter)']],
  [
    ['--no-filter', '--roots.0=x'],
    ['the command line chose the files (--filter)', 'the command line chose the files (--roots)'],
  ],
  [['--', '--roots'], []],
  [['--restoreMocks'], ['the command line changed the configuration (--restoreMocks); write it into the config']],
  [['-c', '{"a":1}'], ['the command line changed the configuration (--config); write it into the config']],
  [['--config={"a":1}'], ['the command line changed the configuration (--config); write it into the config']],
  [['-c', 'unit.config.js', '--env=jest-hermetic', '--reporters=default'], []],
  [['--coverage', 'roots', '-w=2'], []],
])('the command line %j', (argv, reasons) => {
  expect(partialReasons({}, WHOLE, [JEST, ...argv])).toEqual(reasons);
});

test.each([
  [JEST, []],
  ['C:\\p\\node_modules\\jest\\bin\\jest.js', []],
  ['/p/scripts/test.js', ['only 1 of 2 projects had files to run']],
])('one project of two, started by %s', (script, reasons) => {
  expect(partialReasons({ projects: ['a', 'b'] }, WHOLE, [script])).toEqual(reasons);
  expect(partialReasons({ projects: ['a'] }, WHOLE, [script])).toEqual([]);
});

test('a plugin of watch mode may leave files out', () => {
  const watchPlugins = ['jest-watch-typeahead', 'jest-watch-select-projects'].map((name) => ({
    path: `/p/node_modules/${name}/index.js`,
  }));
  expect(partialReasons({ watchAll: true, watchPlugins }, WHOLE, [JEST])).toEqual([
    'a watch plugin may have left files out (jest-watch-select-projects/index.js)',
  ]);
  expect(partialReasons({ watchPlugins }, WHOLE, [JEST])).toEqual([]);
});
