import { HEADER, uniteEntries, type Baseline, type BaselineEntry } from './baseline';
import { BaselineError, type BaselineProblem } from './baseline-error';
import { findConflicts, isMarker } from './conflict-markers';
import { readEntry } from './read-entry';

/**
 * Reads a baseline; `path` is named in errors.
 *
 * CRLF, a byte order mark, a missing last line feed, empty lines, unsorted and repeated entries, and `x1` are read
 * and gone after the next rewrite.
 *
 * @throws {BaselineError} with every problem of the file
 */
export function parseBaseline(text: string, path: string): Baseline {
  const lines = text.replace(/^\uFEFF/, '').split(/\r?\n/);
  if (lines.at(-1) === '') lines.pop();
  const problems: BaselineProblem[] = findConflicts(lines);
  const entries: BaselineEntry[] = [];
  let preamble: string[] | null = null;
  let comments: string[] = [];

  lines.forEach((raw, index) => {
    const line = index + 1;
    const content = raw.trim();
    if (content.includes('\0')) {
      problems.push({ line, message: 'a NUL character. The file is binary or UTF-16; save it as UTF-8.' });
    } else if (content === '') {
      if (preamble !== null || entries.length > 0 || comments.length === 0) return;
      preamble = comments;
      comments = [];
    } else if (content.startsWith('#')) {
      if (content !== HEADER) comments.push(content);
    } else if (!isMarker(raw)) {
      const entry = readEntry(content);
      if ('problem' in entry) problems.push({ line, message: entry.problem });
      else entries.push({ ...entry, above: comments, line });
      comments = [];
    }
  });

  if (problems.length > 0)
    throw new BaselineError(
      path,
      problems.toSorted((a, b) => a.line! - b.line!),
    );
  return { preamble: preamble ?? [], entries: uniteEntries(entries), tail: comments };
}
