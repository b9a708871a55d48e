const REMEDIES: Record<string, string> = {
  EISDIR: 'a directory is in its place. Move the directory away, or name a file in testEnvironmentOptions.hermetic.',
  ENOTDIR:
    'a part of its path is a file, not a directory. Name a path that can exist in testEnvironmentOptions.hermetic.',
  EACCES: 'permission denied. Allow this user to read and write the file and its directory.',
  EPERM: 'the system does not permit it. Check the permissions of the file and its directory, and who has it open.',
  EROFS: 'it is on a file system that is read-only. Run this where the project can be written.',
  ENOSPC: 'the disk is full. Free some space and try again.',
};

/**
 * The system's code of a failed file operation (`EACCES`), or null for any other error. Asked without `instanceof`,
 * since a test runner's sandbox has an `Error` of its own.
 */
export function codeOf(error: unknown): string | null {
  return textIn(error, 'code');
}

/** Cause and remedy of a failed file operation, as the end of a sentence. */
export function reasonOf(error: unknown): string {
  const code = codeOf(error);
  const words = code === null ? undefined : REMEDIES[code];
  if (words !== undefined) return `${words} (${code})`;
  return `${textIn(error, 'message') ?? String(error)}.`;
}

function textIn(error: unknown, property: 'code' | 'message'): string | null {
  const value = typeof error === 'object' && error !== null ? (error as Record<string, unknown>)[property] : null;
  return typeof value === 'string' ? value : null;
}
