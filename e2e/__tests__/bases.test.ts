import { BASES } from '../bases-and-transforms/bases';
import { describeRows } from '../bases-and-transforms/describe-rows';
import { createProject, jestLines, runJest, type ProjectFiles } from '../harness';

jest.setTimeout(300_000);

describeRows(BASES);

const project: ProjectFiles = {
  'package.json': {},
  'own.mjs': `
    import { TestEnvironment } from 'jest-environment-node';
    export default class extends TestEnvironment {}`,
  'env.js': '',
  'a.test.js': `
    test('one', () => {
      jest.doMock('./env', () => ({}));
    });
    test('two', () => {});`,
};

function configOf(testEnvironment: string, hermetic: object): ProjectFiles {
  const reporters = ['default', 'jest-hermetic/reporter'];
  return { 'jest.config.json': { testEnvironment, testEnvironmentOptions: { hermetic }, reporters, transform: {} } };
}

describe.each(jestLines())('a base that this Node cannot require, on Jest $name', (line) => {
  const options = { nodeOptions: '--no-experimental-require-module' };

  test('the error says what to write, and that works', async () => {
    const made = createProject({ ...project, ...configOf('jest-hermetic', { baseEnvironment: './own.mjs' }) }, line);
    const refused = await runJest(made, [], options);
    expect(refused.exitCode).toBe(1);
    expect(refused.output).toContain(
      `jest-hermetic: the environment "./own.mjs" is an ES module that Node ${process.version} cannot require.`,
    );
    const [, written = ''] = /hermetic-environment\.mjs in rootDir:\n+((?: {6}.*\n)+)/.exec(refused.output) ?? [];
    const named = /set testEnvironment: '(.*)' in place of/.exec(refused.output)?.[1];
    made.write({ 'hermetic-environment.mjs': written, ...configOf(named!, { failAt: 'run' }) });
    const { report } = await runJest(made, [], options);
    expect(report!.leaks.map(({ key, scopes }) => [key, scopes[0]!.name])).toEqual([['env.js', 'one']]);
  });
});
