import { cpSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { createProject, jestLines, REPOSITORY, runJest, type JestLine, type JestRun, type Project } from '../harness';

jest.setTimeout(120_000);

const FIXTURE = join(REPOSITORY, 'e2e/fixtures/bad-input');
const BASELINE = 'leak-baseline.txt';

/** What is wrong, what must be said of it, and how the run must end. */
interface BadInput {
  title: string;
  /** Makes the project as it must not be. */
  spoil(project: Project): void;
  env?(project: Project): Record<string, string>;
  /** The whole of what we print, line by line. */
  says: string[];
  /** `failed` and `exitCode` of the report; null where none can be written. */
  verdict: { failed: boolean; exitCode: number } | null;
}

const configure =
  (config: object) =>
  (project: Project): void =>
    project.write({ 'hermetic.config.js': `module.exports = ${JSON.stringify(config)};\n` });
const reporters = ['default', 'jest-hermetic/reporter'];
const withOptions = (hermetic: object) => configure({ reporters, testEnvironmentOptions: { hermetic } });

const BAD: BadInput[] = [
  {
    title: 'a baseline with conflict markers, an unknown kind and a bad count',
    spoil: ({ write }) =>
      write({
        [BASELINE]: [
          'a.test.js proces-state process.cwd',
          '<<<<<<< HEAD',
          'a.test.js process-state process.umask',
          '=======',
          'a.test.js process-state process.cwd x0',
          '>>>>>>> other',
          '',
        ].join('\n'),
      }),
    says: [
      ' LEAKS  nothing was judged',
      '',
      ' problem  leak-baseline.txt:1: unknown kind "proces-state". Did you mean "process-state"? The kinds',
      '          are module-purged, mock-registered, export-mutated, core-module-mutated,',
      '          host-object-mutated, process-state, host-require-cache.',
      '          leak-baseline.txt:2: a merge conflict is not resolved (<<<<<<<). Keep the lines of both',
      "          sides and delete the markers, as git's union merge does (repeated lines are read as one);",
      '          then run the tests and npx jest-hermetic prune.',
      '          leak-baseline.txt:5: the count "x0" allows no site. Delete the line.',
      '          The file was left alone.',
      '          Nothing was judged: mend the baseline first.',
    ],
    verdict: { failed: true, exitCode: 2 },
  },
  {
    title: 'a baseline that is not UTF-8',
    spoil: ({ dir }) => writeFileSync(join(dir, BASELINE), Buffer.from('# ok\n\xff\xfe\n', 'latin1')),
    says: [
      ' LEAKS  nothing was judged',
      '',
      ' problem  leak-baseline.txt:2: this line is not UTF-8. Save the file as UTF-8.',
      '          The file was left alone.',
      '          Nothing was judged: mend the baseline first.',
    ],
    verdict: { failed: true, exitCode: 2 },
  },
  {
    title: 'a directory in place of the baseline',
    spoil: ({ dir }) => mkdirSync(join(dir, BASELINE)),
    says: [
      ' LEAKS  nothing was judged',
      '',
      ' problem  leak-baseline.txt: it cannot be read: a directory is in its place. Move the directory',
      '          away, or name a file in testEnvironmentOptions.hermetic. (EISDIR)',
      '          The file was left alone.',
      '          Nothing was judged: mend the baseline first.',
    ],
    verdict: { failed: true, exitCode: 2 },
  },
  {
    title: 'options that are unknown or of the wrong type',
    spoil: withOptions({ gat: 'latent', gate: 'loud', watch: 'src/**' }),
    says: [
      ' LEAKS  none in 1 file',
      '',
      ' problem  testEnvironmentOptions.hermetic.gat is not known here; allowed: baseline, gate, watch,',
      '          watchPackages, ignore, contain, failAt, stale, baseEnvironment, report. Did you mean',
      '          "gate"?',
      ' problem  testEnvironmentOptions.hermetic.gate is "loud"; allowed: "latent", "escaped", "observed".',
      ' problem  testEnvironmentOptions.hermetic.watch is "src/**"; allowed: a list of globs.',
    ],
    verdict: { failed: true, exitCode: 2 },
  },
  {
    title: 'an option object in a docblock',
    spoil: ({ read, write }) =>
      write({
        'cart.test.js': `/** @jest-environment-options {"hermetic":{"gate":"latent"}} */\n${read('cart.test.js')}`,
      }),
    says: [
      ' LEAKS  none in 1 file',
      '',
      ' problem  cart.test.js: the docblock @jest-environment-options sets "hermetic", which only the',
      '          config can: move it to testEnvironmentOptions.hermetic. Default options were used for this',
      '          file.',
    ],
    verdict: { failed: true, exitCode: 2 },
  },
  {
    title: 'a record cut in half',
    spoil: (project) => {
      project.write({ [BASELINE]: 'cart.test.js process-state process.cwd\n' });
      configure({ reporters: ['default', '<rootDir>/cut-records.js', 'jest-hermetic/reporter'] })(project);
    },
    says: [
      ' LEAKS  nothing was judged                                                         leak-baseline.txt',
      '',
      ' not judged  cart.test.js: its record could not be read.',
      ' not judged  1 entry of cart.test.js: it left no record: it did not run to its end.',
      ' problem  <record>: this record is cut off or is not JSON; whatever wrote',
      '          it was probably stopped. Run Jest again: records are written anew by every run.',
    ],
    verdict: { failed: false, exitCode: 2 },
  },
  {
    title: 'a folder for temporary files that cannot be written',
    spoil: () => {},
    env: ({ dir }) => ({ TMPDIR: join(dir, 'cart.test.js'), TEMP: join(dir, 'cart.test.js') }),
    says: [
      ' LEAKS  nothing was judged',
      '',
      ' problem  The folder for temporary files, <rootDir>/cart.test.js, cannot be written (ENOTDIR), so no test ' +
        'file can hand over what it found. Set TMPDIR (on Windows TEMP) to a folder that exists and that this user can write.',
    ],
    verdict: null,
  },
  {
    title: 'a report that cannot be written',
    spoil: withOptions({ report: { json: 'cart.test.js/report.json' } }),
    says: [
      ' LEAKS  none in 1 file',
      '',
      ' problem  The report was not written. cart.test.js/report.json: it cannot be written: a part of its',
      '          path is a file, not a directory. Name a path that can exist in',
      '          testEnvironmentOptions.hermetic. (ENOTDIR)',
      '          The file was left alone.',
    ],
    verdict: null,
  },
  {
    title: 'a Jest whose Runtime has an unknown shape',
    spoil: configure({ reporters, runtime: '<rootDir>/own-registry-runtime.js' }),
    says: [
      ' LEAKS  none seen in 1 file; module-purged, mock-registered and export-mutated could not be watched',
      '',
      ' unobservable  module-purged in 1 file, mock-registered in 1 file, export-mutated in 1 file: this',
      '               Jest does not let it be seen, so it is not known to be clean. jest-hermetic knows',
      '               Jest 29.7 to 30.5 with its own runtime. With another one, update jest-hermetic or',
      '               report it.',
    ],
    verdict: { failed: false, exitCode: 5 },
  },
];

describe.each(jestLines())('bad input on Jest $name', (line) => {
  test.each(BAD)('$title', async ({ spoil, env, says, verdict }) => {
    const project = createProject(FIXTURE, line);
    spoil(project);
    const before = snapshot(project);
    const run = await runJest(project, ['-i'], env === undefined ? {} : { env: env(project) });

    expect(unwrapped(printed(run))).toBe(unwrapped(says));
    // The fixture has a test that fails on plain Jest, so the exit code of Jest is 1 in any case.
    expect(run.exitCode).toBe(1);
    expect(run.results?.tests.map(({ name, status }) => [name, status])).toEqual([
      ['has a discount', 'passed'],
      ['is broken on purpose', 'failed'],
    ]);
    if (verdict === null) expect(run.report).toBeNull();
    else expect(run.report?.run).toMatchObject(verdict);
    expect(snapshot(project)).toEqual(before);
  });

  test('two copies of jest-runtime in one process: the leaks of both are found', async () => {
    const project = createProject(FIXTURE, line);
    const runtime = copyRuntime(line, project);
    const leaking = `
      require('../src/config');
      test('leaks', () => void jest.doMock('../src/config', () => ({})));
      test('receives', () => void require('../src/config'));`;
    project.write({
      'one/a.test.js': leaking,
      'two/a.test.js': leaking,
      'jest.config.js': `
        const common = { rootDir: __dirname, testEnvironment: 'jest-hermetic' };
        module.exports = {
          reporters: ['default', 'jest-hermetic/reporter'],
          projects: [
            { ...common, displayName: 'one', testMatch: ['**/one/*.test.js'] },
            { ...common, displayName: 'two', testMatch: ['**/two/*.test.js'], runtime: ${JSON.stringify(runtime)} },
          ],
        };`,
    });
    const run = await runJest(project, ['-i']);
    expect(run.results?.brokenFiles).toEqual([]);
    expect(run.report?.problems).toEqual([]);
    expect(run.report?.files.map(({ path, unobservable }) => [path, unobservable])).toEqual([
      ['one/a.test.js', []],
      ['two/a.test.js', []],
    ]);
    expect(run.report?.leaks.map(({ owner, kind, key, grade }) => [owner, kind, key, grade])).toEqual([
      ['one/a.test.js', 'mock-registered', 'src/config.js', 'observed'],
      ['two/a.test.js', 'mock-registered', 'src/config.js', 'observed'],
    ]);
  });
});

/** What the reporter printed: everything between the code frames of the tests and the totals of Jest. */
function printed({ output }: JestRun): string[] {
  const section = output.slice(output.indexOf(' LEAKS '), output.indexOf('\nTest Suites:'));
  return section.replace(/\d+-\d+-\d+\.record\.json/, '<record>').split('\n');
}

/** The contents of every file of the project, so that nothing can have been overwritten. */
function snapshot(project: Project): Record<string, string | null> {
  const names = readdirSync(project.dir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name).slice(project.dir.length + 1));
  return Object.fromEntries(names.filter((name) => !name.startsWith('node_modules')).map((n) => [n, project.read(n)]));
}

/** Puts a second jest-runtime into the project, and gives it the dependencies of the first. Its entry file. */
function copyRuntime(line: JestLine, project: Project): string {
  const steps = ['@jest/core', 'jest-runner', 'jest-runtime'];
  const entry = steps.reduce((from, name) => createRequire(from).resolve(name), line.jestBin);
  const home = dirname(dirname(entry));
  const copy = join(project.dir, 'node_modules/jest-runtime');
  cpSync(home, copy, { recursive: true, filter: (source) => !source.slice(home.length).includes('node_modules') });
  symlinkSync(dirname(home), join(copy, 'node_modules'), 'junction');
  return join(copy, entry.slice(home.length));
}

/** The names of records, and with them the line breaks, differ from run to run. */
function unwrapped(lines: readonly string[]): string {
  return lines.join('\n').replace(/\n {8,}/g, ' ');
}
