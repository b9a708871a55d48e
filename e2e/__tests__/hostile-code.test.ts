import {
  fileOf,
  hostileProject,
  IN_SANDBOX,
  ODD_EXPORTS,
  ON_HOST,
  SLOW_ON_HOST,
  type HostileCode,
} from '../fixtures/hostile-code';
import { createProject, jestLines, runJest, type JestLine, type JestRun, type ProjectFiles } from '../harness';

jest.setTimeout(180_000);

const SEQUENCER = `
module.exports = class {
  sort(tests) { return [...tests].sort((a, b) => (a.path < b.path ? -1 : 1)); }
  shard(tests) { return tests; }
  allFailedTests(tests) { return tests; }
  cacheResults() {}
};`;

/** A project with a plain configuration, and one that is guarded. */
function project(files: ProjectFiles, line: JestLine, contain: string, more = {}) {
  const plain = { transform: {}, testSequencer: '<rootDir>/sequencer.js', ...more };
  const guarded = {
    ...plain,
    testEnvironment: 'jest-hermetic',
    reporters: ['default', 'jest-hermetic/reporter'],
    testEnvironmentOptions: { hermetic: { failAt: 'run', contain } },
  };
  const configs = {
    'sequencer.js': SEQUENCER,
    'plain.config.json': { ...plain, rootDir: '.' },
    'jest.config.json': guarded,
  };
  return createProject({ ...files, ...configs }, line);
}

function outcomes({ results }: JestRun): string[] {
  return results?.tests.map(({ file, name, status }) => `${file} ${name} ${status}`) ?? [];
}

function passing(rows: readonly HostileCode[]): string[] {
  return rows
    .map(fileOf)
    .sort()
    .flatMap((file) => [`${file} one passed`, `${file} two passed`]);
}

function leaksOf({ report }: JestRun, file: string): string[] {
  return (report?.leaks ?? [])
    .filter(({ owner, grade }) => owner === file && grade !== 'latent')
    .map(({ kind, key }) => `${kind} ${key}`);
}

const expected = (row: HostileCode): string[] => row.leaks.map((leak) => leak.replace('@x', `src/${row.name}.js`));

const ALL = [...ODD_EXPORTS, ...IN_SANDBOX, ...ON_HOST];

describe.each(jestLines())('hostile code on Jest $name', (line) => {
  test('passes on plain Jest', async () => {
    const run = await runJest(project(hostileProject(ALL), line, 'off'), ['-i', '-c', 'plain.config.json']);
    expect(run.results?.brokenFiles).toEqual([]);
    expect(outcomes(run)).toEqual(passing(ALL));
  });

  describe.each([
    { contain: 'off', rows: ALL },
    { contain: 'file', rows: [...ALL, ...SLOW_ON_HOST] },
  ])('with contain: $contain', ({ contain, rows }) => {
    let run: JestRun;
    beforeAll(async () => {
      run = await runJest(project(hostileProject(rows), line, contain), ['-i']);
    });

    test('passes too, and no fault is ours', () => {
      expect(run.results?.brokenFiles).toEqual([]);
      expect(outcomes(run)).toEqual(passing(rows));
      expect(run.report?.problems).toEqual([]);
      const owners = rows.map(fileOf);
      expect(run.report?.leaks.filter(({ owner }) => !owners.includes(owner))).toEqual([]);
    });

    test.each([...ODD_EXPORTS, ...IN_SANDBOX])('$name: its leaks and no others', (row) => {
      expect(leaksOf(run, fileOf(row))).toEqual(expected(row));
    });

    test.each(rows.slice(ODD_EXPORTS.length + IN_SANDBOX.length))('$name: its leaks beside the changes', (row) => {
      expect(leaksOf(run, fileOf(row))).toEqual(expect.arrayContaining(expected(row)));
    });
  });

  test('what makes path unusable for Node breaks no record', async () => {
    const lock = `Object.defineProperty(require('path'), 'posix', { value: 1 });`;
    const lockPart = (name: string) =>
      `Object.defineProperty(require('path').posix, '${name}', { value: 1, writable: false, configurable: false });`;
    const row = (code: string) => `
      const x = require('../src/x');
      test('one', () => { ${code} x.real = jest.fn(); require('os').hostname = () => 'left'; });
      test('two', () => {});`;
    const files = {
      'src/x.js': 'exports.real = () => 1;',
      'tests/gone.test.js': row(`require('path').posix = 1;`),
      'tests/locked.test.js': row(lock),
      'tests/parts.test.js': row(`for (const name of ['resolve', 'join', 'dirname']) require('path').posix[name] = 1;`),
      'tests/locked-parts.test.js': row(lockPart('dirname')),
      'tests/locked-for-records.test.js': row(lockPart('normalize')),
    };
    // In workers: where path is like that, the process in which Jest itself runs dies.
    const run = await runJest(project(files, line, 'off'), ['-w', '5']);
    expect(run.results?.tests.map(({ status }) => status)).toEqual(Array(10).fill('passed'));
    expect(run.report?.problems).toEqual([]);
    const others = ['core-module-mutated os.hostname', 'export-mutated src/x.js#real'];
    const whole = ['core-module-mutated path.posix', ...others].sort();
    expect(leaksOf(run, 'tests/gone.test.js').sort()).toEqual(whole);
    expect(leaksOf(run, 'tests/locked.test.js').sort()).toEqual(whole);
    const parts = ['dirname', 'join', 'resolve'].map((name) => `core-module-mutated path.${name}`);
    expect(leaksOf(run, 'tests/parts.test.js').sort()).toEqual([...parts, ...others].sort());
    for (const [file, name] of [
      ['tests/locked-parts.test.js', 'dirname'],
      ['tests/locked-for-records.test.js', 'normalize'],
    ] as const) {
      expect(leaksOf(run, file).sort()).toEqual([`core-module-mutated path.${name}`, ...others].sort());
    }
  });

  describe('a stub of fs that breaks the transform of the next file', () => {
    const files = {
      'settings.json': { banner: '0;' },
      'transform.js': `
        const fs = require('fs');
        module.exports = {
          getCacheKey: (text, path) => require('crypto').createHash('md5').update(path + text).digest('hex'),
          process: (text) => ({ code: JSON.parse(fs.readFileSync(__dirname + '/settings.json', 'utf8')).banner + text }),
        };`,
      'a.test.js': `test('reads a stub', () => {\n  require('fs').readFileSync = () => 'x';\n});`,
      'b.test.js': `test('b', () => {});`,
    };
    const more = { transform: { '\\.js$': '<rootDir>/transform.js' } };
    const leak = { owner: 'a.test.js', kind: 'core-module-mutated', key: 'fs.readFileSync', site: { line: 2 } };

    test('is named as the cause', async () => {
      const run = await runJest(project(files, line, 'off', more), ['-i']);
      expect(run.results?.brokenFiles.map(({ file }) => file)).toEqual(['b.test.js']);
      expect(run.report?.leaks).toMatchObject([leak]);
      expect(run.report?.problems).toEqual([]);
      expect(run.output.replace(/\n +/g, ' ')).toMatch(
        / cause  b\.test\.js could not be run \(.*\): before, in the same worker, fs\.readFileSync of a\.test\.js leaked,/,
      );
    });

    test('breaks nothing where leaks end with their file', async () => {
      const run = await runJest(project(files, line, 'file', more), ['-i']);
      expect(outcomes(run)).toEqual(['a.test.js reads a stub passed', 'b.test.js b passed']);
      expect(run.report?.leaks).toMatchObject([leak]);
      expect(run.output).not.toContain(' cause ');
    });
  });
});
