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
}

/** How the run went. */
export interface RunOutcome {
  /** Test files that Jest meant to run, and those that it has a result for. */
  planned: number;
  ran: number;
  wasInterrupted: boolean;
  /** Files that did not run to their end. */
  failedToRun: string[];
}

/**
 * Command line flags that choose files and leave no trace in the global configuration, or, like `filter`, the same
 * one that the config leaves: what the config chooses is the whole suite.
 */
const FILE_FLAGS = [
  'filter',
  'selectProjects',
  'ignoreProjects',
  'testPathIgnorePatterns',
  'testMatch',
  'testRegex',
  'roots',
  'rootDir',
  'modulePathIgnorePatterns',
  'projects',
];

/** Why a run is not the whole suite; empty when it is. `argv` is the command line after the script. */
export function partialReasons(config: NarrowingConfig, outcome: RunOutcome, argv: readonly string[]): string[] {
  return [...nameReasons(config), ...fileReasons(config), ...flagReasons(argv), ...outcomeReasons(config, outcome)];
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
  const given = new Set(argv.map((arg) => camelCased(arg.split('=', 1)[0] ?? '')));
  return FILE_FLAGS.filter((flag) => given.has(flag)).map((flag) => `the command line chose the files (--${flag})`);
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

/** `--test-match` and `--testMatch` alike become `testMatch`; what is no flag becomes nothing known. */
function camelCased(arg: string): string {
  if (!arg.startsWith('--')) return '';
  return arg.slice(2).replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
}

function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}
