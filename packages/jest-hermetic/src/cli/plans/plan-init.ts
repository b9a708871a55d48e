import { initialBaseline, type Baseline, type BaselineEntry } from '@jest-hermetic/baseline';
import { identityOf, type Report } from '@jest-hermetic/leak-record';
import { nothingJudged } from '../cli-error';
import { countGated, type Gating } from './count-leaks';

/**
 * The first list: every leak of a complete run that reaches the gate. Comments of `previous` stay with their lines.
 * @throws {CliError} exit code 5 when the run was only a part of the suite, or nothing was watched in it.
 */
export function planInit(report: Report, previous: Baseline, gating: Gating): Baseline {
  if (!report.run.complete) {
    throw nothingJudged(
      `The run was only a part of the suite (${report.run.partialBecause.join(', ')}), and a list made from it would ` +
        'miss the rest. Run the whole suite: no path, no -t, no --shard, no .only, no failing start of a file.',
    );
  }
  if (!report.files.some(({ guarded }) => guarded)) {
    throw nothingJudged("No test file ran under testEnvironment: 'jest-hermetic', so there is nothing to list.");
  }
  const listed = new Map(previous.entries.map((entry) => [identityOf(entry), entry]));
  const { entries } = initialBaseline(countGated(report.leaks, gating));
  return { ...previous, entries: entries.map((entry) => withCommentsOf(entry, listed.get(identityOf(entry)))) };
}

function withCommentsOf(entry: BaselineEntry, previous: BaselineEntry | undefined): BaselineEntry {
  return previous === undefined ? entry : { ...previous, sites: entry.sites };
}
