import { exitCodeOf, ownerExistsIn, readBaselineFile } from '@jest-hermetic/baseline';
import { STALE_VARIABLE } from '@jest-hermetic/leak-record';
import { unwatchedKinds } from '@jest-hermetic/reporter';
import type { Host } from '../host';
import { groupsOf, judgeReport } from '../plans/judge-report';
import { readLastReport } from '../project/last-report';
import { loadProject } from '../project/load-project';
import { countStale, describeGroups, nextSteps } from '../verdict-lines';
import { unwatchedLines } from '../what-was-missed';

/** Judges the last report against the baseline as it is now, prints every reason, and returns the exit code. */
export function check(host: Host, jestArguments: readonly string[]): number {
  const project = loadProject(host, jestArguments);
  const report = readLastReport(project);
  const shownPath = project.options.baseline;
  const { baseline, hash } = readBaselineFile(project.baselineFile, shownPath);
  const isSame = hash === report.baseline.hash;
  const groups = isSame
    ? groupsOf(report)
    : judgeReport(report, baseline, project.options, ownerExistsIn(project.rootDir));
  const { code, reasons } = exitCodeOf({
    usage: report.problems.length,
    nothingJudged: !report.files.some(({ guarded }) => guarded),
    grewAgainstBase: 0,
    leaks: groups.new.length + groups.grown.length,
    stale: countStale(groups),
    unwatched: unwatchedKinds(report.files).length,
    staleMode: (host.env[STALE_VARIABLE] || project.options.stale) === 'warn' ? 'warn' : 'fail',
  });

  for (const problem of report.problems) host.complain(problem);
  if (!isSame) host.print(`${shownPath} changed since the last run; the run is judged against it as it is now.`);
  for (const line of unwatchedLines(report)) host.print(line);
  for (const line of describeGroups(groups, shownPath)) host.print(line);
  for (const reason of reasons) host.print(reason);
  for (const step of nextSteps(groups, jestArguments)) host.print(step);
  return code;
}
