import fs, { chmodSync, mkdirSync, readFileSync, readdirSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { BaselineError, writeAtomically } from './index';
import { useTempDirectory } from './testing/temp-directory';

const directory = useTempDirectory();
const inside = (...names: string[]) => join(directory(), ...names);

function failureOf(path: string): string {
  try {
    writeAtomically(path, 'new', 'leak-baseline.txt');
  } catch (error) {
    expect(error).toBeInstanceOf(BaselineError);
    return (error as BaselineError).message;
  }
  throw new Error('it was written');
}

test('makes a file, and the directories it is in', () => {
  writeAtomically(inside('ci', 'known', 'leaks.txt'), 'text\n');
  expect(readFileSync(inside('ci', 'known', 'leaks.txt'), 'utf8')).toBe('text\n');
  expect(readdirSync(inside('ci', 'known'))).toEqual(['leaks.txt']);
});

test('replaces a file by another one, and keeps its mode', () => {
  writeFileSync(inside('leaks.txt'), 'old');
  chmodSync(inside('leaks.txt'), 0o640);
  const before = statSync(inside('leaks.txt'));
  writeAtomically(inside('leaks.txt'), 'new');
  const after = statSync(inside('leaks.txt'));
  expect(readFileSync(inside('leaks.txt'), 'utf8')).toBe('new');
  expect(after.mode).toBe(before.mode);
  expect(after.ino).not.toBe(before.ino);
  expect(readdirSync(directory())).toEqual(['leaks.txt']);
});

test.each([
  { forGood: true, waits: 1 },
  { forGood: false, waits: 0 },
])('waits for the disk $waits times when it is to last: $forGood', ({ forGood, waits }) => {
  const sync = jest.spyOn(fs, 'fsyncSync');
  try {
    writeAtomically(inside('leaks.txt'), 'new', 'leaks.txt', forGood);
    expect(sync).toHaveBeenCalledTimes(waits);
  } finally {
    sync.mockRestore();
  }
  expect(readFileSync(inside('leaks.txt'), 'utf8')).toBe('new');
});

test('writes through a symbolic link', () => {
  mkdirSync(inside('real'));
  writeFileSync(inside('real', 'leaks.txt'), 'old');
  symlinkSync(join('real', 'leaks.txt'), inside('leaks.txt'));
  writeAtomically(inside('leaks.txt'), 'new');
  expect(fs.lstatSync(inside('leaks.txt')).isSymbolicLink()).toBe(true);
  expect(readFileSync(inside('real', 'leaks.txt'), 'utf8')).toBe('new');
});

test('a directory in its place stays', () => {
  mkdirSync(inside('leaks.txt'));
  expect(failureOf(inside('leaks.txt'))).toMatch(
    /^leak-baseline\.txt: it cannot be written: a directory is in its place/,
  );
  expect(readdirSync(directory())).toEqual(['leaks.txt']);
});

describe('when the system refuses', () => {
  afterEach(() => jest.restoreAllMocks());

  const refuse = (call: 'openSync' | 'fsyncSync' | 'renameSync' | 'writeFileSync', code: string) =>
    jest.spyOn(fs, call).mockImplementation(() => {
      throw Object.assign(new Error(code), { code });
    });

  test.each([
    ['openSync', 'EACCES', /permission denied\. Allow this user .* \(EACCES\)/],
    ['openSync', 'EROFS', /read-only/],
    ['writeFileSync', 'ENOSPC', /the disk is full/],
    ['fsyncSync', 'EIO', /it cannot be written: EIO\./],
    ['renameSync', 'EPERM', /the system does not permit it/],
  ] as const)('%s with %s, the old text stays and nothing lies beside it', (call, code, words) => {
    writeFileSync(inside('leaks.txt'), 'old');
    const refused = refuse(call, code);
    const message = failureOf(inside('leaks.txt'));
    expect(refused).toHaveBeenCalledTimes(1);
    jest.restoreAllMocks();
    expect(message).toMatch(words);
    expect(readFileSync(inside('leaks.txt'), 'utf8')).toBe('old');
    expect(readdirSync(directory())).toEqual(['leaks.txt']);
  });
});
