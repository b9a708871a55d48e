import { isDeepStrictEqual } from 'node:util';
import type { FoundLeak } from '@jest-hermetic/leak-record';
import { runJest, type JestLine, type JestRun } from '../harness';
import { ES_MODULES } from '../harness/case-suite';
import { belongsTo, compareLeaks, type View } from '../situations/compare';
import { makeProject } from './project';
import type { Row } from './row';

/** What was found of one row. */
export interface RanRow {
  expected: View[];
  found: View[];
  /** The leaks as reported. */
  leaks: FoundLeak[];
  /** Tests that did not pass, files that could not be run, and what the report says of itself. */
  wrong: string[];
  isRight: boolean;
}

/** Runs rows on a line, those that need ES modules in a process of their own. */
export async function runRows(rows: readonly Row[], line: JestLine): Promise<Map<Row, RanRow>> {
  const ran = new Map<Row, RanRow>();
  for (const isEsm of [false, true]) {
    const together = rows.filter((row) => row.isEsm === isEsm);
    if (together.length === 0) continue;
    const run = await runJest(makeProject(together, line), ['-i'], {
      ...(isEsm && { nodeOptions: ES_MODULES }),
      timeout: 240_000,
    });
    for (const row of together) ran.set(row, judge(row, run));
  }
  return ran;
}

function judge(row: Row, { report, results, output }: JestRun): RanRow {
  if (report === null || results === null) throw new Error(`Jest left no report or no results:\n${output}`);
  const placed = { ...row, folder: row.name };
  const { expected, found } = compareLeaks(placed, report.leaks);
  const inFolder = ({ file }: { file: string }): boolean => file.startsWith(`${row.name}/`);
  const wrong = [
    ...report.problems,
    ...results.brokenFiles.filter(inFolder).map(({ file, message }) => `${file} was not run: ${message}`),
    ...results.tests
      .filter((test) => inFolder(test) && test.status !== 'passed')
      .map(({ file, name, message }) => `${file} ${name}: ${message}`),
    ...report.files
      .filter(({ path, guarded, unobservable }) => inFolder({ file: path }) && (!guarded || unobservable.length > 0))
      .map(({ path, unobservable }) => `${path} is not guarded whole: ${unobservable.join()}`),
  ];
  const leaks = report.leaks.filter((leak) => belongsTo(placed, leak));
  return { expected, found, leaks, wrong, isRight: wrong.length === 0 && isDeepStrictEqual(found, expected) };
}
