import { BaselineError } from '@jest-hermetic/baseline/baseline-error';
import { readBaselineFile } from '@jest-hermetic/baseline/baseline-file';
import { ownerExistsIn } from '@jest-hermetic/baseline/owner-exists';
import { loadLater, type FileRecord, type Report } from '@jest-hermetic/leak-record';
import type { AggregatedResult, TestContext } from '@jest/test-result';
import type { Config } from '@jest/types';
import chalk from 'chalk';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { buildReport, type ReportInput } from './build-report';
import { configArgument, isVerbose } from './command-line';
import { classifyFilesWithoutRecord } from './files-without-record';
import { isWatching, narrowingOf, outcomeOf, projectsOf, relativeTo } from './jest-run';
import type { Outbox } from './outbox';
import { partialReasons, type RunOutcome } from './partial-run';
import { unusedOptOuts } from './problems';
import type { RanFile, RunFacts } from './run-facts';
import { readSettings, type RunSettings } from './settings';
import { renderProblems, renderTerminal } from './terminal/render-terminal';
import { ownVersion } from './own-version';
import { doubtsAbout, withoutProof } from './proof';
import { rootFromReport } from './report-place';
import { writeReport } from './write-report';

const following = loadLater(
  () => require('@jest-hermetic/baseline/git') as typeof import('@jest-hermetic/baseline/git'),
);
const annotating = loadLater(() => require('./format-github') as typeof import('./format-github'));
const explaining = loadLater(() => require('./broken-files') as typeof import('./broken-files'));

/** Environment variable that, set to `off`, keeps the summary away: `init` tells itself what it found. */
export const SUMMARY_VARIABLE = 'JEST_HERMETIC_SUMMARY';

/** What the reporter has at the end of a run. */
export interface FinishedRun {
  config: Config.GlobalConfig;
  contexts: ReadonlySet<TestContext>;
  results: AggregatedResult;
  ran: readonly RanFile[];
  outbox: Pick<Outbox, 'read'>;
}

/** What is left to do: print, and fail the run unless `failure` is null. */
export interface Conclusion {
  output: string;
  failure: string | null;
}

/** Reads the records, judges them, writes the report, and says what to print and whether the run fails. */
export function concludeRun(run: FinishedRun): Conclusion {
  const { rootDir } = run.config;
  const sources = sourceReader(rootDir);
  const settings = readSettings(projectsOf(run.contexts), process.env);
  const { records: written, errors, lost } = run.outbox.read();
  const command = process.argv.slice(1);
  const outcome = runOutcomeOf(run);
  const brokenRecords = errors.length + (lost === null ? 0 : 1);
  const doubts = doubtsAbout(narrowingOf(run.config), outcome, command);
  // A Jest that a test starts may have our environment and no reporter: its records come here too.
  const own = written.filter((record) => record.rootDir === rootDir);
  const records = withoutProof(own, run.ran, { brokenRecords, ...doubts });
  const facts = factsOf(run, outcome, records, brokenRecords, settings, sources);
  const jestArguments = configArgument(command.slice(1));
  const baseline = readBaseline(rootDir, settings.baseline);
  const report = buildReport({
    tool: ownVersion(),
    node: process.versions.node,
    records,
    facts,
    baseline: baseline.file,
    ownerExists: ownerExistsIn(rootDir),
    renames: baseline.renames,
    usageErrors: [...settings.errors, ...baseline.errors, ...(lost === null ? [] : [lost])],
    ownProblems: errors,
    rootFromReport:
      settings.report.json === false ? null : rootFromReport(rootDir, path.resolve(rootDir, settings.report.json)),
    jestArguments,
  });
  const saved = save(report, run.config, settings);
  const failure = report.run.failed ? failureOf(report) : null;
  const style = { columns: Math.min(Math.max(process.stderr.columns ?? 100, 60), 120), color: chalk.stderr };
  if (process.env[SUMMARY_VARIABLE] === 'off') return { output: renderProblems(saved, style), failure };
  const terminal = renderTerminal(saved, {
    ...style,
    sources,
    verbose: isVerbose(command.slice(1)),
    causes:
      outcome.failedToRun.length === 0 ? [] : explaining().causesOfBrokenFiles(own, run.ran, settings.uncontained),
    notes: unusedOptOuts(records, facts),
    stale: settings.stale,
    jestArguments,
  });
  const annotations = annotates(settings)
    ? annotating().formatGithub(saved, settings.stale, repositoryPrefix(rootDir), jestArguments)
    : '';
  return { output: `\n${terminal}${annotations}`, failure };
}

function runOutcomeOf({ contexts, results, ran }: FinishedRun): RunOutcome {
  return {
    ...outcomeOf(results),
    projectsRun: contexts.size,
    failedToRun: ran.filter(({ execError }) => execError !== null).map(({ path: file }) => file),
  };
}

function factsOf(
  { config, ran }: FinishedRun,
  outcome: RunOutcome,
  records: readonly FileRecord[],
  brokenRecords: number,
  settings: RunSettings,
  sources: (path: string) => string | null,
): RunFacts {
  const recorded = new Set(records.map(({ path: file }) => file));
  const withoutRecord = classifyFilesWithoutRecord(ran, recorded, brokenRecords, sources);
  const partialBecause = [
    ...partialReasons(narrowingOf(config), outcome, process.argv.slice(1)),
    ...(brokenRecords > 0 ? ['not every record could be read'] : []),
  ];
  const { shard } = config;
  return {
    complete: partialBecause.length === 0 && withoutRecord.every(({ status }) => status === 'unguarded'),
    partialBecause,
    shard: shard === undefined ? null : { index: shard.shardIndex, count: shard.shardCount },
    seed: config.seed ?? null,
    workers: config.maxWorkers ?? null,
    endedAt: Date.now(),
    withoutRecord,
    stale: settings.stale,
    ignores: [...settings.ignores].map(([name, rules]) => ({
      rules,
      files: ran.filter(({ project }) => project === name).map((file) => file.path),
    })),
  };
}

interface ReadBaseline {
  file: ReportInput['baseline'];
  renames: ReadonlyMap<string, string>;
  errors: string[];
}

function readBaseline(rootDir: string, shownAs: string): ReadBaseline {
  try {
    const { baseline, hash } = readBaselineFile(path.resolve(rootDir, shownAs), shownAs);
    const exists = ownerExistsIn(rootDir);
    const lost = baseline.entries.map(({ owner }) => owner).filter((owner) => !exists(owner));
    const renames = lost.length === 0 ? new Map<string, string>() : following().renamesSince(rootDir, lost);
    return { file: { path: shownAs, baseline, hash }, renames, errors: [] };
  } catch (error) {
    if (!(error instanceof BaselineError)) throw error;
    const message = `${error.message}\nNothing was judged: mend the baseline first.`;
    return { file: { path: shownAs, unreadable: true }, renames: new Map(), errors: [message] };
  }
}

/** Writes the report; when that fails, the report that is printed says so. */
function save(report: Report, config: Config.GlobalConfig, { report: { json } }: RunSettings): Report {
  if (json === false) return report;
  try {
    writeReport(report, config.rootDir, json, isWatching(config));
    return report;
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return { ...report, problems: [...report.problems, `The report was not written. ${message}`] };
  }
}

function annotates({ report: { github } }: RunSettings): boolean {
  return github === 'auto' ? process.env['GITHUB_ACTIONS'] === 'true' : github;
}

/** Annotations name files from the top of the repository. */
function repositoryPrefix(rootDir: string): string {
  const top = process.env['GITHUB_WORKSPACE'];
  const prefix = top === undefined ? '' : relativeTo(top, rootDir);
  return prefix === '' || prefix.startsWith('..') ? '' : `${prefix}/`;
}

function failureOf({ baseline, problems }: Report): string {
  const { shrunk, fixed, gone, moved, grown } = baseline;
  const stale = shrunk.length + fixed.length + gone.length + moved.length;
  return `jest-hermetic: ${baseline.new.length} new, ${grown.length} grown, ${stale} stale, ${problems.length} problems`;
}

function sourceReader(rootDir: string): (file: string) => string | null {
  const known = new Map<string, string | null>();
  return (file) => {
    const cached = known.get(file);
    if (cached !== undefined) return cached;
    const text = readText(path.resolve(rootDir, file));
    known.set(file, text);
    return text;
  };
}

function readText(file: string): string | null {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return null;
  }
}
