import { groupBy } from '@jest-hermetic/baseline/group-by';
import type { FileRecord } from '@jest-hermetic/leak-record';
import { configFlags, configReason, fileFlags } from './config-flags';
import { projectReasons, type NarrowingConfig, type RunOutcome } from './partial-run';
import type { RanFile } from './run-facts';

/** What may make every record of a run prove nothing, whatever it says of itself. */
export interface Doubts {
  /** How many records could not be read. */
  brokenRecords: number;
  /** Why the files as they ran here are not those of the suite; null when they are. */
  because: string | null;
}

/** Why a file of a shard proves nothing alone where the suite has several projects; all shards together do. */
export const OTHER_SHARDS = 'another project of the suite may run it in another shard';

/** The doubts about all files of a run. `command` is the command line, from the script on. */
export function doubtsAbout(
  config: NarrowingConfig,
  outcome: RunOutcome,
  command: readonly string[],
): Pick<Doubts, 'because'> {
  const [changed] = configFlags(command.slice(1)).map(configReason);
  if (changed !== undefined) return { because: changed };
  // Paths and names choose alike in every project; what follows may leave a file out in one and run it in another.
  if ((config.projects?.length ?? 0) < 2) return { because: null };
  const isNarrow =
    fileFlags(command.slice(1)).length > 0 ||
    projectReasons(config, outcome, command[0] ?? '').length > 0 ||
    Boolean(config.onlyChanged || config.changedSince || config.findRelatedTests || config.onlyFailures) ||
    outcome.wasInterrupted ||
    outcome.planned > outcome.ran;
  if (isNarrow) return { because: 'another project of the suite may run it too, and not everything ran' };
  return { because: config.shard === undefined ? null : OTHER_SHARDS };
}

/**
 * The records, without the claim that a file was exercised where Jest knows better: it calls one of the file's runs
 * broken, also after the record was written, or has no result of it, or one of several records is not to be read.
 */
export function withoutProof(
  records: readonly FileRecord[],
  ran: readonly RanFile[],
  { brokenRecords, because }: Doubts,
): FileRecord[] {
  const results = groupBy(ran, ({ path }) => path);
  const recorded = groupBy(records, ({ path }) => path);
  return records.map((record) => {
    if (!record.exercised) return record;
    const own = results.get(record.path) ?? [];
    const error = own.find(({ execError }) => execError !== null)?.execError ?? null;
    const doubt = ((): string | null => {
      if (own.length === 0) return 'Jest has no result of it';
      if (error !== null) return `it could not be run to its end: ${error}`;
      const isShort = brokenRecords > 0 && recorded.get(record.path)!.length < own.length;
      return isShort ? 'one of its records could not be read' : because;
    })();
    return doubt === null ? record : { ...record, exercised: false, unexercisedBecause: doubt };
  });
}
