import { existsSync, readFileSync } from 'node:fs';
import type { Report } from '@jest-hermetic/leak-record';
import { readReport } from '@jest-hermetic/leak-record/read-report';
import { lastReportFile, rootFromReport } from '@jest-hermetic/reporter';
import { nothingJudged, usageError } from '../cli-error';
import type { Project } from './read-project';

/**
 * The report that the last run of this project wrote.
 * @throws {CliError} exit code 5 when there is none, 2 when it cannot be read or is not about this project.
 */
export function readLastReport(project: Project): Report {
  if (project.reportFile === null) {
    throw nothingJudged(
      'There is no report to judge: testEnvironmentOptions.hermetic.report.json is false, which keeps it off the disk. ' +
        'Give it a path, run Jest, and try again.',
    );
  }
  const file = lastReportFile(project.reportFile);
  if (!existsSync(file)) {
    throw nothingJudged(
      `There is no report at ${file}. Run Jest with the reporter jest-hermetic/reporter in its config, and try again.`,
    );
  }
  const read = readReport(readFileSync(file, 'utf8'), file);
  if ('error' in read) throw usageError(read.error);
  const { rootFromReport: found } = read.report;
  if (found !== rootFromReport(project.rootDir, file)) {
    throw usageError(
      `${file} is the report of another rootDir (${found ?? 'not known'}, as seen from its directory), not of ${project.rootDir}. Run ` +
        'Jest here again; if two projects write to one place, give each its own in testEnvironmentOptions.hermetic.report.json.',
    );
  }
  return read.report;
}

/**
 * Stops when the report itself says that something went wrong on our side or in the configuration.
 * @throws {CliError} exit code 2 with every problem.
 */
export function refuseProblems(report: Report): void {
  if (report.problems.length > 0) throw usageError(report.problems.join('\n'));
}
