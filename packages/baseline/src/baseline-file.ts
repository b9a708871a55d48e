import { loadLater } from '@jest-hermetic/leak-record';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { EMPTY_BASELINE, type Baseline } from './baseline';
import { BaselineError } from './baseline-error';
import { codeOf, reasonOf } from './file-faults';

const parsing = loadLater(() => require('./parse-baseline') as typeof import('./parse-baseline'));

/** A baseline file as it was found. */
export interface BaselineFile {
  baseline: Baseline;
  /** Whether the file is there; a missing one is an empty baseline. */
  exists: boolean;
  /** SHA-256 of its bytes, in hex; of nothing when it is missing. */
  hash: string;
}

/**
 * Reads the baseline at `path`; errors name it as `shownAs`.
 *
 * @throws {BaselineError} when it is a directory, is not UTF-8, cannot be read, or does not parse
 */
export function readBaselineFile(path: string, shownAs = path): BaselineFile {
  const bytes = readBytes(path, shownAs);
  const hash = createHash('sha256')
    .update(bytes ?? '')
    .digest('hex');
  if (bytes === null) return { baseline: EMPTY_BASELINE, exists: false, hash };
  return { baseline: parsing().parseBaseline(decode(bytes, shownAs), shownAs), exists: true, hash };
}

function readBytes(path: string, shownAs: string): Buffer | null {
  try {
    return readFileSync(path);
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return null;
    throw new BaselineError(shownAs, [{ line: null, message: `it cannot be read: ${reasonOf(error)}` }]);
  }
}

function decode(bytes: Buffer, shownAs: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    const line = firstUndecodableLine(bytes);
    throw new BaselineError(shownAs, [{ line, message: 'this line is not UTF-8. Save the file as UTF-8.' }]);
  }
}

function firstUndecodableLine(bytes: Buffer): number {
  const lines = bytes.toString('latin1').split('\n');
  const decoder = new TextDecoder('utf-8', { fatal: true });
  const index = lines.findIndex((line) => {
    try {
      decoder.decode(Buffer.from(line, 'latin1'));
      return false;
    } catch {
      return true;
    }
  });
  return index + 1;
}
