import { EXIT_CODES } from '@jest-hermetic/leak-record';

/** What may fail a run, as counts. */
export interface RunFindings {
  /** Wrong inputs of the user's and failures of our own. */
  usage: number;
  /** There was nothing to judge: no report, all shards missing. */
  nothingJudged: boolean;
  /** Baseline lines that grew against the base branch. */
  grewAgainstBase: number;
  /** Leaks that fail the run: `new` and `grown`. */
  leaks: number;
  /** Entries that count as stale: `shrunk`, `fixed`, `gone`, `moved`. */
  stale: number;
  staleMode: 'fail' | 'warn';
  /** Kinds that could not be watched in any file: a run without a finding is then not known to be clean. */
  unwatched: number;
}

/** An exit code of {@link EXIT_CODES}, and every reason found, the deciding one first. */
export interface ExitCode {
  code: (typeof EXIT_CODES)[keyof typeof EXIT_CODES];
  /** Empty when all is clean; under `staleMode: 'warn'` stale entries are named though the code is 0. */
  reasons: string[];
}

/**
 * The exit code of a run: the first that holds of 2, 5, 4, 1, 3, else 0. What could not be watched makes 5 of a run that
 * would be clean, and hides no finding.
 */
export function exitCodeOf(findings: RunFindings): ExitCode {
  const { usage, nothingJudged, grewAgainstBase, leaks, stale, staleMode, unwatched } = findings;
  const warns = staleMode === 'warn';
  const ranked = [
    [usage > 0, EXIT_CODES.own, `${count(usage, 'problem')} of the configuration or of jest-hermetic itself`],
    [nothingJudged, EXIT_CODES.nothingJudged, 'nothing could be judged'],
    [
      grewAgainstBase > 0,
      EXIT_CODES.grewAgainstBase,
      `${count(grewAgainstBase, 'baseline line')} grew against the base`,
    ],
    [leaks > 0, EXIT_CODES.leaks, `${count(leaks, 'leak')} not in the baseline`],
    [
      stale > 0,
      warns ? EXIT_CODES.clean : EXIT_CODES.stale,
      `${staleWords(stale)}${warns ? ' (only a warning here)' : ''}`,
    ],
    [unwatched > 0, EXIT_CODES.nothingJudged, `${count(unwatched, 'kind')} of leaks could not be watched at all`],
  ] as const;
  const holding = ranked.filter(([holds]) => holds);
  const failing = holding.find(([, code]) => code !== EXIT_CODES.clean);
  return { code: failing?.[1] ?? EXIT_CODES.clean, reasons: holding.map(([, , words]) => words) };
}

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`;
}

function staleWords(number: number): string {
  return `${number} stale baseline ${number === 1 ? 'entry' : 'entries'}`;
}
