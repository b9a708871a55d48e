import { EXIT_CODES, type Report } from '@jest-hermetic/leak-record';
import {
  formatBaseline,
  ownerExistsIn,
  readBaselineFile,
  withBaselineLock,
  writeAtomically,
} from '@jest-hermetic/baseline';
import type { AcceptCommand } from '../arguments';
import { usageError } from '../cli-error';
import { isCi, type Host } from '../host';
import { groupsOf, judgeReport } from '../plans/judge-report';
import { planAccept } from '../plans/plan-accept';
import { readLastReport, refuseProblems } from '../project/last-report';
import { loadProject } from '../project/load-project';
import type { Project } from '../project/read-project';

/**
 * Adds leaks of the last report to the baseline: the only way in which it grows.
 * @throws {CliError} exit code 2 on a CI server and when nothing matches.
 */
export function accept(host: Host, command: AcceptCommand): number {
  if (isCi(host.env)) {
    throw usageError(
      'accept is refused on a CI server: growing the list is a decision that is committed. Run it locally.',
    );
  }
  const project = loadProject(host, command.jestArguments);
  const report = readLastReport(project);
  refuseProblems(report);
  return withBaselineLock(
    project.baselineFile,
    () => addToList(host, command, project, report),
    project.options.baseline,
  );
}

function addToList(host: Host, command: AcceptCommand, project: Project, report: Report): number {
  const shownPath = project.options.baseline;
  const { baseline, hash } = readBaselineFile(project.baselineFile, shownPath);
  const groups =
    hash === report.baseline.hash
      ? groupsOf(report)
      : judgeReport(report, baseline, project.options, ownerExistsIn(project.rootDir));

  const plan = planAccept(baseline, groups, command);
  writeAtomically(project.baselineFile, formatBaseline(plan.baseline), shownPath);
  for (const { owner, kind, key, sites } of plan.accepted) {
    host.print(`accepted  ${owner} ${kind} ${key}${sites > 1 ? ` x${sites}` : ''}  # ${command.reason}`);
  }
  return EXIT_CODES.clean;
}
