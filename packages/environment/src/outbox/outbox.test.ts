import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { OUTBOX_VARIABLE } from '@jest-hermetic/leak-record';
import type { FileRecord } from '@jest-hermetic/leak-record';
import { outboxDirectory, WORKER_NAME, writeRecord } from './outbox';

const record = (path: string): FileRecord => ({ path, leaks: [] }) as unknown as FileRecord;

let dir: string;
beforeEach(() => (dir = mkdtempSync(join(tmpdir(), 'outbox-'))));
afterEach(() => rmSync(dir, { recursive: true }));

test('a record is written whole, and nothing beside it', () => {
  writeRecord(dir, record('src/a.test.js'));
  const [name, ...others] = readdirSync(dir) as [string, ...string[]];
  expect(others).toEqual([]);
  expect(name).toMatch(/^[0-9a-f]{12}-\d+-\d+-\d+\.record\.json$/);
  expect(JSON.parse(readFileSync(join(dir, name), 'utf8'))).toEqual({ path: 'src/a.test.js', leaks: [] });
});

test('the same file, run again by the same worker or by another project, has a record of its own', () => {
  for (let run = 0; run < 3; run++) writeRecord(dir, record('src/a.test.js'));
  writeRecord(dir, record('src/b.test.js'));
  expect(readdirSync(dir)).toHaveLength(4);
  expect(readdirSync(dir).every((name) => name.includes(`-${WORKER_NAME}-`))).toBe(true);
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
