import type { ActFrames, RawFrame } from './frame';
import { isAbsolutePath, packageOf, withSlashes } from './file-paths';

// By package name, and only in node_modules: jest-extended, jest-when or a project that lives in a directory called
// jest-foo are user code.
const JEST_PACKAGES = new Set([
  'babel-jest',
  'babel-plugin-jest-hoist',
  'expect',
  'jest',
  'jest-changed-files',
  'jest-circus',
  'jest-cli',
  'jest-config',
  'jest-diff',
  'jest-docblock',
  'jest-each',
  'jest-get-type',
  'jest-haste-map',
  'jest-jasmine2',
  'jest-leak-detector',
  'jest-matcher-utils',
  'jest-message-util',
  'jest-mock',
  'jest-phabricator',
  'jest-regex-util',
  'jest-resolve',
  'jest-resolve-dependencies',
  'jest-runner',
  'jest-runtime',
  'jest-serializer',
  'jest-snapshot',
  'jest-util',
  'jest-validate',
  'jest-watcher',
  'jest-worker',
  'pretty-format',
]);

const JEST_NAMES = /^(?:@jest\/|jest-environment-|@jest-hermetic\/|jest-hermetic$)/;

/** Whether `file` (absolute) is inside Jest, a `jest-environment-*` or an installed jest-hermetic. */
export function isJestFile(file: string): boolean {
  const name = packageOf(file);
  return name !== null && (JEST_PACKAGES.has(name) || JEST_NAMES.test(name));
}

/** How the frames of one stack are told apart. */
export interface FrameRules {
  /** Absolute path of the owner file; null when it is not known. */
  ownerFile: string | null;
  /** Whether an absolute path is code of jest-hermetic itself. */
  isOurs: (file: string) => boolean;
}

/** Whether a frame is code of the user or of a package of the user's: neither Node's, nor Jest's, nor ours. */
export function isUserFile(file: string, isOurs: (file: string) => boolean): boolean {
  return isAbsolutePath(file) && !isJestFile(file) && !isOurs(file);
}

/** The first frame in user code of a stack (innermost first), or null. */
export function firstUserFrame(frames: readonly RawFrame[], isOurs: FrameRules['isOurs']): RawFrame | null {
  return frames.find(({ file }) => isUserFile(file, isOurs)) ?? null;
}

/**
 * The frames that matter of one stack (innermost first): the first one in user code; if that is inside node_modules
 * also the nearest one outside; and the innermost one in the owner file.
 */
export function selectFrames(frames: readonly RawFrame[], { ownerFile, isOurs }: FrameRules): ActFrames {
  const ownerPath = ownerFile === null ? null : withSlashes(ownerFile);
  const selected: ActFrames = { site: null, via: null, owner: null };
  for (const frame of frames) {
    if (!isUserFile(frame.file, isOurs)) continue;
    const siteIsPackaged = selected.site !== null && packageOf(selected.site.file) !== null;
    selected.site ??= frame;
    if (siteIsPackaged && selected.via === null && packageOf(frame.file) === null) selected.via = frame;
    if (selected.owner === null && ownerPath !== null && withSlashes(frame.file) === ownerPath) selected.owner = frame;
  }
  return selected;
}
