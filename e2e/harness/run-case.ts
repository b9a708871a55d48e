import type { Case } from './case-file';
import { compareCase, type Comparison } from './compare-case';
import type { JestLine } from './lines';
import { createProject, withHermetic } from './project';
import { runJest, type JestRun, type RunJestOptions } from './run';

/** A case that was run with the environment, and how its report compares. */
export interface RanCase {
  run: JestRun;
  comparison: Comparison;
}

/** How to run a case. */
export interface RunCaseOptions {
  /** Run in one worker process instead of the process of Jest itself. */
  workers?: boolean;
}

// An idle limit is what makes Jest start a worker even for one file; one worker, so that files share it as under -i.
const IN_ONE_WORKER = ['-w', '1', '--workerIdleMemoryLimit=4GB'];

/** Runs a case with the environment, failing only the run, and compares its report with the truth. */
export async function runCase(subject: Case, line: JestLine, options: RunCaseOptions = {}): Promise<RanCase> {
  // The truth of a case is that of plain Jest, under which leaks reach the next file.
  const project = withHermetic(createProject(subject.dir, line), { options: { failAt: 'run', contain: 'off' } });
  const run = await runJest(project, jestArgs(subject, options), runOptions(subject));
  if (!run.report) return { run, comparison: { wrong: [`no report was written:\n${run.output}`], missing: [] } };
  return { run, comparison: compareCase(subject.truth, run.report) };
}

/** Runs a case as it is, without anything of ours. */
export async function runPlainCase(subject: Case, line: JestLine): Promise<JestRun> {
  return runJest(createProject(subject.dir, line), jestArgs(subject, {}), runOptions(subject));
}

function jestArgs({ truth }: Case, { workers }: RunCaseOptions): string[] {
  return workers ? [...truth.jestArgs.filter((arg) => arg !== '-i'), ...IN_ONE_WORKER] : truth.jestArgs;
}

function runOptions({ truth }: Case): RunJestOptions {
  return truth.nodeOptions === undefined ? {} : { nodeOptions: truth.nodeOptions };
}
