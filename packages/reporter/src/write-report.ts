import { statSync, unlinkSync } from 'node:fs';
import { resolve } from 'node:path';
import { writeAtomically } from '@jest-hermetic/baseline/write-atomically';
import type { Report } from '@jest-hermetic/leak-record';

/** What a run of watch mode adds to the name: Jest 30 runs again for every `.json` that changes below its roots. */
const WATCHED = '.watch';

/** The file of a report at `path` that was written last: that of watch mode has a name of its own. */
export function lastReportFile(path: string): string {
  return writtenAt(path + WATCHED) > writtenAt(path) ? path + WATCHED : path;
}

/**
 * Writes the report as JSON to `path` (relative to `rootDir`), so that a reader never meets half of it. In watch mode
 * the one there stays, and is older than what {@link lastReportFile} finds.
 *
 * @throws {BaselineError} that names the file and the cause
 */
export function writeReport(report: Report, rootDir: string, path: string, isWatching = false): void {
  const name = isWatching ? path + WATCHED : path;
  // Every run makes a new one: there is nothing to wait for the disk for.
  writeAtomically(resolve(rootDir, name), `${JSON.stringify(report, null, 2)}\n`, name, false);
}

/** Takes away the report of an earlier run: a run that is killed must not leave one that looks like its own. */
export function removeReport(rootDir: string, path: string, isWatching = false): void {
  remove(resolve(rootDir, path + WATCHED));
  if (!isWatching) remove(resolve(rootDir, path));
}

function remove(file: string): void {
  try {
    unlinkSync(file);
  } catch {
    // It is not there; or what is in the way is said when the report is written.
  }
}

function writtenAt(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? -Infinity;
}
