import { rmSync } from 'node:fs';
import { resolve } from 'node:path';
import { writeAtomically } from '@jest-hermetic/baseline';
import type { Report } from '@jest-hermetic/leak-record';

/**
 * Writes the report as JSON to `path` (relative to `rootDir`), so that a reader never meets half of it.
 *
 * @throws {BaselineError} that names the file and the cause
 */
export function writeReport(report: Report, rootDir: string, path: string): void {
  writeAtomically(resolve(rootDir, path), `${JSON.stringify(report, null, 2)}\n`, path);
}

/** Takes away the report of an earlier run: a run that is killed must not leave one that looks like its own. */
export function removeReport(rootDir: string, path: string): void {
  try {
    rmSync(resolve(rootDir, path), { force: true });
  } catch {
    // What is in the way is said when the report is written.
  }
}
