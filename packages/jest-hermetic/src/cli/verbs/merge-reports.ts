import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { exitCodeOf, ownerExistsIn, readBaselineFile, renamesSince } from '@jest-hermetic/baseline';
import type { Report } from '@jest-hermetic/leak-record';
import { readReport } from '@jest-hermetic/leak-record/read-report';
import { unwatchedKinds } from '@jest-hermetic/reporter';
import { nothingJudged, usageError } from '../cli-error';
import type { Host } from '../host';
import { mergeRuns } from '../plans/merge-runs';
import { runsOf, type Run } from '../plans/runs-of-reports';
import { loadProject } from '../project/load-project';
import { countStale, describeGroups, nextSteps } from '../verdict-lines';
import { unwatchedLines } from '../what-was-missed';

/**
 * Makes one verdict of the reports of all shards of a run, or of all legs of a matrix. Stale entries count here
 * whatever `stale` says, since that is how the legs leave them to us.
 * @throws {CliError} exit code 5 when none of the reports is there, 2 for one that cannot be read.
 */
export function mergeReports(host: Host, files: readonly string[], jestArguments: readonly string[]): number {
  const { reports, absent } = readAll(host, files);
  const project = loadProject(host, jestArguments);
  const shownPath = project.options.baseline;
  const { baseline, hash } = readBaselineFile(project.baselineFile, shownPath);
  const ownerExists = ownerExistsIn(project.rootDir);
  const lost = baseline.entries.map(({ owner }) => owner).filter((owner) => !ownerExists(owner));
  const runs = runsOf(reports);
  const renames = renamesSince(project.rootDir, lost);
  const groups = mergeRuns(runs, { baseline, gating: project.options, absent, ownerExists, renames });
  const problems = [...new Set(reports.flatMap((report) => report.problems))];
  const { code, reasons } = exitCodeOf({
    usage: problems.length,
    nothingJudged: !reports.some((report) => report.files.some(({ guarded }) => guarded)),
    grewAgainstBase: 0,
    leaks: groups.new.length + groups.grown.length,
    stale: countStale(groups),
    staleMode: 'fail',
    unwatched: new Set(reports.flatMap(({ files }) => unwatchedKinds(files))).size,
  });

  for (const problem of problems) host.complain(problem);
  for (const name of absent) host.complain(`${name}: there is no such report, so the run counts as partial.`);
  for (const line of describeRuns(runs, reports)) host.print(line);
  if (reports.some((report) => report.baseline.hash !== hash)) {
    host.print(`${shownPath} is not as some of the runs had it; they are judged against it as it is here.`);
  }
  for (const line of new Set(reports.flatMap(unwatchedLines))) host.print(line);
  for (const line of describeGroups(groups, shownPath)) host.print(line);
  for (const reason of reasons) host.print(reason);
  for (const step of nextSteps(groups, jestArguments)) host.print(step);
  return code;
}

function readAll(host: Host, files: readonly string[]): { reports: Report[]; absent: string[] } {
  const absent = files.filter((file) => !existsSync(path.resolve(host.cwd, file)));
  if (absent.length === files.length) {
    throw nothingJudged(
      `None of these reports is there: ${files.join(', ')}. Each job keeps the file that the option report.json names ` +
        'as an artifact; the last job fetches them all.',
    );
  }
  const errors: string[] = [];
  const reports: Report[] = [];
  for (const file of files.filter((name) => !absent.includes(name))) {
    const read = readReport(readFileSync(path.resolve(host.cwd, file), 'utf8'), file);
    if ('error' in read) errors.push(read.error);
    else reports.push(read.report);
  }
  if (errors.length > 0) throw usageError(errors.join('\n'));
  return { reports, absent };
}

/** One line a run, and one when versions of jest-hermetic differ. */
function describeRuns(runs: readonly Run[], reports: readonly Report[]): string[] {
  const tools = [...new Set(reports.map(({ tool }) => tool))].toSorted();
  return [
    ...runs.map(({ jest, node, reports: parts, shards, partialBecause }) => {
      const files = new Set(parts.flatMap((part) => part.files.map((file) => file.path))).size;
      const what = shards === null ? '' : `, ${shards.count - shards.missing.length} of ${shards.count} shards`;
      const partial = partialBecause.length === 0 ? '' : ` (partial: ${partialBecause.join(', ')})`;
      return `run    Jest ${jest ?? '?'}, Node ${node}${what}, ${files} ${files === 1 ? 'file' : 'files'}${partial}`;
    }),
    ...(tools.length > 1 ? [`The reports are of different versions of jest-hermetic: ${tools.join(', ')}.`] : []),
  ];
}
