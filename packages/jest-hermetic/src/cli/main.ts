import { BaselineError } from '@jest-hermetic/baseline';
import { EXIT_CODES } from '@jest-hermetic/leak-record';
import { parseCommand } from './arguments';
import { CliError } from './cli-error';
import type { Host } from './host';
import { helpText } from './usage';
import { accept } from './verbs/accept';
import { check } from './verbs/check';
import { checkAgainst } from './verbs/check-against';
import { explain } from './verbs/explain';
import { init } from './verbs/init';
import { mergeReports } from './verbs/merge-reports';
import { prune } from './verbs/prune';
import { trace } from './verbs/trace';
import { readVersion } from './version';

/**
 * The command line: reads the words, runs the verb, and says how it ended.
 *
 * | code | meaning |
 * | --- | --- |
 * | 0 | clean, or done |
 * | 1 | leaks that fail the run: new or grown |
 * | 2 | wrong usage, or our own failure |
 * | 3 | stale: the baseline lists leaks that are gone |
 * | 4 | the baseline grew against the base branch |
 * | 5 | nothing could be judged |
 */
export function main(argv: readonly string[], host: Host): number {
  try {
    return run(argv, host);
  } catch (error) {
    if (error instanceof CliError) {
      host.complain(error.message);
      return error.exitCode;
    }
    if (error instanceof BaselineError) {
      host.complain(error.message);
      return EXIT_CODES.own;
    }
    host.complain(`jest-hermetic failed; this is a bug of jest-hermetic, not of your tests.\n${describe(error)}`);
    return EXIT_CODES.own;
  }
}

function run(argv: readonly string[], host: Host): number {
  const command = parseCommand(argv);
  switch (command.verb) {
    case 'help':
      host.print(helpText(command.of));
      return EXIT_CODES.clean;
    case 'version':
      host.print(readVersion());
      return EXIT_CODES.clean;
    case 'init':
      return init(host, command);
    case 'check':
      return command.against === null
        ? check(host, command.jestArguments)
        : checkAgainst(host, command.against, command.jestArguments);
    case 'merge-reports':
      return mergeReports(host, command.files, command.jestArguments);
    case 'prune':
      return prune(host, command.jestArguments);
    case 'accept':
      return accept(host, command);
    case 'trace':
      return trace(host, command);
    case 'explain':
      return explain(host, command.kind);
  }
}

function describe(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
