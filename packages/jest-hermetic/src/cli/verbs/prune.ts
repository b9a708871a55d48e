import path from 'node:path';
import { EXIT_CODES, type Report } from '@jest-hermetic/leak-record';
import { formatBaseline, readBaselineFile, withBaselineLock, writeAtomically } from '@jest-hermetic/baseline';
import { usageError } from '../cli-error';
import type { Host } from '../host';
import { planPrune } from '../plans/plan-prune';
import { readLastReport, refuseProblems } from '../project/last-report';
import { loadProject } from '../project/load-project';
import type { Project } from '../project/read-project';
import { changedSince } from '../project/owner-files';

/**
 * Deletes, lowers and renames the lines that the last report proves untrue. It can only shrink the list.
 * @throws {CliError} exit code 2 for a report that is not about the baseline and the files as they are.
 */
export function prune(host: Host, jestArguments: readonly string[]): number {
  const project = loadProject(host, jestArguments);
  const report = readLastReport(project);
  refuseProblems(report);
  return withBaselineLock(project.baselineFile, () => shorten(host, project, report), project.options.baseline);
}

function shorten(host: Host, project: Project, report: Report): number {
  const shownPath = project.options.baseline;
  const { baseline, hash } = readBaselineFile(project.baselineFile, shownPath);

  if (path.resolve(project.rootDir, report.baseline.path) !== project.baselineFile) {
    throw usageError(`The last report was made against ${report.baseline.path}, not ${shownPath}. ${RUN_AGAIN}`);
  }
  if (hash !== report.baseline.hash) {
    throw usageError(`${shownPath} changed since the last report, so its lines are not proven by it. ${RUN_AGAIN}`);
  }
  const plan = planPrune(baseline, report);
  const changed = changedSince(project.rootDir, plan.touchedOwners, report.run.endedAt);
  if (changed.length > 0) {
    throw usageError(
      `Changed since the last report, so it proves nothing of them: ${changed.join(', ')}. ${RUN_AGAIN}`,
    );
  }

  if (plan.changes.length === 0) {
    host.print(`Nothing to prune: the last report proves no line of ${shownPath} untrue.`);
    return EXIT_CODES.clean;
  }
  writeAtomically(project.baselineFile, formatBaseline(plan.baseline), shownPath);
  for (const change of plan.changes) host.print(change);
  host.print(`${shownPath}: ${plan.changes.length} changed, ${plan.baseline.entries.length} left.`);
  return EXIT_CODES.clean;
}

const RUN_AGAIN = 'Run Jest again, then prune.';
