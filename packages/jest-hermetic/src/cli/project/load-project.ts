import type { Host } from '../host';
import { showConfig } from './jest-binary';
import { readProject, type Project } from './read-project';

/**
 * Asks the project's own Jest for its configuration and reads from it what the verbs need. Nothing is cached.
 * @throws {CliError} exit code 2 when there is no Jest, or it or we refuse the configuration.
 */
export function loadProject(host: Host, jestArguments: readonly string[]): Project {
  return readProject(showConfig(host.cwd, host.env, jestArguments));
}
