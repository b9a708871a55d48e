import { join } from 'node:path';
import { createProject, readLine, REPOSITORY, runCli, runJest, type JestLine } from '../harness';

jest.setTimeout(180_000);

const { unpackInto } = require('../../scripts/pack.js') as { unpackInto: (directory: string) => void };

const FIXTURE = join(REPOSITORY, 'e2e/fixtures/surfaces-off');
const TRACED = 'leaking/core-module-mutated.test.js';

/** The packages as npm would install them, of which the environment is one file. */
function packedLine(): JestLine {
  const dir = createProject({}, readLine(REPOSITORY)).scratch('packed');
  unpackInto(dir);
  return readLine(dir);
}

function projectOf(line: JestLine) {
  const project = createProject(FIXTURE, line);
  project.write({
    'jest.config.js': `module.exports = {
      testEnvironment: 'jest-hermetic',
      reporters: ['default', 'jest-hermetic/reporter'],
      testEnvironmentOptions: { hermetic: { contain: 'scope', failAt: 'run' } },
    };`,
  });
  return project;
}

test('what is published finds, puts back and traces the same as what is compiled', async () => {
  const [compiled, packed] = await Promise.all(
    [readLine(REPOSITORY), packedLine()].map(async (line) => {
      const project = projectOf(line);
      const { report, exitCode, results } = await runJest(project, ['-i']);
      const tests = results?.tests.map(({ name, status }) => [name, status]);
      const { output } = await runCli(project, ['trace', TRACED]);
      return { leaks: report?.leaks, problems: report?.problems, exitCode, tests, trace: output };
    }),
  );
  expect(compiled?.leaks?.length).toBeGreaterThan(5);
  expect(compiled?.problems).toEqual([]);
  expect(packed).toEqual(compiled);
});
