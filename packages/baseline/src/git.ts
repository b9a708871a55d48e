import { existsSync } from 'node:fs';
import { dirname, join, posix, relative, resolve, sep } from 'node:path';
import { git, gitLine } from './git-command';

/** How often one file is followed through renames. */
const LONGEST_CHAIN = 20;

/** How many files are followed: each costs a git process or two, and of a whole tree that moved the base names agree. */
const MOST_FOLLOWED = 100;

/**
 * The new paths of files that git knows as renamed, committed or not: old path to new path, both relative to
 * `rootDir` with `/`, as are `paths`. Best effort: empty without git, and a file that git lost sight of is left out, and so
 * are files beyond the first hundred.
 */
export function renamesSince(rootDir: string, paths: readonly string[]): Map<string, string> {
  const renames = new Map<string, string>();
  const top = paths.length === 0 ? null : topLevelOf(rootDir);
  if (top === null) return renames;
  const toRepo = (path: string): string => slashed(relative(top.directory, resolve(top.root, path)));
  const fromRepo = (path: string): string => slashed(relative(top.root, join(top.directory, path)));
  const uncommitted = renamesIn(top.directory, ['diff', 'HEAD']);

  for (const path of [...new Set(paths)].slice(0, MOST_FOLLOWED)) {
    const target = follow(top.directory, toRepo(path), uncommitted);
    if (target !== null) renames.set(path, fromRepo(target));
  }
  return renames;
}

/** Whether any commit, of any branch here, has had a file at `path`; false without git. */
export function existedInGit(path: string): boolean {
  const absolute = resolve(path);
  const directory = existingDirectory(dirname(absolute));
  const pathspec = slashed(relative(directory, absolute));
  const commit = git(directory, [
    'log',
    '--no-show-signature',
    '--all',
    '--max-count=1',
    '--format=%H',
    'HEAD',
    '--',
    pathspec,
  ]);
  return commit !== null && commit.trim() !== '';
}

/** Where the file is now, or null when it never moved or was deleted after it did. */
function follow(top: string, start: string, uncommitted: ReadonlyMap<string, string>): string | null {
  let path = start;
  for (let step = 0; step < LONGEST_CHAIN && !existsSync(join(top, path)); step++) {
    const next = uncommitted.get(path) ?? committedRename(top, path);
    if (next === null) return null;
    path = next;
  }
  return path !== start && existsSync(join(top, path)) ? path : null;
}

/** What the commit that took the path away renamed it to. */
function committedRename(top: string, path: string): string | null {
  const log = [
    'log',
    '--no-show-signature',
    '--max-count=1',
    '--no-renames',
    '--diff-filter=D',
    '--format=%H',
    '--',
    path,
  ];
  const commit = git(top, log)?.trim();
  if (!commit) return null;
  return renamesIn(top, ['diff-tree', '-r', '--root', '--no-commit-id', commit]).get(path) ?? null;
}

function renamesIn(top: string, [verb, ...args]: [string, ...string[]]): Map<string, string> {
  const output = git(top, [verb, '--find-renames', '--diff-filter=R', '--name-status', '-z', ...args]) ?? '';
  const fields = output.split('\0');
  const renames = new Map<string, string>();
  for (let index = 0; index + 2 < fields.length; index += 3) renames.set(fields[index + 1]!, fields[index + 2]!);
  return renames;
}

/** The repository's directory, and `rootDir` written through the same links, so that the two can be compared. */
export function topLevelOf(rootDir: string): { directory: string; root: string } | null {
  const prefix = gitLine(rootDir, ['rev-parse', '--show-prefix']);
  const directory = gitLine(rootDir, ['rev-parse', '--show-toplevel']);
  if (prefix === null || !directory) return null;
  return { directory: resolve(directory), root: resolve(directory, prefix) };
}

function existingDirectory(directory: string): string {
  const parent = dirname(directory);
  return existsSync(directory) || parent === directory ? directory : existingDirectory(parent);
}

function slashed(path: string): string {
  return path.split(sep).join(posix.sep);
}
