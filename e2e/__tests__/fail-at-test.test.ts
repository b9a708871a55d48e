import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createProject, jestLines, REPOSITORY, runJest, type JestLine, type JestRun } from '../harness';

jest.setTimeout(120_000);

const FIXTURE = join(REPOSITORY, 'e2e/fixtures/fail-at-test');

/** Runs one file of the fixture, with one of its configurations. */
function run(line: JestLine, file: string, config = 'jest.config.js', baseline?: string): Promise<JestRun> {
  const project = createProject(FIXTURE, line);
  if (baseline !== undefined) project.write({ 'leak-baseline.txt': baseline });
  return runJest(project, ['-i', file, '--config', config]);
}

const outcomes = ({ results }: JestRun): string[][] | undefined =>
  results?.tests.map(({ name, status }) => [status, name]);

describe.each(jestLines())('failAt on Jest $name', (line) => {
  test.each([
    ['test', 'jest.config.js'],
    ['run', 'run.config.js'],
  ])('%s: the whole output', async (failAt, config) => {
    const { output } = await run(line, 'cart.test.js', config);
    // The last line names the filter, in words that differ between the lines of Jest.
    const text = output.replace(/^Ran all test suites.*$/m, '').trimEnd();
    expect(text).toBe(readFileSync(join(FIXTURE, `expected/${failAt}.txt`), 'utf8').trimEnd());
  });

  test('test: only the leaking tests fail, each with its own leak and the place of it', async () => {
    const leaking = await run(line, 'cart.test.js');
    expect(leaking.exitCode).toBe(1);
    expect(outcomes(leaking)).toEqual([
      ['failed', 'cart applies the discount'],
      ['failed', 'cart uses the rate'],
      ['failed', 'cart uses the rate again'],
      ['passed', 'cart is empty'],
    ]);
    const messages = leaking.results?.tests.map(({ message }) => message.split('\n')[0]) ?? [];
    expect(messages).toEqual([
      expect.stringMatching(/^Error: mock-registered: jest\.doMock\('\.\/src\/config'\) /),
      expect.stringMatching(/^Error: mock-registered: jest\.doMock\('\.\/src\/rate'\) /),
      expect.stringMatching(/^Error: mock-registered: jest\.doMock\('\.\/src\/rate'\) /),
      '',
    ]);
    expect(leaking.results?.tests[0]?.message).toMatch(/\n {4}at .*cart\.test\.js:5:10\n?/);
    // Both tests leaked where the helper registers the mock.
    expect(leaking.results?.tests[1]?.message).toMatch(/\n {4}at .*cart\.test\.js:1:29\n?/);
    expect(leaking.report?.leaks.map(({ key, scopes }) => [key, scopes.map(({ name }) => name)])).toEqual([
      ['src/config.js', ['cart applies the discount']],
      ['src/rate.js', ['cart uses the rate', 'cart uses the rate again']],
    ]);
  });

  test('run: no test fails, and the run does', async () => {
    const leaking = await run(line, 'cart.test.js', 'run.config.js');
    expect(leaking.exitCode).toBe(1);
    expect(leaking.results?.tests.every(({ status }) => status === 'passed')).toBe(true);
    expect(leaking.results?.success).toBe(false);
    expect(leaking.report?.run).toMatchObject({ failed: true, exitCode: 1 });
  });

  test('a test that is expected to fail is left alone, and its leak fails the run', async () => {
    const failing = await run(line, 'expected-to-fail.test.js');
    expect(outcomes(failing)?.map(([status]) => status)).toEqual(['passed', 'passed']);
    expect(failing.report?.baseline.new).toHaveLength(1);
    expect(failing.exitCode).toBe(1);
  });

  test('more sites than the baseline allows: nobody knows which is new, so no test is singled out', async () => {
    const grown = await run(line, 'two-sites.test.js', undefined, 'two-sites.test.js mock-registered src/config.js\n');
    expect(outcomes(grown)?.map(([status]) => status)).toEqual(['passed', 'passed', 'passed', 'passed']);
    expect(grown.report?.baseline.grown).toEqual([expect.objectContaining({ allowed: 1, sites: 2 })]);
    expect(grown.exitCode).toBe(1);
  });

  test('without our reporter it is said once what to add, and leaking tests fail all the same', async () => {
    const { output, report, exitCode } = await run(line, 'test.js', 'no-reporter.config.js');
    expect(report).toBeNull();
    expect(exitCode).toBe(1);
    expect(output.split('\n').filter((text) => text.includes('jest-hermetic:'))).toEqual([
      "jest-hermetic: no reporter collects what the environment finds. Add it to the config: reporters: ['default', 'jest-hermetic/reporter'].",
    ]);
    expect(output).toContain("mock-registered: jest.doMock('./src/config')");
  });
});
