import { existsSync, mkdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import { join } from 'node:path';
import { OUTBOX_VARIABLE } from '@jest-hermetic/leak-record';
import { Outbox } from './outbox';
import { sampleRecord } from './testing/samples';

let outbox: Outbox;
beforeEach(() => {
  outbox = new Outbox();
});
afterEach(() => outbox.remove());

test('workers learn of the directory, and nothing of it stays', () => {
  expect(process.env[OUTBOX_VARIABLE]).toBe(outbox.directory);
  outbox.remove();
  expect(existsSync(outbox.directory)).toBe(false);
  expect(process.env[OUTBOX_VARIABLE]).toBeUndefined();
});

test('the variable of a later run is left alone', () => {
  const later = new Outbox();
  outbox.remove();
  expect(process.env[OUTBOX_VARIABLE]).toBe(later.directory);
  later.remove();
});

test('reads every record, and has one error for each that is broken', () => {
  const record = sampleRecord();
  const line = JSON.stringify(record);
  writeFileSync(join(outbox.directory, 'a.record.json'), `\n${line}\n\n${line.slice(0, 40)}\n${line}\n`);
  writeFileSync(join(outbox.directory, 'b.record.json'), '');
  writeFileSync(join(outbox.directory, 'c.record.json.tmp'), 'half');
  mkdirSync(join(outbox.directory, 'd.record.json'));
  const { records, errors } = outbox.read();
  expect(records).toEqual([record, record]);
  expect(errors).toEqual([
    expect.stringMatching(/^a\.record\.json: this record is cut off/),
    expect.stringMatching(/^b\.record\.json: this record is empty/),
    expect.stringMatching(/^The records in d\.record\.json cannot be read: .*Their test files were not judged\.$/),
  ]);
});

test('records that were not written to their end are one message', () => {
  writeFileSync(join(outbox.directory, 'a.record.json.part'), '');
  const lost = expect.stringMatching(/^The record of a test file could not be written .*Is the disk full\?/) as string;
  expect(outbox.read()).toEqual({ records: [], errors: [], lost });
});

test('a directory that was taken away is one message', () => {
  rmSync(outbox.directory, { recursive: true });
  expect(outbox.read()).toEqual({
    records: [],
    errors: [],
    lost: expect.stringContaining(`The folder ${outbox.directory}, in which`),
  });
});

test('without a place for temporary files: the folder, the remedy, and a word for the environments', () => {
  const missing = join(outbox.directory, 'missing');
  // Node reads the variable itself, not the copy that Jest gives to a test file.
  const folder = jest.spyOn(os, 'tmpdir').mockReturnValue(missing);
  try {
    expect(() => new Outbox()).toThrow(
      `The folder for temporary files, ${missing}, cannot be written (ENOENT), so no test file can hand over what it ` +
        'found. Set TMPDIR (on Windows TEMP) to a folder that exists and that this user can write.',
    );
    expect(process.env[OUTBOX_VARIABLE]).toBe('none');
  } finally {
    process.env[OUTBOX_VARIABLE] = outbox.directory;
    folder.mockRestore();
  }
});

describe('what killed runs left', () => {
  const nobody = 2 ** 22 + 1;
  const dayBefore = Date.now() / 1000 - 2 * 24 * 60 * 60;
  const leave = (pid: number, word: string, at = dayBefore): string => {
    const directory = join(outbox.directory, `jest-hermetic-${pid}-${word}`);
    mkdirSync(directory);
    utimesSync(directory, at, at);
    return directory;
  };
  let folder: jest.SpiedFunction<typeof os.tmpdir>;
  beforeEach(() => {
    folder = jest.spyOn(os, 'tmpdir').mockReturnValue(outbox.directory);
  });
  afterEach(() => folder.mockRestore());

  test('is taken away a day later, and nothing else', () => {
    const directories = [
      leave(nobody, 'oldone'),
      leave(nobody, 'young1', Date.now() / 1000),
      leave(process.pid, 'living'),
    ];
    new Outbox().remove();
    expect(directories.map((directory) => existsSync(directory))).toEqual([false, true, true]);
  });

  test('is looked at in part where there is a lot, and those that stay hide none', () => {
    const left = Array.from({ length: 50 }, (_, i) => leave(nobody + i, `left${10 + i}`));
    const there = (): number => left.filter((directory) => existsSync(directory)).length;
    new Outbox().remove();
    expect(there()).toBe(30);
    new Outbox().remove();
    new Outbox().remove();
    expect(there()).toBe(0);
  });

  test('begins with another one in each run', () => {
    for (let i = 0; i < 50; i += 1) leave(process.pid, `live${10 + i}`);
    const old = leave(nobody, 'oldone');
    const pid = Object.getOwnPropertyDescriptor(process, 'pid')!;
    try {
      for (let run = 0; run < 51 && existsSync(old); run += 1) {
        Object.defineProperty(process, 'pid', { ...pid, value: 1000 + run });
        new Outbox().remove();
      }
    } finally {
      Object.defineProperty(process, 'pid', pid);
    }
    expect(existsSync(old)).toBe(false);
  });
});
