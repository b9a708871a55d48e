import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { rootFromReport } from './report-place';

const REPORT = 'node_modules/.cache/report.json';
let top: string;
beforeEach(() => {
  top = mkdtempSync(join(tmpdir(), 'place-'));
  for (const name of ['a', 'b']) mkdirSync(join(top, name));
});
afterEach(() => rmSync(top, { recursive: true }));

test('it is the same before and after the report was written, and in another place', () => {
  const place = () => rootFromReport(join(top, 'a'), join(top, 'a', REPORT));
  expect(place()).toBe('../..');
  mkdirSync(join(top, 'a/node_modules/.cache'), { recursive: true });
  writeFileSync(join(top, 'a', REPORT), '');
  expect(place()).toBe('../..');
  expect(rootFromReport('/elsewhere', `/elsewhere/${REPORT}`)).toBe('../..');
  expect(rootFromReport('/elsewhere', '/elsewhere/report.json')).toBe('.');
});

test('two projects that write to one place are told apart, also through a link', () => {
  expect(rootFromReport(join(top, 'a'), join(top, 'report.json'))).toBe('a');
  expect(rootFromReport(join(top, 'b'), join(top, 'report.json'))).toBe('b');
  mkdirSync(join(top, 'a/node_modules'));
  symlinkSync(join(top, 'a/node_modules'), join(top, 'b/node_modules'), 'junction');
  expect(rootFromReport(join(top, 'b'), join(top, 'b', REPORT))).toBe('../../../b');
});

test('a link to rootDir is rootDir', () => {
  symlinkSync(join(top, 'a'), join(top, 'link'), 'junction');
  expect(rootFromReport(join(top, 'link'), join(top, 'a', REPORT))).toBe('../..');
});
