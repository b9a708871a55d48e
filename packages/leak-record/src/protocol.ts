/** The format of a record file; a reader refuses any other. */
export const RECORD_VERSION = 1;

/** Environment variable that names the directory into which the environment writes its records (an absolute path). */
export const OUTBOX_VARIABLE = 'JEST_HERMETIC_OUTBOX';

/** Environment variable that turns everything off when set to `off`. */
export const SWITCH_VARIABLE = 'JEST_HERMETIC';

/** Whether the user switched everything off with it. */
export function isOff(environment: Readonly<Record<string, string | undefined>> = process.env): boolean {
  return environment[SWITCH_VARIABLE] === 'off';
}

/** Environment variable that overrides the `stale` option. */
export const STALE_VARIABLE = 'JEST_HERMETIC_STALE';

/** Extension of the files of records in the outbox, each with one record a line. */
export const RECORD_EXTENSION = '.record.json';

/** Environment variable that names the file with the `TraceRequest` of `jest-hermetic trace`. */
export const TRACE_VARIABLE = 'JEST_HERMETIC_TRACE';

/** File extension of a `TraceRecord`. */
export const TRACE_EXTENSION = '.trace.json';

/** The format of a trace request and of a trace record; a reader refuses any other. */
export const TRACE_VERSION = 1;

/** The format of a report; a reader refuses any other. */
export const REPORT_VERSION = 1;

/** Exit codes of the CLI. Of several reasons the first in the order 2, 5, 4, 1, 3 holds; 0 is clean. */
export const EXIT_CODES = { clean: 0, leaks: 1, own: 2, stale: 3, grewAgainstBase: 4, nothingJudged: 5 } as const;
