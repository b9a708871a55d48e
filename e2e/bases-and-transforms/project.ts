import { createProject, type JestLine, type Project, type ProjectFiles } from '../harness';
import type { Row } from './row';

/** All rows as the projects of one run, each in a folder named after it. */
export function makeProject(rows: readonly Row[], line: JestLine): Project {
  const files: ProjectFiles = {
    'package.json': {},
    'jest.config.json': {
      projects: rows.map(({ name }) => `<rootDir>/${name}/suite.json`),
      reporters: ['default', 'jest-hermetic/reporter'],
    },
  };
  for (const { name, files: own, config, hermetic } of rows) {
    for (const [path, content] of Object.entries(own)) files[`${name}/${path}`] = content;
    files[`${name}/suite.json`] = {
      testEnvironment: 'jest-hermetic',
      transform: {},
      ...config,
      testEnvironmentOptions: { hermetic: { failAt: 'run', ...hermetic } },
    };
  }
  const project = createProject(files, line);
  for (const { name, prepare } of rows) prepare?.(project, name);
  return project;
}
