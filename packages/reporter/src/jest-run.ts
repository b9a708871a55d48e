import path from 'node:path';
import type { AggregatedResult, TestContext } from '@jest/test-result';
import type { Config } from '@jest/types';
import type { NarrowingConfig, RunOutcome } from './partial-run';
import type { ProjectSettings } from './settings';

/** A path relative to the global rootDir, with `/`. */
export function relativeTo(rootDir: string, file: string): string {
  return path.relative(rootDir, file).split(path.sep).join('/');
}

/** What messages call a project: its display name, else its directory, else its id. */
export function projectName({ displayName, rootDir, id }: Config.ProjectConfig): string {
  return displayName?.name ?? (path.basename(rootDir) || id);
}

/** The projects of a run, each name once. */
export function projectsOf(contexts: ReadonlySet<TestContext>): ProjectSettings[] {
  const projects = [...contexts].map(({ config }) => ({
    name: projectName(config),
    testEnvironmentOptions: config.testEnvironmentOptions as Record<string, unknown>,
  }));
  return [...new Map(projects.map((project) => [project.name, project])).values()];
}

/** The global configuration as far as it narrows a run. Jest 29 has `testPathPattern`, which the types of 30 lack. */
export function narrowingOf(config: Config.GlobalConfig): NarrowingConfig {
  return config as NarrowingConfig;
}

/** How the run went, as Jest counts it. */
export function outcomeOf(results: AggregatedResult): Pick<RunOutcome, 'planned' | 'ran' | 'wasInterrupted'> {
  const { numTotalTestSuites: planned, testResults, wasInterrupted } = results;
  return { planned, ran: testResults.length, wasInterrupted };
}

/** Whether Jest stays and runs again when files change. */
export function isWatching({ watch, watchAll }: Pick<Config.GlobalConfig, 'watch' | 'watchAll'>): boolean {
  return watch || watchAll;
}
