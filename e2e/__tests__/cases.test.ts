import { jestLines, type RunResults } from '../harness';
import { readCases } from '../harness/case-file';
import { openEntry, readOpenEntries } from '../harness/open-entries';
import { runCase, runPlainCase } from '../harness/run-case';

jest.setTimeout(180_000);

const cases = readCases().map((subject) => ({ id: subject.truth.id, subject }));
const open = readOpenEntries();

test('there are cases, and each folder is named by its id', () => {
  expect(cases.length).toBeGreaterThanOrEqual(33);
  for (const { id, subject } of cases) expect(subject.dir.endsWith(id)).toBe(true);
});

describe.each(jestLines())('cases on Jest $name', (line) => {
  test.each(cases)('$id', async ({ id, subject }) => {
    const [{ run, comparison }, plain] = await Promise.all([runCase(subject, line), runPlainCase(subject, line)]);

    for (const { victim } of subject.truth.leaks) {
      if (!victim) continue;
      expect(plain.results?.tests).toContainEqual(expect.objectContaining({ name: victim.test, status: 'failed' }));
    }
    expect(outcomes(run.results)).toEqual(outcomes(plain.results));

    expect(comparison.wrong).toEqual([]);
    if (subject.truth.leaks.length === 0) expect(run.exitCode).toBe(plain.exitCode);
    const entry = openEntry(open, id, line.name);
    if (!entry) expect(comparison.missing).toEqual([]);
    else if (comparison.missing.length === 0) {
      throw new Error(`${id} is right on Jest ${line.name} now. Take it out of e2e/cases/open.json.`);
    }
  });
});

function outcomes(results: RunResults | null): string[] | null {
  if (!results) return null;
  const tests = results.tests.map(({ file, name, status }) => `${file} > ${name}: ${status}`);
  return [...tests, ...results.brokenFiles.map(({ file }) => `${file}: broken`)].sort();
}
