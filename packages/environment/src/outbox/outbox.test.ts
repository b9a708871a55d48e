import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { OUTBOX_VARIABLE } from '@jest-hermetic/leak-record';
import type { FileRecord } from '@jest-hermetic/leak-record';
import { outboxDirectory, WORKER_NAME, writeRecord } from './outbox';

const record = (path: string): FileRecord => ({ path, leaks: [] }) as unknown as FileRecord;

let dir: string;
beforeEach(() => (dir = mkdtempSync(join(tmpdir(), 'outbox-'))));
afterEach(() => rmSync(dir, { recursive: true }));

const paths = (): string[] =>
  readdirSync(dir).flatMap((name) =>
    readFileSync(join(dir, name), 'utf8')
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => (JSON.parse(line) as FileRecord).path),
  );

test('the records of a worker are in one file, in the order in which they were written', () => {
  for (const path of ['src/a.test.js', 'src/b.test.js', 'src/a.test.js']) writeRecord(dir, record(path));
  const [name, ...others] = readdirSync(dir) as [string, ...string[]];
  expect(others).toEqual([]);
  expect(name).toMatch(new RegExp(`^${WORKER_NAME}-\\d+\\.record\\.json$`));
  expect(paths()).toEqual(['src/a.test.js', 'src/b.test.js', 'src/a.test.js']);
});

test('another copy of this package in the same process has a file of its own', () => {
  writeRecord(dir, record('src/a.test.js'));
  jest.isolateModules(() =>
    (require('./outbox') as typeof import('./outbox')).writeRecord(dir, record('src/b.test.js')),
  );
  expect(readdirSync(dir)).toHaveLength(2);
  expect(paths().toSorted()).toEqual(['src/a.test.js', 'src/b.test.js']);
});

test('what was cut off before does not spoil a record', () => {
  writeRecord(dir, record('src/a.test.js'));
  const [name = ''] = readdirSync(dir);
  writeFileSync(join(dir, name), '\n{"path":"src/cut', { flag: 'a' });
  writeRecord(dir, record('src/b.test.js'));
  expect(readFileSync(join(dir, name), 'utf8').split('\n')).toContain(JSON.stringify(record('src/b.test.js')));
});

test('a record that cannot be added is written apart, whole', () => {
  writeRecord(dir, record('src/a.test.js'));
  const [name = ''] = readdirSync(dir);
  rmSync(join(dir, name));
  mkdirSync(join(dir, name));
  writeRecord(dir, record('src/b.test.js'));
  rmSync(join(dir, name), { recursive: true });
  expect(paths()).toEqual(['src/b.test.js']);
  expect(readdirSync(dir)).toEqual([expect.stringMatching(/-1\.record\.json$/)]);
});

test('a directory that was removed meanwhile is made again', () => {
  writeRecord(join(dir, 'gone', 'outbox'), record('src/a.test.js'));
  expect(readdirSync(join(dir, 'gone', 'outbox'))).toHaveLength(1);
});

test('the directory comes from the reporter', () => {
  const before = process.env[OUTBOX_VARIABLE];
  try {
    process.env[OUTBOX_VARIABLE] = dir;
    expect(outboxDirectory()).toBe(dir);
    process.env[OUTBOX_VARIABLE] = '';
    expect(outboxDirectory()).toBeNull();
    delete process.env[OUTBOX_VARIABLE];
    expect(outboxDirectory()).toBeNull();
  } finally {
    if (before !== undefined) process.env[OUTBOX_VARIABLE] = before;
  }
});
