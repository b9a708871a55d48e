import { execFileSync } from 'node:child_process';
import { delimiter, join, parse } from 'node:path';
import {
  createProject,
  jestLines,
  PLAIN_CONFIG,
  REPORT_PATH,
  REPOSITORY,
  runJest,
  statusOf,
  withHermetic,
  type JestLine,
} from '../harness';

jest.setTimeout(60_000);

const FILES = {
  'jest.config.js': `module.exports = { testEnvironment: 'node' };`,
  'src/one.js': `exports.one = 1;`,
  'a.test.js': `
    const { one } = require('./src/one');
    describe('numbers', () => {
      test('one is one', () => expect(one).toBe(1));
      test('one is two', () => expect(one).toBe(2));
    });`,
  'b.test.js': `throw new Error('broken at the top');`,
};

describe.each(jestLines())('harness on Jest $name', (line) => {
  test('runs the Jest of the line and reads the status of each test', async () => {
    const project = createProject(FILES, line);
    const run = await runJest(project, ['-i']);
    expect(run.exitCode).toBe(1);
    expect(statusOf(run.results, 'numbers one is one')).toBe('passed');
    expect(statusOf(run.results, 'numbers one is two')).toBe('failed');
    expect(run.results?.tests.map(({ file }) => file)).toEqual(['a.test.js', 'a.test.js']);
    expect(run.results?.brokenFiles).toEqual([
      { file: 'b.test.js', message: expect.stringContaining('broken at the top') },
    ]);
    expect(run.report).toBeNull();
    expect(run.output).toMatch(/^Tests: +1 failed, 1 passed, 2 total$/m);
    expect(run.output).not.toContain(project.dir);
    const seen = await runJest(project, ['--version']);
    expect(seen.stdout.trim()).toBe(line.name);
  });

  test('nothing of the outer Jest reaches the inner one', async () => {
    const project = createProject(
      {
        'jest.config.js': `module.exports = {};`,
        'a.test.js': `test('env', () => expect(Object.keys(process.env).filter((k) => /^(CI|JEST_HERMETIC.*|AI_AGENT|OUTER|NODE_OPTIONS)$/.test(k))).toEqual([]));`,
      },
      line,
    );
    process.env['OUTER'] = process.env['AI_AGENT'] = process.env['JEST_HERMETIC_OUTBOX'] = 'x';
    try {
      expect((await runJest(project)).output).toContain('1 passed');
      expect((await runJest(project, [], { env: { OUTER: '1' } })).output).toContain('1 failed');
      expect((await runJest(project, [], { nodeOptions: '--no-warnings' })).output).toContain('1 failed');
    } finally {
      for (const name of ['OUTER', 'AI_AGENT', 'JEST_HERMETIC_OUTBOX']) delete process.env[name];
    }
  });

  test('reads the report of this run only', async () => {
    const reporter = `
      const fs = require('fs'), path = require('path');
      module.exports = class {
        onRunComplete() {
          if (process.env.SILENT) return;
          const file = ${JSON.stringify(REPORT_PATH)};
          fs.mkdirSync(path.dirname(file), { recursive: true });
          fs.writeFileSync(file + '.new', JSON.stringify({ version: 1, leaks: [] }));
          fs.renameSync(file + '.new', file);
        }
      };`;
    const project = createProject({ ...FILES, 'reporter.js': reporter }, line);
    withHermetic(project, { environment: 'node', reporters: ['<rootDir>/reporter.js'] });
    expect((await runJest(project)).report).toEqual({ version: 1, leaks: [] });
    expect((await runJest(project)).report).not.toBeNull();
    expect((await runJest(project, [], { env: { SILENT: '1' } })).report).toBeNull();
    expect((await runJest(project, ['--config', PLAIN_CONFIG])).report).toBeNull();
  });

  test('a run that hangs is killed and says what it printed', async () => {
    const project = createProject(
      {
        'jest.config.js': `module.exports = {};`,
        'a.test.js': `test('hangs', () => { process.stderr.write('going to sleep'); for (;;); });`,
      },
      line,
    );
    await expect(runJest(project, ['-i'], { timeout: 2500 })).rejects.toThrow(/killed after 2500 ms[^]*going to sleep/);
  });
});

test('withHermetic adds the two lines and the options to what the config says', () => {
  const [line] = jestLines() as [JestLine];
  const project = createProject(
    {
      'jest.config.js': `module.exports = { testEnvironment: 'node', restoreMocks: true, testEnvironmentOptions: { a: 1 } };`,
    },
    line,
  );
  withHermetic(project, { options: { gate: 'latent' } });
  const read = (file: string): unknown =>
    JSON.parse(
      execFileSync(process.execPath, ['-p', `JSON.stringify(require('./${file}'))`], {
        cwd: project.dir,
        encoding: 'utf8',
      }),
    );
  expect(read('jest.config.js')).toEqual({
    testEnvironment: 'jest-hermetic',
    reporters: ['default', 'jest-hermetic/reporter'],
    restoreMocks: true,
    testEnvironmentOptions: { a: 1, hermetic: { gate: 'latent' } },
  });
  expect(read(PLAIN_CONFIG)).toMatchObject({ testEnvironment: 'node', restoreMocks: true });
  expect(() => withHermetic(project)).toThrow('already called');
  expect(() => withHermetic(createProject({}, line))).toThrow('has no jest.config.js');
});

test('E2E_LINES replaces the lines', () => {
  const before = process.env['E2E_LINES'];
  process.env['E2E_LINES'] = ['e2e/jest-29', '.'].join(delimiter);
  try {
    expect(jestLines().map(({ dir }) => dir)).toEqual([join(REPOSITORY, 'e2e/jest-29'), REPOSITORY]);
    process.env['E2E_LINES'] = parse(REPOSITORY).root;
    expect(() => jestLines()).toThrow('No jest is installed');
  } finally {
    if (before === undefined) delete process.env['E2E_LINES'];
    else process.env['E2E_LINES'] = before;
  }
});
