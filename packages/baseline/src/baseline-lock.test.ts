import {
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import os from 'node:os';
import { basename, dirname, join } from 'node:path';
import { BaselineError, withBaselineLock } from './index';
import { lockFileOf } from './baseline-lock';
import { useTempDirectory } from './testing/temp-directory';

const directory = useTempDirectory();
const file = () => join(directory(), 'leaks.txt');
const lock = () => lockFileOf(file());
const NOBODY = 2 ** 22 + 1;

afterEach(() => rmSync(lock(), { recursive: true, force: true }));

test('the lock is held during the work only, and is not in the directory of the file', () => {
  const inside = withBaselineLock(file(), () => readFileSync(lock(), 'utf8'));
  expect(inside).toBe(String(process.pid));
  expect(existsSync(lock())).toBe(false);
  expect(readdirSync(directory())).toEqual([]);
});

test('it is let go when the work throws', () => {
  const fault = new Error('mine');
  expect(() =>
    withBaselineLock(file(), () => {
      throw fault;
    }),
  ).toThrow(fault);
  expect(existsSync(lock())).toBe(false);
});

test.each([
  ['of a process that is gone', String(NOBODY), 0],
  ['that nobody ever wrote into', '', 10_000],
])('a lock %s is taken over, and nothing of it stays', (_name, content, age) => {
  writeFileSync(lock(), content);
  const then = (Date.now() - age) / 1000;
  utimesSync(lock(), then, then);
  expect(withBaselineLock(file(), () => 'done')).toBe('done');
  expect(readdirSync(dirname(lock())).filter((name) => name.startsWith(basename(lock())))).toEqual([]);
});

test('a lock of a living process is waited for, and then named', () => {
  writeFileSync(lock(), String(process.ppid));
  const clock = jest.spyOn(Date, 'now').mockReturnValueOnce(0);
  try {
    expect(() => withBaselineLock(file(), () => 'done', 'leaks.txt')).toThrow(BaselineError);
    expect(() => {
      clock.mockReturnValueOnce(0);
      withBaselineLock(file(), () => 'done', 'leaks.txt');
    }).toThrow(`leaks.txt: another process has been writing it for 10 s. If none is, delete ${lock()} and try again.`);
  } finally {
    clock.mockRestore();
  }
  expect(readFileSync(lock(), 'utf8')).toBe(String(process.ppid));
});

test('it is the same through a link, before the file is there and after', () => {
  mkdirSync(join(directory(), 'real'));
  symlinkSync(join(directory(), 'real'), join(directory(), 'link'), 'junction');
  const locks = () => ['real', 'link'].map((name) => lockFileOf(join(directory(), name, 'leaks.txt')));
  const before = locks();
  writeFileSync(join(directory(), 'real/leaks.txt'), '');
  expect(new Set([...before, ...locks()]).size).toBe(1);
});

test('where no lock can be written that is said, and nothing of it stays', () => {
  const folder = jest.spyOn(os, 'tmpdir').mockReturnValue(join(directory(), 'missing'));
  try {
    expect(() => withBaselineLock(file(), () => 'done', 'leaks.txt')).toThrow(
      /^leaks\.txt: the file .*\.lock, which keeps other writers away, cannot be written: /,
    );
  } finally {
    folder.mockRestore();
  }
});

test('another file is another lock', () => {
  mkdirSync(join(directory(), 'b'));
  expect(withBaselineLock(file(), () => withBaselineLock(join(directory(), 'b', 'leaks.txt'), () => 'both'))).toBe(
    'both',
  );
});
