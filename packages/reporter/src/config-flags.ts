/**
 * Flags that choose files and leave no trace in the global configuration, or, like `filter`, the same one that the
 * config leaves: what the config chooses is the whole suite.
 */
const FILE_FLAGS = [
  'filter',
  'haste',
  'ignoreProjects',
  'moduleFileExtensions',
  'modulePathIgnorePatterns',
  'projects',
  'rootDir',
  'roots',
  'runner',
  'selectProjects',
  'testMatch',
  'testPathIgnorePatterns',
  'testRegex',
  'testSequencer',
];

/**
 * Flags that replace settings under which the tests run. What does not leak under `--restoreMocks`, or without the
 * setup files of the config, may leak in the suite as it is configured.
 */
const CONFIG_FLAGS = [
  'automock',
  'globals',
  'globalSetup',
  'moduleDirectories',
  'moduleNameMapper',
  'modulePaths',
  'preset',
  'resetMocks',
  'resetModules',
  'resolver',
  'restoreMocks',
  'setupFiles',
  'setupFilesAfterEnv',
  'testEnvironmentOptions',
  'testRunner',
  'transform',
  'transformIgnorePatterns',
  'unmockedModulePathPatterns',
];

/** The flags of a command line that choose files. `argv` is what stands behind the script. */
export function fileFlags(argv: readonly string[]): string[] {
  const given = givenFlags(argv);
  return FILE_FLAGS.filter((flag) => given.has(flag));
}

/** The flags of a command line that change the configuration of the tests; a config written there is one of them. */
export function configFlags(argv: readonly string[]): string[] {
  const given = givenFlags(argv);
  const isInline = argv.some((arg, index) => /^(?:-c=?|--config=)\s*\{/.test(arg) || followsConfig(argv, index));
  return [...CONFIG_FLAGS.filter((flag) => given.has(flag)), ...(isInline ? ['config'] : [])];
}

/** Why a run under such a flag proves nothing. */
export function configReason(flag: string): string {
  return `the command line changed the configuration (--${flag}); write it into the config`;
}

function followsConfig(argv: readonly string[], index: number): boolean {
  return /^(?:-c|--config)$/.test(argv[index - 1] ?? '') && argv[index]!.trimStart().startsWith('{');
}

/** `--test-match`, `--testMatch=x`, `--no-test-match` and `--testMatch.0=x` are all `testMatch`. */
function givenFlags(argv: readonly string[]): Set<string> {
  const own = argv.includes('--') ? argv.slice(0, argv.indexOf('--')) : argv;
  const names = own.flatMap((arg) => /^--(?:no-)?([^=.]+)/.exec(arg)?.[1] ?? []);
  return new Set(names.map((name) => name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase())));
}
