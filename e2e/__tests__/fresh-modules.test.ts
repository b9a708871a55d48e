import { createProject, jestLines, runJest, withHermetic, type JestLine, type JestRun } from '../harness';
import { freshModulesFiles, esmFiles } from '../fixtures/fresh-modules';

jest.setTimeout(180_000);

const TYPESCRIPT = {
  presets: ['@babel/preset-typescript'],
  plugins: ['@babel/plugin-transform-modules-commonjs'],
};

function projectOf(line: JestLine, files: Record<string, string>, config: Record<string, unknown> = {}) {
  const all = { testEnvironment: 'node', transform: { '\\.ts$': ['babel-jest', TYPESCRIPT] }, ...config };
  return withHermetic(createProject({ ...files, 'jest.config.js': `module.exports = ${JSON.stringify(all)};` }, line));
}

/** Every test passes, and nothing at all is found. */
function expectSilence({ results, report, exitCode, output }: JestRun): void {
  const failed = results?.tests.filter(({ status }) => status === 'failed');
  expect(failed?.map(({ file, name, message }) => `${file} ${name}: ${message}`)).toEqual([]);
  expect(results?.brokenFiles).toEqual([]);
  expect(report?.leaks).toEqual([]);
  expect(report?.problems).toEqual([]);
  expect({ exitCode, output }).toMatchObject({ exitCode: 0 });
}

describe.each(jestLines())('freshModules on Jest $name', (line) => {
  let run: JestRun;

  beforeAll(async () => {
    run = await runJest(projectOf(line, freshModulesFiles), ['-i']);
  });

  test('restores what it changed, and is never a leak', () => {
    expectSilence(run);
    expect(run.results?.tests.length).toBeGreaterThanOrEqual(30);
  });

  test('works in native ES modules', async () => {
    const project = projectOf(line, esmFiles, {
      testMatch: ['**/*.test.mjs'],
      moduleFileExtensions: ['js', 'mjs', 'cjs', 'json'],
      transform: {},
    });
    const esm = await runJest(project, ['-i'], { nodeOptions: '--experimental-vm-modules --no-warnings' });
    expectSilence(esm);
    expect(esm.results?.tests.length).toBe(8);
  });

  test('works where jest-hermetic is switched off, as the tests count on it', async () => {
    const off = await runJest(projectOf(line, freshModulesFiles), ['-i'], { env: { JEST_HERMETIC: 'off' } });
    const failed = off.results?.tests.filter(({ status }) => status === 'failed');
    expect(failed?.map(({ file, name, message }) => `${file} ${name}: ${message}`)).toEqual([]);
    expect(off.results?.tests).toHaveLength(run.results?.tests.length ?? -1);
  });

  test('says what to do in another environment', async () => {
    const files = {
      'a.test.js': `
        const { freshModules, allowLeak } = require('jest-hermetic/test');
        test('one', () => allowLeak({ kind: 'process-state', reason: 'no matter' }));
        test('two', () => freshModules(() => 1));`,
    };
    const config = { testEnvironment: 'node' };
    const project = createProject({ ...files, 'jest.config.js': `module.exports = ${JSON.stringify(config)};` }, line);
    const { results } = await runJest(project, ['-i']);
    expect(results?.tests).toMatchObject([
      { name: 'one', status: 'passed' },
      { name: 'two', status: 'failed', message: expect.stringContaining("testEnvironment: 'jest-hermetic'") as string },
    ]);
  });

  test('works under automock, which leaves it alone', async () => {
    const files = {
      'src/env.js': `exports.mode = () => 'real';`,
      'a.test.js': `
        const { freshModules } = require('jest-hermetic/test');
        test('one', () => {
          const env = require('./src/env');
          expect(freshModules(() => require('./src/env') === env)).toBe(false);
          freshModules(() => {
            jest.disableAutomock();
            expect(require('./src/env').mode()).toBe('real');
          });
          expect(require('./src/env')).toBe(env);
          expect(freshModules(() => require('./src/env').mode())).toBe(undefined);
        });`,
    };
    expectSilence(await runJest(projectOf(line, files, { automock: true }), ['-i']));
  });
});
