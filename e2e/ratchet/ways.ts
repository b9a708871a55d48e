import type { JestLine, ProjectFiles } from '../harness';
import { CONFIG, LEAKING, SETUP, type Said } from './suite';

/** One way in which a run is whole or partial, and what it must say of each owner. */
export interface Way {
  name: string;
  /** The test files; default: `part.test.js` and `whole.test.js`, which both leak. */
  files?: ProjectFiles;
  args?: readonly string[] | ((line: JestLine) => readonly string[]);
  /** Arguments of a first run, whose cache the second one sees. */
  first?: readonly string[];
  /** Change of the files between the two runs, or before the only one. */
  before?: ProjectFiles;
  /** `NODE_OPTIONS` of Jest and its workers. */
  nodeOptions?: string;
  /** A repository is made of the files before {@link before}; with `twice`, that is committed too. */
  git?: true | 'twice';
  /** A program of the suite that starts Jest, in place of Jest's own command. */
  script?: string;
  /** By owner; null when the run must leave no report. */
  owners: Record<string, Said> | null;
  /** What the reasons for `unexercised` must say, by owner. */
  because?: Record<string, RegExp>;
  /** The exit code that the report says; `check` must end with it too. */
  exitCode: number;
  /** The exit code of Jest; default 1 if {@link exitCode} is not 0, else 0. */
  jest?: number;
  /** The run ends by this signal. */
  signal?: NodeJS.Signals;
  /** The signal that is sent to Jest once a test has written the file `ready`. */
  send?: NodeJS.Signals;
  /** Our reporter is not even loaded, so the report of an earlier run stays. */
  keepsOld?: true;
  /** Lines of Jest that have it. */
  since?: string;
}

const JUDGED: Said = ['fixed', 'known'];
const NOT_JUDGED: Said = ['unexercised', 'unexercised'];
/** What is seen to leak is alive, however partial the run. */
const SEEN: Said = ['unexercised', 'known'];

const PAIR: ProjectFiles = { 'part.test.js': LEAKING, 'whole.test.js': LEAKING };

/** Leaks into a test whatever the order of the two. */
const EACH_WAY = ['one', 'other']
  .map((name) => `test('${name}', () => { require('./src/live'); jest.doMock('./src/live', () => ({})); });\n`)
  .join('');

/** A leaking file with another test, which loads something that is watched. */
const withTest = (declaration: string) => `${LEAKING}${declaration}\n`;
const dying = (statement: string) => ({ 'part.test.js': withTest(`test('dies', async () => { ${statement} });`) });
const WAIT = 'await new Promise((done) => setTimeout(done, 60_000));';
const WAITING = withTest(`test('waits', async () => { require('fs').writeFileSync('ready', ''); ${WAIT} }, 70_000);`);

/** Every way; those that differ in the source only share one run. */
export const WAYS: readonly Way[] = [
  {
    name: 'whole run',
    owners: { 'part.test.js': JUDGED, 'whole.test.js': JUDGED, [SETUP]: JUDGED },
    exitCode: 3,
  },
  {
    name: '--randomize, which leaves nothing out',
    args: ['--randomize', '-i'],
    files: Object.fromEntries(['part', 'whole'].map((name) => [`${name}.test.js`, EACH_WAY])),
    owners: { 'part.test.js': JUDGED, 'whole.test.js': JUDGED, [SETUP]: JUDGED },
    exitCode: 3,
  },
  {
    name: 'what the source says: only, skip, todo, failing, retries',
    files: {
      'failing-as-expected.test.js': withTest(`test.failing('fails', () => { throw new Error('expected'); });`),
      'fails.test.js': withTest(`test('fails', () => { throw new Error('not expected'); });`),
      'only.test.js': withTest(`test.only('alone', () => { require('./src/live'); });`),
      'only-describe.test.js': withTest(
        `describe.only('d', () => { test('alone', () => { require('./src/live'); }); });`,
      ),
      'retried.test.js': `let attempt = 0;\njest.retryTimes(1);\n${withTest(`test('second time lucky', () => { expect(++attempt).toBe(2); });`)}`,
      'skip.test.js': withTest(`test.skip('skipped', () => {});`),
      'skip-describe.test.js': withTest(`describe.skip('d', () => { test('skipped', () => {}); });`),
      'skipped-leak.test.js': LEAKING.replace('test(', 'test.skip('),
      'todo.test.js': withTest(`test.todo('one day');`),
    },
    owners: {
      'failing-as-expected.test.js': JUDGED,
      'fails.test.js': SEEN,
      'only.test.js': NOT_JUDGED,
      'only-describe.test.js': NOT_JUDGED,
      'retried.test.js': SEEN,
      'skip.test.js': JUDGED,
      'skip-describe.test.js': JUDGED,
      // What the source skips is not expected to run (DESIGN 3): its leak is off the list with it.
      'skipped-leak.test.js': ['fixed', 'fixed'],
      'todo.test.js': JUDGED,
      [SETUP]: JUDGED,
    },
    because: { 'fails.test.js': /failing test/, 'only.test.js': /only/, 'retried.test.js': /retried/ },
    exitCode: 3,
  },
  {
    name: 'files that fail to load, and one whose hook throws',
    files: {
      'hook.test.js': withTest(`afterAll(() => { throw new Error('in a hook'); });`),
      'part.test.js': `${LEAKING}throw new Error('at the top');\n`,
      'unreadable.test.js': 'not javascript',
      'whole.test.js': LEAKING,
    },
    owners: {
      'hook.test.js': SEEN,
      'part.test.js': NOT_JUDGED,
      'unreadable.test.js': NOT_JUDGED,
      'whole.test.js': JUDGED,
      [SETUP]: SEEN,
    },
    exitCode: 3,
  },
  {
    name: 'process.exit in a test of a worker',
    files: { ...PAIR, ...dying('process.exit(1);') },
    args: ['-w', '2'],
    owners: { 'part.test.js': NOT_JUDGED, 'whole.test.js': JUDGED, [SETUP]: SEEN },
    exitCode: 3,
  },
  {
    name: 'a worker that is killed',
    files: { ...PAIR, ...dying(`process.kill(process.pid, 'SIGKILL'); ${WAIT}`) },
    args: ['-w', '2'],
    owners: { 'part.test.js': NOT_JUDGED, 'whole.test.js': JUDGED, [SETUP]: SEEN },
    exitCode: 3,
  },
  {
    name: 'a worker that is out of memory',
    files: {
      ...PAIR,
      ...dying(`const all = []; for (;;) all.push(Array(1000).fill({}));`),
    },
    args: ['-w', '2'],
    nodeOptions: '--max-old-space-size=200',
    owners: { 'part.test.js': NOT_JUDGED, 'whole.test.js': JUDGED, [SETUP]: SEEN },
    exitCode: 3,
  },
  {
    name: 'process.exit in band',
    files: { ...PAIR, ...dying('process.exit(1);') },
    args: ['-i'],
    owners: null,
    exitCode: 5,
    jest: 1,
  },
  {
    name: 'killed in band',
    files: { ...PAIR, ...dying(`process.kill(process.pid, 'SIGKILL'); ${WAIT}`) },
    args: ['-i'],
    owners: null,
    exitCode: 5,
    signal: 'SIGKILL',
  },
  {
    name: 'interrupted (Ctrl-C)',
    files: { 'part.test.js': LEAKING, 'whole.test.js': WAITING },
    args: ['-i'],
    send: 'SIGINT',
    owners: null,
    exitCode: 5,
    signal: 'SIGINT',
  },
  {
    name: 'interrupted (Ctrl-C), with workers',
    files: { 'part.test.js': LEAKING, 'whole.test.js': WAITING },
    args: ['-w', '2'],
    send: 'SIGINT',
    owners: null,
    exitCode: 5,
    signal: 'SIGINT',
  },
  {
    name: 'ended by the system',
    files: { 'part.test.js': LEAKING, 'whole.test.js': WAITING },
    args: ['-i'],
    send: 'SIGTERM',
    owners: null,
    exitCode: 5,
    signal: 'SIGTERM',
  },
  {
    name: '-t',
    args: ['-t', 'receives'],
    owners: { 'part.test.js': NOT_JUDGED, 'whole.test.js': NOT_JUDGED, [SETUP]: SEEN },
    because: { 'part.test.js': /-t/, [SETUP]: /-t/ },
    exitCode: 0,
  },
  {
    name: 'a path pattern',
    args: ['whole'],
    owners: { 'part.test.js': NOT_JUDGED, 'whole.test.js': JUDGED, [SETUP]: SEEN },
    because: { 'part.test.js': /did not run here.*match whole/, [SETUP]: /match whole/ },
    exitCode: 3,
  },
  {
    name: '--runTestsByPath',
    args: ['--runTestsByPath', 'whole.test.js'],
    owners: { 'part.test.js': NOT_JUDGED, 'whole.test.js': JUDGED, [SETUP]: SEEN },
    because: { [SETUP]: /--runTestsByPath/ },
    exitCode: 3,
  },
  {
    name: '--findRelatedTests',
    files: { ...PAIR, 'other.js': '', 'part.test.js': withTest(`test('loads', () => { require('./other'); });`) },
    args: ['--findRelatedTests', 'other.js'],
    owners: { 'part.test.js': JUDGED, 'whole.test.js': NOT_JUDGED, [SETUP]: SEEN },
    because: { [SETUP]: /--findRelatedTests/ },
    exitCode: 3,
  },
  {
    name: '--filter',
    files: {
      ...PAIR,
      'filter.js': `const keep = (test) => test.includes('whole');\nmodule.exports = (paths) => ({ filtered: paths.filter(keep) });\n`,
      'filter-29.js': `const keep = ({ test }) => test.includes('whole');\nmodule.exports = (paths) => ({ filtered: paths.map((test) => ({ test })).filter(keep) });\n`,
    },
    args: ({ name }) => [`--filter=./filter${name.startsWith('29') ? '-29' : ''}.js`],
    owners: { 'part.test.js': NOT_JUDGED, 'whole.test.js': JUDGED, [SETUP]: SEEN },
    because: { [SETUP]: /--filter/ },
    exitCode: 3,
  },
  {
    name: '--shard',
    args: ['--shard=2/2'],
    owners: { 'part.test.js': NOT_JUDGED, 'whole.test.js': JUDGED, [SETUP]: SEEN },
    because: { 'part.test.js': /shard 2 of 2/, [SETUP]: /--shard/ },
    exitCode: 3,
  },
  {
    name: '--bail',
    files: { ...PAIR, 'a-fails.test.js': `test('fails', () => { throw new Error('first'); });\n` },
    args: ['-i', '--bail'],
    owners: { 'part.test.js': NOT_JUDGED, 'whole.test.js': NOT_JUDGED, [SETUP]: SEEN },
    because: { 'part.test.js': /--bail/, [SETUP]: /--bail/ },
    exitCode: 0,
    jest: 1,
  },
  {
    name: '--testPathIgnorePatterns',
    args: ['--testPathIgnorePatterns', 'part'],
    owners: { 'part.test.js': NOT_JUDGED, 'whole.test.js': JUDGED, [SETUP]: SEEN },
    because: { [SETUP]: /--testPathIgnorePatterns/ },
    exitCode: 3,
  },
  {
    name: '--onlyFailures',
    files: {
      ...PAIR,
      'part.test.js': withTest(`test('fails once', () => { expect(require('fs').existsSync('mended')).toBe(true); });`),
    },
    first: [],
    before: { mended: '' },
    args: ['--onlyFailures'],
    owners: { 'part.test.js': JUDGED, 'whole.test.js': NOT_JUDGED, [SETUP]: SEEN },
    because: { [SETUP]: /--onlyFailures/ },
    exitCode: 3,
  },
  {
    name: '--onlyChanged',
    git: true,
    before: { 'part.test.js': withTest('// changed') },
    args: ['--onlyChanged'],
    owners: { 'part.test.js': JUDGED, 'whole.test.js': NOT_JUDGED, [SETUP]: SEEN },
    because: { [SETUP]: /--onlyChanged/ },
    exitCode: 3,
  },
  {
    name: '--changedSince',
    git: true,
    before: { 'part.test.js': withTest('// changed') },
    args: ['--changedSince=HEAD'],
    owners: { 'part.test.js': JUDGED, 'whole.test.js': NOT_JUDGED, [SETUP]: SEEN },
    because: { [SETUP]: /--changedSince/ },
    exitCode: 3,
  },
  {
    name: '--lastCommit',
    git: 'twice',
    before: { 'part.test.js': withTest('// changed') },
    args: ['--lastCommit'],
    owners: { 'part.test.js': JUDGED, 'whole.test.js': NOT_JUDGED, [SETUP]: SEEN },
    because: { [SETUP]: /--lastCommit/ },
    exitCode: 3,
  },
  {
    name: 'two projects',
    files: { ...PAIR, 'jest.config.json': twoProjects() },
    owners: { 'part.test.js': JUDGED, 'whole.test.js': JUDGED, [SETUP]: JUDGED },
    exitCode: 3,
  },
  {
    name: 'a shard with a file of two projects, of which another shard has the other half',
    files: {
      ...PAIR,
      'jest.config.json': twoProjects('**/part.test.js', '**/{part,whole}.test.js'),
    },
    args: ['--shard=1/3'],
    owners: { 'part.test.js': SEEN, 'whole.test.js': NOT_JUDGED, [SETUP]: SEEN },
    because: { 'part.test.js': /another project/, [SETUP]: /--shard/ },
    exitCode: 0,
  },
  {
    name: '--selectProjects',
    files: { ...PAIR, 'jest.config.json': twoProjects() },
    args: ['--selectProjects', 'whole'],
    owners: { 'part.test.js': NOT_JUDGED, 'whole.test.js': SEEN, [SETUP]: SEEN },
    because: { 'whole.test.js': /another project/, [SETUP]: /--selectProjects/ },
    exitCode: 0,
  },
  {
    name: '--ignoreProjects',
    files: { ...PAIR, 'jest.config.json': twoProjects() },
    args: ['--ignoreProjects', 'part'],
    owners: { 'part.test.js': NOT_JUDGED, 'whole.test.js': SEEN, [SETUP]: SEEN },
    because: { 'whole.test.js': /another project/, [SETUP]: /--ignoreProjects/ },
    exitCode: 0,
  },
  {
    name: '--projects',
    files: {
      ...PAIR,
      'one.config.json': { ...CONFIG, testMatch: ['**/whole.test.js'] },
      'two.config.json': { ...CONFIG, testMatch: ['**/none.test.js'] },
    },
    args: ['--projects', 'one.config.json', 'two.config.json'],
    owners: { 'part.test.js': NOT_JUDGED, 'whole.test.js': SEEN, [SETUP]: SEEN },
    because: { 'whole.test.js': /another project/, [SETUP]: /--projects/ },
    exitCode: 0,
  },
  {
    name: 'a program that starts one project of two',
    files: {
      ...PAIR,
      'jest.config.json': twoProjects(),
      'start.js': `require('jest').runCLI({ selectProjects: ['whole'] }, [__dirname]).then(({ results }) => process.exit(results.success ? 0 : 1));\n`,
    },
    script: 'start.js',
    owners: { 'part.test.js': NOT_JUDGED, 'whole.test.js': SEEN, [SETUP]: SEEN },
    because: { 'whole.test.js': /another project/, [SETUP]: /1 of 2 projects/ },
    exitCode: 0,
  },
  {
    name: 'another configuration on the command line: --setupFilesAfterEnv',
    files: { ...PAIR, 'other.js': '' },
    args: ['--setupFilesAfterEnv', './other.js'],
    owners: { 'part.test.js': SEEN, 'whole.test.js': SEEN, [SETUP]: NOT_JUDGED },
    because: { 'part.test.js': /--setupFilesAfterEnv/, [SETUP]: /--setupFilesAfterEnv/ },
    exitCode: 0,
  },
  {
    name: 'another config that does not match a file',
    files: { ...PAIR, 'other.config.json': { ...CONFIG, testMatch: ['**/whole.test.js'] } },
    args: ['--config', 'other.config.json'],
    owners: { 'part.test.js': NOT_JUDGED, 'whole.test.js': JUDGED, [SETUP]: JUDGED },
    because: { 'part.test.js': /did not run/ },
    exitCode: 3,
  },
  {
    name: '--env replaced on the command line',
    args: ['--env=node'],
    owners: { 'part.test.js': NOT_JUDGED, 'whole.test.js': NOT_JUDGED, [SETUP]: NOT_JUDGED },
    exitCode: 5,
    jest: 0,
  },
  {
    name: '--reporters replaced on the command line',
    args: ['--reporters=default'],
    owners: null,
    keepsOld: true,
    exitCode: 5,
    jest: 0,
  },
  {
    name: '--collectTests',
    since: '30.4',
    args: ['--collectTests'],
    owners: null,
    keepsOld: true,
    exitCode: 5,
    jest: 0,
  },
];

function twoProjects(part = '**/part.test.js', whole = '**/whole.test.js'): unknown {
  const { reporters, ...project } = CONFIG;
  const named = (displayName: string, pattern: string) => ({ ...project, displayName, testMatch: [pattern] });
  return { reporters, testSequencer: '<rootDir>/sequencer.js', projects: [named('part', part), named('whole', whole)] };
}
