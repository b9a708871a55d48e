import * as childProcess from 'node:child_process';

// Taken now: where Jest runs its tests in band, one of them may have replaced it by the time it is called.
const { spawnSync } = childProcess;

/** Standard output of a git command, or null when it failed or there is no git. */
export function git(directory: string, args: readonly string[]): string | null {
  // A line of a list may name anything as its owner; no argument can have this character, and Node throws.
  if (args.some((arg) => arg.includes('\0'))) return null;
  const { status, stdout } = spawnSync('git', ['--literal-pathspecs', ...args], {
    cwd: directory,
    encoding: 'utf8',
    timeout: 20_000,
    maxBuffer: 64 * 1024 * 1024,
    windowsHide: true,
    env: { ...process.env, GIT_OPTIONAL_LOCKS: '0' },
  });
  return status === 0 ? stdout : null;
}

/** Standard output of a git command without its line end, or null when it failed. */
export function gitLine(directory: string, args: readonly string[]): string | null {
  return git(directory, args)?.replace(/\r?\n$/, '') ?? null;
}
