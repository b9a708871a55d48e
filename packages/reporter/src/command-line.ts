import { shellWord } from './shell';

/**
 * The part of Jest's command line that every command we print needs as well, ready for a shell: `-c unit.config.js`.
 * Null when the config is the one that Jest finds by itself. `argv` is the command line after the script.
 */
export function configArgument(argv: readonly string[]): string | null {
  const all = argv.includes('--') ? argv.slice(0, argv.indexOf('--')) : argv;
  const at = all.findLastIndex((arg) => /^(?:-c|--config)(?:=|$)/.test(arg));
  const found = all[at];
  if (found === undefined) return null;
  const value = found.includes('=') ? found.slice(found.indexOf('=') + 1) : all[at + 1];
  return value === undefined || value === '' ? null : `-c ${shellWord(value)}`;
}

/** Whether the user asked for more words; Jest's own setting is also on whenever a single file runs. */
export function isVerbose(argv: readonly string[]): boolean {
  const last = argv.findLast((arg) => /^--(?:no-)?verbose(?:=|$)/.test(arg));
  return last === '--verbose' || last === '--verbose=true';
}

/** `npx jest-hermetic prune -- -c unit.config.js`; `jestArguments` as `configArgument` gives them. */
export function hermeticCommand(words: string, jestArguments: string | null): string {
  return `npx jest-hermetic ${words}${jestArguments === null ? '' : ` -- ${jestArguments}`}`;
}
