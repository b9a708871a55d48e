import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
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
  writeFileSync(join(outbox.directory, 'a.record.json'), JSON.stringify(record));
  writeFileSync(join(outbox.directory, 'b.record.json'), JSON.stringify(record).slice(0, 40));
  writeFileSync(join(outbox.directory, 'c.record.json.tmp'), 'half');
  mkdirSync(join(outbox.directory, 'd.record.json'));
  const { records, errors } = outbox.read();
  expect(records).toEqual([record]);
  expect(errors).toEqual([
    expect.stringMatching(/^b\.record\.json: /),
    expect.stringMatching(/^The record d\.record\.json cannot be read: .*Its test file was not judged\.$/),
  ]);
});
