import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Report } from '@jest-hermetic/leak-record';
import { cleanEnvironment } from './environment';
import { findBin } from './lines';
import { normalise } from './normalise';
import type { Project } from './project';
import { readResults, type RunResults } from './results';
import { spawnNode, type Spawned } from './spawn';

/** Where the report lies in a project that does not configure another place. */
export const REPORT_PATH = 'node_modules/.cache/jest-hermetic/report.json';

/** How to run a command in a project. */
export interface RunOptions {
  /** Variables added to the clean environment. */
  env?: Record<string, string>;
  /** `NODE_OPTIONS` of the command and of what it starts. */
  nodeOptions?: string;
  /** Milliseconds; default 90 000. */
  timeout?: number;
  /** Working directory relative to the project; default the project itself. */
  cwd?: string;
  /** Where the report is expected, relative to the project. Default {@link REPORT_PATH}. */
  reportPath?: string;
}

/** How to run Jest in a project. */
export interface RunJestOptions extends RunOptions {
  /** Default true. With false Jest runs without `--json`, exactly as a user would run it, and `results` is null. */
  results?: boolean;
}

/** What a run of the CLI left. */
export interface CliRun {
  exitCode: number;
  stdout: string;
  stderr: string;
  /** Both streams in the order of arrival, normalised. */
  output: string;
  /** The report that this run wrote; null when it wrote none. */
  report: Report | null;
}

/** What a run of Jest left. */
export interface JestRun extends CliRun {
  results: RunResults | null;
}

/** Runs the real Jest of the project's line. Every run has a cache of its own, so that no run sees another's timings. */
export async function runJest(project: Project, args: string[] = [], options: RunJestOptions = {}): Promise<JestRun> {
  const resultsFile = join(project.scratch('results'), 'results.json');
  const added = options.results === false ? [] : ['--json', `--outputFile=${resultsFile}`];
  if (!args.some((arg) => arg.startsWith('--cacheDirectory'))) {
    added.push(`--cacheDirectory=${project.scratch('cache')}`);
  }
  const run = await runScript(project, [project.line.jestBin, ...args, ...added], options);
  return { ...run, results: readResults(resultsFile, project.dir) };
}

/** Runs the command `jest-hermetic` that a project of this line would run. */
export async function runCli(project: Project, args: string[], options: RunOptions = {}): Promise<CliRun> {
  return runScript(project, [findBin('jest-hermetic', project.dir), ...args], options);
}

async function runScript(project: Project, command: string[], options: RunOptions): Promise<CliRun> {
  const reportFile = join(project.dir, options.reportPath ?? REPORT_PATH);
  const before = stampOf(reportFile);
  const env = cleanEnvironment({ ...(options.nodeOptions && { NODE_OPTIONS: options.nodeOptions }), ...options.env });
  const cwd = join(project.dir, options.cwd ?? '.');
  const spawned = await spawnNode(command, { cwd, env, timeout: options.timeout ?? 90_000 });
  const { exitCode, stdout, stderr } = spawned;
  const written = stampOf(reportFile) !== before && existsSync(reportFile);
  const report = written ? (JSON.parse(readFileSync(reportFile, 'utf8')) as Report) : null;
  return { exitCode, stdout, stderr, output: normaliseRun(project, spawned), report };
}

function normaliseRun(project: Project, { mixed }: Spawned): string {
  return normalise(mixed, { '<rootDir>': project.dir, '<line>': project.line.dir, '<jest>': project.line.name });
}

// A report that an earlier run left is not this run's; its directory entry tells them apart, since each is a new file.
function stampOf(file: string): string | null {
  if (!existsSync(file)) return null;
  const { ino, mtimeMs } = statSync(file);
  return `${ino} ${mtimeMs}`;
}
