import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';
import type { HermeticOptions } from '@jest-hermetic/leak-record';
import type { Case } from './case-file';
import type { JestLine } from './lines';
import { createProject, type Project, type ProjectFiles } from './project';

const SEQUENCER = `
module.exports = class PathOrderSequencer {
  sort(tests) { return [...tests].sort((a, b) => (a.path < b.path ? -1 : 1)); }
  shard(tests) { return tests; }
  allFailedTests(tests) { return tests; }
  cacheResults() {}
};`;

/** Options of Node for a suite that has cases of ES modules. */
export const ES_MODULES = '--experimental-vm-modules --no-warnings';

/** Many cases as the projects of one run, each in a folder named by its id. Failing only the run. */
export function createCaseSuite(
  cases: readonly Case[],
  line: JestLine,
  hermetic: Partial<HermeticOptions> | null,
): Project {
  const files: ProjectFiles = { 'sequencer.js': SEQUENCER };
  for (const { dir, truth } of cases) {
    for (const path of filesIn(dir)) files[`${truth.id}/${path}`] = readFileSync(join(dir, path), 'utf8');
    files[`${truth.id}/suite.config.js`] = projectConfig(hermetic);
  }
  const config = {
    projects: cases.map(({ truth }) => `<rootDir>/${truth.id}/suite.config.js`),
    testSequencer: '<rootDir>/sequencer.js',
    reporters: hermetic === null ? ['default'] : ['default', 'jest-hermetic/reporter'],
  };
  return createProject({ ...files, 'jest.config.js': `module.exports = ${JSON.stringify(config)};` }, line);
}

function projectConfig(hermetic: Partial<HermeticOptions> | null): string {
  if (hermetic === null)
    return `const { testSequencer, ...plain } = require('./jest.config.js');\nmodule.exports = plain;`;
  const options = JSON.stringify({ failAt: 'run', ...hermetic });
  return [
    `const { testSequencer, ...plain } = require('./jest.config.js');`,
    'module.exports = {',
    '  ...plain,',
    `  testEnvironment: 'jest-hermetic',`,
    `  testEnvironmentOptions: { ...plain.testEnvironmentOptions, hermetic: ${options} },`,
    '};',
  ].join('\n');
}

function filesIn(dir: string, root = dir): string[] {
  return readdirSync(dir).flatMap((name) => {
    const path = join(dir, name);
    return statSync(path).isDirectory() ? filesIn(path, root) : [relative(root, path).replaceAll('\\', '/')];
  });
}
