import {
  createProject,
  jestLines,
  runCli,
  runJest,
  statusOf,
  withHermetic,
  type JestRun,
  type ProjectFiles,
} from '../harness';

jest.setTimeout(180_000);

const MOCK = `jest.doMock('./env', () => ({ mode: 'mock' }))`;
const RECEIVE = `require('./env').mode`;

const files: ProjectFiles = {
  'env.js': `exports.mode = 'real';`,
  'a-test.test.js': `
const { allowLeak } = require('jest-hermetic/test');
test('a leaks', () => {
  allowLeak({ kind: 'mock-registered', key: 'env.js', reason: 'until PROJ-1' });
  ${MOCK};
});
test('a receives', () => { ${RECEIVE}; });`,
  'b-describe.test.js': `
const { allowLeak } = require('jest-hermetic/test');
describe('b', () => {
  beforeAll(() => allowLeak({ kind: 'mock-registered', reason: 'the whole block' }));
  test('leaks', () => { ${MOCK}; });
});
test('b receives', () => { ${RECEIVE}; });`,
  'c-docblock.test.js': `/**
 * Words about it.
 * @leak-allow mock-registered env.js -- legacy harness
 * @leak-allow process-state
 *   process.cwd -- never does it
 */
test('c leaks', () => { ${MOCK}; });
test('c receives', () => { ${RECEIVE}; });`,
  'd-typed.test.ts': `
import { allowLeak } from 'jest-hermetic/test';
import { test } from '@jest/globals';
type Mode = { mode: string };
test('d leaks', () => {
  const cwd = process.cwd();
  allowLeak({ kind: 'mock-registered', reason: 'typed' });
  allowLeak({ kind: 'export-mutated', key: 'env.js#mode', reason: 'covers nothing' });
  ${MOCK};
});
test('d receives', () => { const env: Mode = ${RECEIVE.replace('.mode', '')}; env.mode; });`,
};

const TYPESCRIPT = { presets: ['@babel/preset-typescript'], plugins: ['@babel/plugin-transform-modules-commonjs'] };

describe.each(jestLines())('opt-outs on Jest $name', (line) => {
  async function run(source: ProjectFiles, withoutAllows = false): Promise<{ jest: JestRun; checkExit: number }> {
    const config = { testEnvironment: 'node', transform: { '\\.ts$': ['babel-jest', TYPESCRIPT] } };
    const project = withHermetic(
      createProject({ ...source, 'jest.config.js': `module.exports = ${JSON.stringify(config)};` }, line),
    );
    if (withoutAllows) {
      for (const [path, text] of Object.entries(source)) {
        project.write({
          [path]: String(text)
            .replaceAll(/allowLeak\(\{[^}]*\}\)/g, '0')
            .replaceAll('@leak-allow', '@not-one'),
        });
      }
    }
    const jest = await runJest(project, ['-i']);
    const { exitCode } = await runCli(project, ['check']);
    return { jest, checkExit: exitCode };
  }

  test('what is allowed is reported and fails neither a test nor the run', async () => {
    const { jest, checkExit } = await run(files);
    const { report, results, exitCode } = jest;
    const output = jest.output.replaceAll(/\s+/g, ' ');
    expect(results?.tests.filter(({ status }) => status !== 'passed')).toEqual([]);
    expect(report?.problems).toEqual([]);
    expect(
      report?.leaks.map(({ owner, key, grade, verdict, allowed }) => [owner, key, grade, verdict, allowed]),
    ).toEqual([
      ['a-test.test.js', 'env.js', 'observed', 'allowed', 'until PROJ-1'],
      ['b-describe.test.js', 'env.js', 'observed', 'allowed', 'the whole block'],
      ['c-docblock.test.js', 'env.js', 'observed', 'allowed', 'legacy harness'],
      ['d-typed.test.ts', 'env.js', 'observed', 'allowed', 'typed'],
    ]);
    expect([exitCode, checkExit]).toEqual([0, 0]);
    expect(output).toContain(
      'c-docblock.test.js:4: the opt-out of process-state process.cwd (never does it) covered nothing',
    );
    expect(output).toContain(
      'd-typed.test.ts:8: the opt-out of export-mutated env.js#mode (covers nothing) covered nothing',
    );
    expect(output).not.toContain('opt-out of mock-registered');
  });

  test('the same without the opt-outs fails', async () => {
    const { jest, checkExit } = await run(files, true);
    expect(jest.report?.leaks.map(({ verdict }) => verdict)).toEqual(['new', 'new', 'new', 'new']);
    for (const name of ['a leaks', 'b leaks', 'c leaks', 'd leaks'])
      expect(statusOf(jest.results, name)).toBe('failed');
    expect([jest.exitCode, checkExit]).toEqual([1, 1]);
  });

  test('a pattern of freshModules that no module has is named, one that is loaded only inside is not', async () => {
    const { jest } = await run({
      'env.js': `exports.mode = 'real';`,
      'a.test.js': `
const { freshModules } = require('jest-hermetic/test');
test('one', () => {
  freshModules('env.js', () => { ${RECEIVE}; });
  freshModules(['env.js', 'src/env.js'], () => { ${RECEIVE}; });
});`,
    });
    const output = jest.output.replaceAll(/\s+/g, ' ');
    expect(output).toContain('a.test.js:5: no module that was loaded is "src/env.js", so freshModules() does nothing');
    expect(output.match(/so freshModules\(\) does nothing/g)).toHaveLength(1);
    expect([jest.exitCode, jest.report!.problems]).toEqual([0, []]);
  });

  test('it reaches no further than its scope, its kind and its key', async () => {
    const { jest } = await run({
      'env.js': `exports.mode = 'real';`,
      'other.js': `exports.mode = 'real';`,
      'a.test.js': `
        const { allowLeak } = require('jest-hermetic/test');
        const leak = () => { ${MOCK}; };
        describe('a', () => {
          beforeEach(() => allowLeak({ kind: 'mock-registered', key: 'env.js', reason: 'only here' }));
          test('allowed', () => leak());
          test('another key', () => { jest.doMock('./other', () => ({})); });
        });
        test('outside', () => { jest.dontMock('./env'); leak(); });
        test('receives', () => { ${RECEIVE}; require('./other'); });`,
    });
    const failed = jest.results?.tests.filter(({ status }) => status === 'failed').map(({ name }) => name);
    expect(failed).toEqual(['a another key', 'outside']);
    expect(jest.exitCode).toBe(1);
  });

  test('one without a reason, or of a kind that there is not, allows nothing: the run fails, the tests do not', async () => {
    const { jest, checkExit } = await run({
      'env.js': `exports.mode = 'real';`,
      'a.test.js': `/**
 * @leak-allow mock-registered env.js
 */
const { allowLeak } = require('jest-hermetic/test');
test('one', () => {
  allowLeak({ kind: 'mock-registered', key: 'env.js', reason: ' ' });
  allowLeak({ kind: 'mock-registred', reason: 'a slip' });
  for (const _ of [1, 2]) allowLeak({ kind: 'process-state', kye: 'process.cwd', reason: 'a slip' });
});`,
    });
    expect(jest.results?.tests.map(({ status }) => status)).toEqual(['passed']);
    const errors = jest.report?.problems.filter((problem) => problem.includes('a.test.js')) ?? [];
    expect(errors).toEqual([
      expect.stringMatching(/^a\.test\.js:2: @leak-allow of mock-registered gives no reason/),
      expect.stringMatching(/^a\.test\.js:6: allowLeak\(\) of mock-registered gives no reason/),
      expect.stringMatching(
        /^a\.test\.js:7: allowLeak\(\): "mock-registred" is no kind of leak.* Did you mean "mock-registered"/,
      ),
      expect.stringMatching(/^a\.test\.js:8: allowLeak\(\) does not know "kye"/),
    ]);
    expect([jest.exitCode, checkExit]).toEqual([1, 2]);
  });
});
