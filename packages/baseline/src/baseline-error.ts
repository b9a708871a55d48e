/** One thing wrong with a baseline; `line` is 1-based, null for the file as a whole. */
export interface BaselineProblem {
  line: number | null;
  /** Cause and remedy. */
  message: string;
}

/** A baseline that cannot be read or written. The message lists every problem with `path:line`, cause and remedy. */
export class BaselineError extends Error {
  override readonly name = 'BaselineError';

  constructor(
    readonly path: string,
    readonly problems: readonly BaselineProblem[],
    consequence = 'The file was left alone.',
  ) {
    super([...problems.map((problem) => describe(path, problem)), consequence].join('\n'));
  }
}

function describe(path: string, { line, message }: BaselineProblem): string {
  return line === null ? `${path}: ${message}` : `${path}:${line}: ${message}`;
}
