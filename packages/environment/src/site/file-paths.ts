import { mapGet, mapSet } from '../originals';

const WINDOWS_ABSOLUTE = /^(?:[A-Za-z]:[\\/]|\\\\)/;

/** Whether `path` is absolute in the POSIX or the Windows way, whatever this machine is. */
export function isAbsolutePath(path: string): boolean {
  return path.startsWith('/') || WINDOWS_ABSOLUTE.test(path);
}

/** `path` with `/` between its parts; a `\` is a letter like any other in a POSIX path, and stays. */
export function withSlashes(path: string): string {
  return WINDOWS_ABSOLUTE.test(path) ? path.replaceAll('\\', '/') : path;
}

/** What was found already: each stack names much the same files. */
const packages = new Map<string, string | null>();

/** More files than any stack names. */
const MOST_PACKAGES = 10_000;

/** The name of the package that `file` belongs to: the one after the last `node_modules/`; null outside. */
export function packageOf(file: string): string | null {
  const known = mapGet(packages, file);
  if (known !== undefined) return known;
  const found = findPackage(file);
  if (packages.size < MOST_PACKAGES) mapSet(packages, file, found);
  return found;
}

function findPackage(file: string): string | null {
  const path = withSlashes(file);
  const start = path.lastIndexOf('/node_modules/');
  if (start === -1) return null;
  const [first = '', second] = path.slice(start + '/node_modules/'.length).split('/', 2);
  return first.startsWith('@') && second !== undefined ? `${first}/${second}` : first;
}

/**
 * `path` with its `.`, `..` and empty parts worked out and `/` between parts. Our own and not node:path's: tests
 * replace `path.resolve` and `path.join`, and Node's functions call each other through the object that they patched.
 */
export function normalizePath(path: string): string {
  const slashed = withSlashes(path);
  const root = /^(?:[A-Za-z]:\/|\/\/?)?/.exec(slashed)?.[0] ?? '';
  const parts: string[] = [];
  for (const part of slashed.slice(root.length).split('/')) {
    if (part === '' || part === '.') continue;
    if (part !== '..') parts.push(part);
    else if (parts.length > 0 && parts.at(-1) !== '..') parts.pop();
    else if (root === '') parts.push(part);
  }
  return root + parts.join('/');
}

/** The directory of an absolute `path`, with `/` between parts. */
export function directoryOf(path: string): string {
  const slashed = withSlashes(path);
  return slashed.slice(0, Math.max(slashed.lastIndexOf('/'), 0)) || '/';
}

/**
 * Where `file` is seen from `directory`, both absolute, with `/` between parts: `src/x.ts`, `../y.ts`. A file on
 * another drive stays absolute. Windows paths compare without regard to case.
 */
export function relativePath(directory: string, file: string): string {
  if (isPlainlyBelow(directory, file)) return file.slice(directory.length + 1);
  const from = normalizePath(directory);
  const to = normalizePath(file);
  const fold = (part: string): string => (WINDOWS_ABSOLUTE.test(directory) ? part.toLowerCase() : part);
  const fromParts = from.split('/').filter((part) => part !== '');
  const toParts = to.split('/').filter((part) => part !== '');
  let shared = 0;
  while (shared < fromParts.length && fold(fromParts[shared]!) === fold(toParts[shared] ?? '')) shared++;
  if (shared === 0 && WINDOWS_ABSOLUTE.test(file)) return to;
  return [...fromParts.slice(shared).map(() => '..'), ...toParts.slice(shared)].join('/');
}

/** A part that has to be worked out: empty, `.` or `..`. */
const NOT_PLAIN = /\/\.{0,2}(?:\/|$)/;

/** The usual case, asked for with every module that is loaded. */
function isPlainlyBelow(directory: string, file: string): boolean {
  if (!directory.startsWith('/') || !file.startsWith(directory) || file[directory.length] !== '/') return false;
  return !NOT_PLAIN.test(file) && !NOT_PLAIN.test(directory);
}
