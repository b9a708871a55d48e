import { existsSync, mkdtempSync, readFileSync, rmSync, utimesSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sampleReport } from './testing/samples';
import { lastReportFile, removeReport, writeReport } from './write-report';

let rootDir: string;
beforeEach(() => {
  rootDir = mkdtempSync(join(tmpdir(), 'write-report-'));
});
afterEach(() => rmSync(rootDir, { recursive: true, force: true }));

const PATH = 'cache/report.json';
const file = () => join(rootDir, PATH);
const seedIn = (path: string) => (JSON.parse(readFileSync(path, 'utf8')) as { run: { seed: number } }).run.seed;

function write(seed: number, isWatching: boolean, at: number): void {
  const report = sampleReport();
  writeReport({ ...report, run: { ...report.run, seed } }, rootDir, PATH, isWatching);
  utimesSync(isWatching ? `${file()}.watch` : file(), at, at);
}

test('a run of watch mode leaves the report alone, and the one written last is found', () => {
  expect(lastReportFile(file())).toBe(file());
  write(1, false, 10);
  write(2, true, 20);
  expect(seedIn(file())).toBe(1);
  expect(seedIn(lastReportFile(file()))).toBe(2);
  write(3, false, 30);
  expect(seedIn(lastReportFile(file()))).toBe(3);
});

test('what an earlier run left is taken away; in watch mode only what watch mode wrote', () => {
  write(1, false, 10);
  write(2, true, 20);
  removeReport(rootDir, PATH, true);
  expect([existsSync(file()), existsSync(`${file()}.watch`)]).toEqual([true, false]);
  write(2, true, 20);
  removeReport(rootDir, PATH);
  expect([existsSync(file()), existsSync(`${file()}.watch`)]).toEqual([false, false]);
});
