import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createProject, jestLines, REPORT_PATH, REPOSITORY, runCli, runJest, type Project } from '../harness';

jest.setTimeout(120_000);

const FIXTURE = join(REPOSITORY, 'e2e/fixtures/trace');
const LINES = jestLines();
const newest = LINES.at(-1)!;

interface TracedJson {
  sameOutcomes: boolean;
  keys: {
    kind: string;
    key: string;
    siteIs: string;
    writes: { site: { file: string; line: number } | null; calledAt: { line: number } | null; by: string | null }[];
    others: number;
    unwatched: string | null;
  }[];
}

/** The 1-based line of a fixture's file that ends in the comment `// @mark`. */
function lineOf(file: string, mark: string): number {
  const lines = readFileSync(join(FIXTURE, file), 'utf8').split('\n');
  return lines.findIndex((line) => line.endsWith(`// @${mark}`)) + 1;
}

async function traced(project: Project, owner: string): Promise<Record<string, unknown>> {
  const run = await runCli(project, ['trace', owner, '--json']);
  expect(run).toMatchObject({ exitCode: 0, stderr: '' });
  const { keys, sameOutcomes } = JSON.parse(run.stdout) as TracedJson;
  expect(sameOutcomes).toBe(true);
  return Object.fromEntries(
    keys.map(({ key, siteIs, writes }) => [
      key,
      writes.map(({ site, by }) => (site === null ? siteIs : `${siteIs} ${by} ${site.file}:${site.line}`)).join(),
    ]),
  );
}

const inWrites = (mark: string): string => `write tests writes.test.ts:${lineOf('writes.test.ts', mark)}`;

describe.each(LINES)('jest-hermetic trace on Jest $name', (line) => {
  test('names the line of every write of a test file, without a report', async () => {
    const project = createProject(FIXTURE, line);
    expect(await traced(project, 'writes.test.ts')).toEqual({
      'dns.getServers()': inWrites('dns'),
      'os.EOL': inWrites('eol'),
      'os.hostname': `write tests test/helper.js:${lineOf('test/helper.js', 'hostname')}`,
      'os.invented': inWrites('invented'),
      // A delete runs no code that could be watched.
      'os.uptime': 'scope',
      'path.sep': inWrites('sep'),
      // Node fixed this accessor.
      'events.defaultMaxListeners': '',
      'src/cart.ts#Cart.prototype.limit': inWrites('limit'),
      'src/cart.ts#rates.vat': inWrites('vat'),
      'src/data.json#deep': inWrites('deep'),
      'src/data.json#list': inWrites('list'),
      'src/settings.js#calls': `write module src/settings.js:${lineOf('src/settings.js', 'calls')}`,
      'src/settings.js#level': inWrites('level'),
      'URL.pretended': inWrites('url'),
    });
    expect(project.has(REPORT_PATH)).toBe(false);
  });

  test('tests that could see a watchpoint end as without', async () => {
    const project = createProject(FIXTURE, line);
    expect(await traced(project, 'same.test.js')).toEqual({
      'os.arch': `write tests same.test.js:${lineOf('same.test.js', 'arch')}`,
      'src/settings.js#level': `write tests same.test.js:${lineOf('same.test.js', 'level')}`,
    });
  });
});

describe('owners and exit codes', () => {
  const config = {
    testEnvironment: 'jest-hermetic',
    reporters: ['default', 'jest-hermetic/reporter'],
    setupFiles: ['<rootDir>/setup.js'],
    testEnvironmentOptions: { hermetic: { failAt: 'run' } },
  };
  const withOptions = (hermetic: object) => ({ ...config, testEnvironmentOptions: { hermetic } });
  const files = {
    'jest.config.js': `module.exports = ${JSON.stringify(config)};`,
    'setup.js': `require('os').homedir = 'setup';`,
    'src/patch.js': `require('path').delimiter = 'patch';`,
    'src/env.js': '',
    'leak-baseline.txt': 'setup.js core-module-mutated os.homedir\n',
    'patched.test.js': `require('./src/patch');\ntest('one', () => {});`,
    'called.test.js': [
      `test('one', () => jest.doMock('./src/env', () => ({})));`,
      `test('two', () => { require('./src/env'); });`,
    ].join('\n'),
    'seen.test.js': [
      `const os = require('os');`,
      `test('one', () => { os.tmpdir = 'seen'; });`,
      `test('two', () => expect(Object.getOwnPropertyDescriptor(os, 'tmpdir').get).toBeUndefined());`,
    ].join('\n'),
    'clean.test.js': `test('one', () => {});`,
  };
  const project = createProject(files, newest);
  const list = files['leak-baseline.txt'];
  let report: string | null = null;

  beforeAll(async () => {
    await runJest(project);
    report = project.read(REPORT_PATH);
  });

  afterEach(() => {
    expect(project.read(REPORT_PATH)).toBe(report);
    expect(project.read('leak-baseline.txt')).toBe(list);
  });

  test.each([
    ['setup.js', 'os.homedir', 'write tests setup.js:1'],
    ['src/patch.js', 'path.delimiter', 'write source src/patch.js:1'],
  ])('%s: found through a test file that runs it', async (owner, key, write) => {
    expect(await traced(project, owner)).toEqual({ [key]: write });
  });

  test('5: calls are exact already', async () => {
    const run = await runCli(project, ['trace', 'called.test.js']);
    expect(run.exitCode).toBe(5);
    expect(run.stdout).toContain('mock-registered  src/env.js  at called.test.js:1:24, the call of jest.doMock');
    expect(run.stderr).toContain('Nothing to trace: the lines of called.test.js are known already.');
  });

  test('5: nothing leaks', async () => {
    const run = await runCli(project, ['trace', 'clean.test.js']);
    expect(run).toMatchObject({ exitCode: 5, stderr: 'Nothing to trace: clean.test.js has no leaked key.\n' });
  });

  test('2: there is no such owner', async () => {
    const run = await runCli(project, ['trace', 'nobody.test.js']);
    expect(run).toMatchObject({ exitCode: 2 });
    expect(run.stderr).toContain('There is no nobody.test.js here');
  });

  test.each([
    ['clean.test.js', 'no setup today', { ...config, setupFiles: ['<rootDir>/broken.js'] }],
    ['seen.test.js', 'no-such-base', withOptions({ baseEnvironment: 'no-such-base' })],
  ])('2: Jest cannot run %s: %s', async (owner, words, broken) => {
    project.write({ 'broken.config.json': broken, 'broken.js': `throw new Error('no ' + 'setup today');` });
    const run = await runCli(project, ['trace', owner, '--', '-c', 'broken.config.json']);
    expect(run).toMatchObject({ exitCode: 2, stdout: '' });
    expect(run.stderr).toContain(words);
  });

  test('5: the file runs under another environment', async () => {
    project.write({ 'other.config.json': { ...config, testEnvironment: 'node' } });
    const run = await runCli(project, ['trace', 'seen.test.js', '--', '-c', 'other.config.json']);
    expect(run).toMatchObject({ exitCode: 5, stdout: '' });
    expect(run.stderr).toContain('no test file in which seen.test.js runs is under the environment jest-hermetic');
  });

  test('what is printed; a test that sees the watchpoint is told of', async () => {
    const run = await runCli(project, ['trace', 'seen.test.js']);
    expect(run.exitCode).toBe(0);
    const [shown, outcomes] = run.stdout.split('Not all tests ended as without the watchpoints');
    expect(shown?.split('\n')).toEqual([
      'seen.test.js: 1 leaked key, run again with a watchpoint on each.',
      '',
      ' core-module-mutated  os.tmpdir',
      '   written by test code in test "one": function tmpdir -> "seen"',
      '   at seen.test.js:2:30',
      `      1 | const os = require('os');`,
      `    > 2 | test('one', () => { os.tmpdir = 'seen'; });`,
      '        |                              ^',
      `      3 | test('two', () => expect(Object.getOwnPropertyDescriptor(os, 'tmpdir').get).toBeUndefined());`,
      '',
      '',
    ]);
    expect(outcomes).toContain('seen.test.js two: failed');
  });
});
