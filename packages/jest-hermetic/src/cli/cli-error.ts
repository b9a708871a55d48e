import { EXIT_CODES } from '@jest-hermetic/leak-record';

/** A stop with a sentence for the user and the exit code that goes with it; no stack is shown. */
export class CliError extends Error {
  constructor(
    message: string,
    readonly exitCode: number,
  ) {
    super(message);
    this.name = 'CliError';
  }
}

/** The command was wrong, or was refused: exit code 2. */
export function usageError(message: string): CliError {
  return new CliError(message, EXIT_CODES.own);
}

/** There is no report that could be judged: exit code 5. */
export function nothingJudged(message: string): CliError {
  return new CliError(message, EXIT_CODES.nothingJudged);
}
