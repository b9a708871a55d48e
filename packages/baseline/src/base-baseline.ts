import { existsSync } from 'node:fs';
import { basename, join, posix, relative, resolve, sep } from 'node:path';
import { DEFAULT_OPTIONS, identityOf } from '@jest-hermetic/leak-record';
import { EMPTY_BASELINE, HEADER, uniteEntries, type Baseline } from './baseline';
import { git, gitLine } from './git-command';
import { topLevelOf } from './git';
import { parseBaseline } from './parse-baseline';

/** The baseline as git has it at a base branch. */
export interface BaseBaseline {
  /** At the merge base: what this branch started from. With several merge bases, all that any of them allows. */
  start: Baseline;
  /** At the ref itself: what was done there since. */
  tip: Baseline;
  /** No commit up to the merge base ever had the file: it is being introduced. */
  isNew: boolean;
  /** The lists of the merge base that it takes the place of, where it is not there itself; relative to the repository. */
  movedFrom: string[];
}

/** Why there is nothing to compare with. */
export interface NoBase {
  fault: 'no-repository' | 'outside' | 'no-ref' | 'no-merge-base' | 'no-history';
  /** The clone has only a part of the history. */
  shallow: boolean;
}

/**
 * Reads the baseline of the merge base of HEAD and `ref`, and that of `ref`. `path` is the baseline's path relative
 * to `rootDir`, `now` what it holds. Nothing in the working tree or in the repository is changed.
 *
 * @throws {BaselineError} when a version does not parse; it is named `<ref>:<path>`
 */
export function readBaseBaseline(rootDir: string, path: string, ref: string, now: Baseline): BaseBaseline | NoBase {
  const top = topLevelOf(rootDir);
  if (top === null) return { fault: 'no-repository', shallow: false };
  const at = top.directory;
  const file = relative(at, resolve(top.root, path)).split(sep).join(posix.sep);
  if (file.startsWith('../')) return { fault: 'outside', shallow: false };
  const shallow = gitLine(at, ['rev-parse', '--is-shallow-repository']) === 'true';
  const tipCommit = gitLine(at, ['rev-parse', '--verify', '--quiet', '--end-of-options', `${ref}^{commit}`]);
  if (tipCommit === null) return { fault: 'no-ref', shallow };
  const starts = gitLine(at, ['merge-base', '--all', 'HEAD', tipCommit])?.split(/\r?\n/) ?? [];
  if (starts.length === 0) return { fault: 'no-merge-base', shallow };

  const read = (commit: string, name: string) => baselineAt(at, commit, name, ref);
  const tip = read(tipCommit, file) ?? EMPTY_BASELINE;
  const found = starts.flatMap((commit) => read(commit, file) ?? []);
  if (found.length > 0) return { start: unite(found), tip, isNew: false, movedFrom: [] };

  const earlier = [...new Set(starts.flatMap((commit) => replacedBaselines(at, commit, basename(file), now)))];
  if (earlier.length > 0) {
    const old = starts.flatMap((commit) => earlier.flatMap((name) => readLeniently(at, commit, name) ?? []));
    const there = earlier.flatMap((name) => readLeniently(at, tipCommit, name) ?? []);
    return { start: unite(old), tip: unite([tip, ...there]), isNew: false, movedFrom: earlier };
  }
  const had = starts.some((commit) =>
    gitLine(at, ['log', '--max-count=1', '--full-history', '--format=%H', commit, '--', file]),
  );
  // The part of the history that is not here may have had it, and a list that was emptied is no new one.
  if (!had && shallow) return { fault: 'no-history', shallow };
  return { start: EMPTY_BASELINE, tip, isNew: !had, movedFrom: [] };
}

function baselineAt(at: string, commit: string, file: string, ref: string): Baseline | null {
  const text = git(at, ['cat-file', 'blob', `${commit}:${file}`]);
  return text === null ? null : parseBaseline(text, `${ref}:${file}`);
}

/**
 * The lists at a commit whose place a new one takes: those that are not in the working tree any more, and those that
 * have a line of it, so that a second list beside the first is no way to grow.
 */
function replacedBaselines(at: string, commit: string, name: string, now: Baseline): string[] {
  const listed = new Set(now.entries.map(identityOf));
  return listsAt(at, commit, name).filter((file) => {
    const list = readLeniently(at, commit, file);
    if (list === null) return false;
    return !existsSync(join(at, file)) || list.entries.some((entry) => listed.has(identityOf(entry)));
  });
}

/** Files that begin as we begin them, and those with the name of the list or the usual one. */
function listsAt(at: string, commit: string, name: string): string[] {
  const marked = git(at, ['grep', '--name-only', '-z', '--fixed-strings', '-e', HEADER, commit]) ?? '';
  const withHeader = marked.split('\0').map((found) => found.slice(commit.length + 1));
  const all = git(at, ['ls-tree', '-r', '-z', '--name-only', '--full-tree', commit]) ?? '';
  const names = new Set([name, DEFAULT_OPTIONS.baseline]);
  const namesakes = all.split('\0').filter((found) => names.has(posix.basename(found)));
  return [...new Set([...withHeader, ...namesakes])].filter((found) => found !== '');
}

/** A document that quotes a list begins alike and need not be one. */
function readLeniently(at: string, commit: string, file: string): Baseline | null {
  try {
    return baselineAt(at, commit, file, commit);
  } catch {
    return null;
  }
}

function unite(baselines: readonly Baseline[]): Baseline {
  return { ...EMPTY_BASELINE, entries: uniteEntries(baselines.flatMap(({ entries }) => entries)) };
}
