import { existsSync } from 'node:fs';
import { EXIT_CODES, isOff, SWITCH_VARIABLE, type Report } from '@jest-hermetic/leak-record';
import {
  existedInGit,
  formatBaseline,
  readBaselineFile,
  withBaselineLock,
  writeAtomically,
} from '@jest-hermetic/baseline';
import { FAIL_AT_VARIABLE, hermeticCommand, SUMMARY_VARIABLE } from '@jest-hermetic/reporter';
import type { InitCommand } from '../arguments';
import { nothingJudged, usageError } from '../cli-error';
import { applyConfig } from '../config/apply-config';
import { findConfigFile, type ConfigFile } from '../config/config-file';
import { formatMissingLines } from '../config/format-lines';
import { findMissingLines, isComplete, type MissingLines } from '../config/missing-lines';
import { isCi, type Host } from '../host';
import { planInit } from '../plans/plan-init';
import { runJest } from '../project/jest-binary';
import { readLastReport, refuseProblems } from '../project/last-report';
import { loadProject } from '../project/load-project';
import type { Project } from '../project/read-project';
import { shellWords } from '../verdict-lines';
import { hiddenLines, unwatchedLines } from '../what-was-missed';

/**
 * Writes the first baseline. Guards before work: a switched-off run, a CI server, a list that is or was there.
 * @throws {CliError} exit code 2 when it is refused, 5 when the run cannot be judged.
 */
export function init(host: Host, command: InitCommand): number {
  if (isOff(host.env)) {
    throw usageError(`${SWITCH_VARIABLE}=off turns jest-hermetic off, so nothing would be found. Unset it.`);
  }
  if (isCi(host.env) && !command.ci) {
    throw usageError(
      'init is refused on a CI server: the list is written once and committed. Run it locally, or add --ci.',
    );
  }
  const project = loadProject(host, command.jestArguments);
  const found = findMissingLines(project);
  if (command.write && !command.again && !isComplete(found) && existsSync(project.baselineFile)) {
    // First `init`, then `--write` for the lines that it said were missing.
    settleConfig(host, command, found);
    host.print(`${project.options.baseline} is there already and stays as it is.`);
    return EXIT_CODES.clean;
  }
  if (!command.again) refuseExisting(project, command.jestArguments);

  const missing = settleConfig(host, command, found);
  const report = command.fromReport ? readLastReport(project) : runForReport(host, command, project, missing);
  refuseProblems(report);
  withBaselineLock(project.baselineFile, () => writeList(host, project, report), project.options.baseline);
  return EXIT_CODES.clean;
}

function refuseExisting(project: Project, jestArguments: readonly string[]): void {
  const prune = hermeticCommand('prune', shellWords(jestArguments));
  const shownPath = project.options.baseline;
  if (existsSync(project.baselineFile)) {
    throw usageError(`${shownPath} exists. To shrink it: ${prune}. To write it anew: init --again.`);
  }
  if (existedInGit(project.baselineFile)) {
    throw usageError(
      `${shownPath} is not there but git knows it, and a list that was emptied must not be filled again by accident. ` +
        'If that is what you want: init --again.',
    );
  }
}

/** Prints or writes the lines that the config lacks. Returns those that it still lacks. */
function settleConfig(host: Host, command: InitCommand, missing: MissingLines): MissingLines {
  if (isComplete(missing)) return missing;
  const file = findConfigFile(host.cwd, command.jestArguments);
  const lines = formatMissingLines(missing, 'unknown' in file ? 'script' : file.form).map((line) => `  ${line}`);
  if (!command.write) {
    const where = 'unknown' in file ? 'your Jest config' : placeOf(file);
    host.print([`These lines are missing in ${where} (--write adds them where that is safe):`, ...lines].join('\n'));
    return missing;
  }
  const applied =
    'unknown' in file ? { refused: file.unknown } : applyConfig(host, command.jestArguments, missing, file);
  if ('edited' in applied) {
    host.print([`Added to ${applied.edited}:`, ...lines].join('\n'));
    return { environments: [], reporters: null };
  }
  host.print([`The config was not edited: ${applied.refused}. Add these lines yourself:`, ...lines].join('\n'));
  return missing;
}

function placeOf({ path, form }: ConfigFile): string {
  return form === 'package' ? `the "jest" key of ${path}` : path;
}

/** Runs Jest with leaks allowed. What the config still lacks is given on the command line, where Jest can take it. */
function runForReport(host: Host, command: InitCommand, project: Project, missing: MissingLines): Report {
  const based = missing.environments.find(({ base }) => base !== null);
  if (based !== undefined) {
    throw usageError(
      `Your tests run under ${based.base}, which only the config can name as the base environment. ` +
        'Add the lines above, then run init again.',
    );
  }
  const added = [
    ...(missing.environments.length === 0 ? [] : ['--env=jest-hermetic']),
    ...(missing.reporters === null ? [] : ['--reporters=default', '--reporters=jest-hermetic/reporter']),
  ];
  const startedAt = host.now();
  const env = { ...host.env, [FAIL_AT_VARIABLE]: 'run', [SUMMARY_VARIABLE]: 'off' };
  const code = runJest(host.cwd, env, [...command.jestArguments, ...added]);
  if (code === null) throw nothingJudged('Jest was interrupted, so nothing was written.');

  const report = readLastReport(project);
  if (report.run.endedAt < startedAt) {
    throw nothingJudged(`This run of Jest wrote no report (it ended with exit code ${code}), so nothing was written.`);
  }
  if (report.problems.length > 0) throw usageError('Nothing was written: mend first what is named above.');
  return report;
}

function writeList(host: Host, project: Project, report: Report): void {
  const shownPath = project.options.baseline;
  const { baseline: previous } = readBaselineFile(project.baselineFile, shownPath);
  const list = planInit(report, previous, project.options);
  const unwatched = unwatchedLines(report);
  for (const line of [...unwatched, ...hiddenLines(report)]) host.print(line);
  if (list.entries.length === 0 && !existsSync(project.baselineFile)) {
    host.print(
      `${unwatched.length > 0 ? 'No leaks were seen' : 'No leaks'}. An empty list needs no file, so ${shownPath} was not written; a new leak fails the run already.`,
    );
    return;
  }
  writeAtomically(project.baselineFile, formatBaseline(list), shownPath);
  const count = list.entries.length;
  host.print(
    `${shownPath}: ${count} known ${count === 1 ? 'leak' : 'leaks'}. Commit it; from now on it may only shrink.`,
  );
}
