/** One thing wrong with a baseline; `line` is 1-based, null for the file as a whole. */
export interface BaselineProblem {
  line: number | null;
  /** Cause and remedy. */
  message: string;
}

/** A baseline that cannot be read or written. The message lists the problems with `path:line`, cause and remedy. */
export class BaselineError extends Error {
  override readonly name = 'BaselineError';

  constructor(
    readonly path: string,
    readonly problems: readonly BaselineProblem[],
    consequence = 'The file was left alone.',
  ) {
    const more =
      problems.length > MOST_SHOWN ? [`${path}: and ${problems.length - MOST_SHOWN} more lines like these.`] : [];
    super([...problems.slice(0, MOST_SHOWN).map((one) => describe(path, one)), ...more, consequence].join('\n'));
  }
}

/** Somebody who named the wrong file has as many problems as it has lines. */
const MOST_SHOWN = 20;

function describe(path: string, { line, message }: BaselineProblem): string {
  return line === null ? `${path}: ${message}` : `${path}:${line}: ${message}`;
}
