import { existsSync } from 'node:fs';
import { join, posix, relative, resolve, sep } from 'node:path';
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
  /** The file's path at the merge base, where it is another one now; relative to the repository. */
  movedFrom: string | null;
}

/** Why there is nothing to compare with. */
export interface NoBase {
  fault: 'no-repository' | 'no-ref' | 'no-merge-base' | 'no-history';
  /** The clone has only a part of the history. */
  shallow: boolean;
}

/**
 * Reads the baseline of the merge base of HEAD and `ref`, and that of `ref`. `path` is the baseline's path relative
 * to `rootDir`. Nothing in the working tree or in the repository is changed.
 *
 * @throws {BaselineError} when a version does not parse; it is named `<ref>:<path>`
 */
export function readBaseBaseline(rootDir: string, path: string, ref: string): BaseBaseline | NoBase {
  const top = topLevelOf(rootDir);
  if (top === null) return { fault: 'no-repository', shallow: false };
  const at = top.directory;
  const shallow = gitLine(at, ['rev-parse', '--is-shallow-repository']) === 'true';
  const tipCommit = gitLine(at, ['rev-parse', '--verify', '--quiet', '--end-of-options', `${ref}^{commit}`]);
  if (tipCommit === null) return { fault: 'no-ref', shallow };
  const starts = gitLine(at, ['merge-base', '--all', 'HEAD', tipCommit])?.split(/\r?\n/) ?? [];
  if (starts.length === 0) return { fault: 'no-merge-base', shallow };

  const file = relative(at, resolve(top.root, path)).split(sep).join(posix.sep);
  const read = (commit: string, name: string) => baselineAt(at, commit, name, ref);
  const tip = read(tipCommit, file) ?? EMPTY_BASELINE;
  const found = starts.flatMap((commit) => read(commit, file) ?? []);
  if (found.length > 0) return { start: unite(found), tip, isNew: false, movedFrom: null };

  const earlier = starts.flatMap((commit) => lostBaselines(at, commit));
  if (earlier.length > 0) {
    const old = starts.flatMap((commit) => earlier.flatMap((name) => read(commit, name) ?? []));
    const now = earlier.flatMap((name) => read(tipCommit, name) ?? []);
    return { start: unite(old), tip: unite([tip, ...now]), isNew: false, movedFrom: earlier[0]! };
  }
  const had = starts.some((commit) =>
    gitLine(at, ['log', '--max-count=1', '--full-history', '--format=%H', commit, '--', file]),
  );
  // The part of the history that is not here may have had it, and a list that was emptied is no new one.
  if (!had && shallow) return { fault: 'no-history', shallow };
  return { start: EMPTY_BASELINE, tip, isNew: !had, movedFrom: null };
}

function baselineAt(at: string, commit: string, file: string, ref: string): Baseline | null {
  const text = git(at, ['cat-file', 'blob', `${commit}:${file}`]);
  return text === null ? null : parseBaseline(text, `${ref}:${file}`);
}

/** Files at a commit that begin like a baseline and are not in the working tree any more. */
function lostBaselines(at: string, commit: string): string[] {
  const output = git(at, ['grep', '--name-only', '-z', '--fixed-strings', '-e', HEADER, commit]) ?? '';
  const names = output.split('\0').filter((name) => name !== '');
  return names.map((name) => name.slice(commit.length + 1)).filter((name) => !existsSync(join(at, name)));
}

function unite(baselines: readonly Baseline[]): Baseline {
  return { ...EMPTY_BASELINE, entries: uniteEntries(baselines.flatMap(({ entries }) => entries)) };
}
