import { removeProjects } from './project';

export { cleanEnvironment } from './environment';
export { jestLines, readLine, REPOSITORY, runsEverywhere, type JestLine } from './lines';
export { normalise } from './normalise';
export {
  createProject,
  PLAIN_CONFIG,
  removeProjects,
  withHermetic,
  type Project,
  type ProjectFiles,
  type WithHermeticOptions,
} from './project';
export { statusOf, type RunResults, type TestOutcome } from './results';
export { REPORT_PATH, runCli, runJest, type CliRun, type JestRun, type RunJestOptions, type RunOptions } from './run';

// Scripts load the harness without Jest and clean up themselves.
if (typeof afterAll === 'function') afterAll(removeProjects);
