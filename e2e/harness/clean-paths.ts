import type { Leak } from '@jest-hermetic/leak-record';
import type { CaseFile } from './case-file';

const PATH = /(?:[\w@.-]+\/)*[\w.-]+\.(?:[cm]?[jt]sx?|json)(?:#[\w.]+)?/g;
const TEST = /^(\S+) > (.+)$/;

/** What leaks above `latent` say of the files, keys and tests that the sentences under `clean` name. */
export function findCleanViolations(truth: Pick<CaseFile, 'leaks' | 'clean'>, leaks: Leak[]): string[] {
  const counted = leaks.filter(({ grade }) => grade !== 'latent');
  const owners = new Set(truth.leaks.map(({ owner }) => owner));
  return truth.clean.flatMap((sentence) => {
    const [, file, test] = TEST.exec(sentence) ?? [];
    if (file !== undefined && test !== undefined) {
      return counted
        .filter(({ owner, scopes }) => owner === file && scopes.some(({ name }) => name === test))
        .map(({ kind, key }) => `${file} > ${test} is clean, but ${kind} ${key} is charged to it`);
    }
    return cleanPaths(sentence).flatMap((path) =>
      counted
        .filter((leak) => names(leak, path, owners.has(path)))
        .map(({ owner, kind, key }) => `${path} is clean, but ${owner} ${kind} ${key} names it`),
    );
  });
}

/** The paths and keys in a sentence under `clean`. */
export function cleanPaths(sentence: string): string[] {
  return [...sentence.matchAll(PATH)].map(([path]) => path);
}

// A file that owns an expected leak is clean apart from that leak, which is compared field by field elsewhere.
function names({ owner, key, modules }: Leak, path: string, ownsExpected: boolean): boolean {
  const keyed = key === path || key.startsWith(`${path}#`);
  return keyed || modules.some((module) => module.path === path) || (owner === path && !ownsExpected);
}
