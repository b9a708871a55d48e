import { configFlags, configReason, fileFlags } from './config-flags';

/** The fields of Jest's global configuration that narrow a run, as 29.7 and 30 have them. */
export interface NarrowingConfig {
  testNamePattern?: string | undefined;
  /** Jest 29: one string, empty when there is no pattern. */
  testPathPattern?: string | undefined;
  /** Jest 30. */
  testPathPatterns?: { patterns: string[] } | undefined;
  nonFlagArgs?: string[] | undefined;
  runTestsByPath?: boolean | undefined;
  findRelatedTests?: boolean | undefined;
  onlyChanged?: boolean | undefined;
  lastCommit?: boolean | undefined;
  changedSince?: string | undefined;
  onlyFailures?: boolean | undefined;
  shard?: { shardIndex: number; shardCount: number } | undefined;
  bail?: number | undefined;
  projects?: string[] | undefined;
  watch?: boolean | undefined;
  watchAll?: boolean | undefined;
  watchPlugins?: { path: string }[] | null | undefined;
}

/** How the run went. */
export interface RunOutcome {
  /** Test files that Jest meant to run, and those that it has a result for. */
  planned: number;
  ran: number;
  wasInterrupted: boolean;
  /** Files that did not run to their end. */
  failedToRun: string[];
  /** Projects of which a file was to run. */
  projectsRun: number;
}

/** Why a run is not the whole suite; empty when it is. `command` is the command line, from the script on. */
export function partialReasons(config: NarrowingConfig, outcome: RunOutcome, command: readonly string[]): string[] {
  return [
    ...nameReasons(config),
    ...fileReasons(config),
    ...flagReasons(command.slice(1)),
    ...projectReasons(config, outcome, command[0] ?? ''),
    ...pluginReasons(config),
    ...outcomeReasons(config, outcome),
  ];
}

function nameReasons({ testNamePattern }: NarrowingConfig): string[] {
  return testNamePattern ? [`only tests whose name matches ${testNamePattern} ran (-t)`] : [];
}

function fileReasons(config: NarrowingConfig): string[] {
  const reasons: string[] = [];
  const args = (config.nonFlagArgs ?? []).join(' ');
  const patterns = config.testPathPatterns?.patterns ?? (config.testPathPattern ? [config.testPathPattern] : []);
  if (config.findRelatedTests) reasons.push(`only tests related to ${args} ran (--findRelatedTests)`);
  else if (config.runTestsByPath) reasons.push(`only the files named on the command line ran (--runTestsByPath)`);
  else if (patterns.length > 0) reasons.push(`only files that match ${patterns.join(' ')} ran`);
  if (config.changedSince) reasons.push(`only tests of what changed since ${config.changedSince} ran (--changedSince)`);
  else if (config.lastCommit) reasons.push('only tests of what the last commit changed ran (--lastCommit)');
  else if (config.onlyChanged) reasons.push('only tests of changed files ran (--onlyChanged)');
  if (config.onlyFailures) reasons.push('only files that failed before ran (--onlyFailures)');
  if (config.shard) reasons.push(shardReason(config.shard.shardIndex, config.shard.shardCount));
  return reasons;
}

/** The reason of a shard, which the other shards take away. */
export function shardReason(index: number, count: number): string {
  return `only shard ${index} of ${count} ran (--shard)`;
}

function flagReasons(argv: readonly string[]): string[] {
  const chosen = fileFlags(argv).map((flag) => `the command line chose the files (--${flag})`);
  return [...chosen, ...configFlags(argv).map(configReason)];
}

/** Of a program that starts Jest itself the command line need not say what it chose. */
export function projectReasons(
  { projects = [] }: NarrowingConfig,
  { projectsRun }: RunOutcome,
  script: string,
): string[] {
  const isJest = /^jest(?:\.[cm]?js)?$/.test(script.replace(/^.*[\\/]/, ''));
  if (isJest || projectsRun >= projects.length) return [];
  return [`only ${projectsRun} of ${counted(projects.length, 'project')} had files to run`];
}

/** A plugin of watch mode may keep files back (`shouldRunTestSuite`) and leave no trace; that one only sets patterns. */
function pluginReasons({ watch, watchAll, watchPlugins }: NarrowingConfig): string[] {
  if (!watch && !watchAll) return [];
  return (watchPlugins ?? [])
    .filter(({ path }) => !/[\\/]jest-watch-typeahead[\\/]/.test(path))
    .map(({ path }) => `a watch plugin may have left files out (${path.replace(/^.*[\\/]node_modules[\\/]/, '')})`);
}

function outcomeReasons({ bail }: NarrowingConfig, outcome: RunOutcome): string[] {
  const reasons: string[] = [];
  const left = outcome.planned - outcome.ran;
  if (outcome.wasInterrupted) reasons.push('the run was interrupted');
  else if (left > 0) reasons.push(`${counted(left, 'file')} did not run${bail ? ' (--bail)' : ''}`);
  if (outcome.failedToRun.length > 0)
    reasons.push(`${counted(outcome.failedToRun.length, 'file')} could not be run to the end`);
  return reasons;
}

function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}
