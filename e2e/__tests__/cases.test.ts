import { jestLines, runsEverywhere, type RunResults } from '../harness';
import { readCases } from '../harness/case-file';
import { openEntry, readOpenEntries } from '../harness/open-entries';
import { runCase, runPlainCase } from '../harness/run-case';

jest.setTimeout(180_000);

const cases = readCases().map((subject, index) => ({ id: subject.truth.id, subject, index }));
const open = readOpenEntries();

test('there are cases, and each folder is named by its id', () => {
  expect(cases.length).toBeGreaterThanOrEqual(33);
  for (const { id, subject } of cases) expect(subject.dir.endsWith(id)).toBe(true);
});

describe.each(jestLines())('cases on Jest $name', (line) => {
  test.each(cases)('$id', async ({ id, subject, index }) => {
    // What plain Jest does is the same on all lines, and is asked of one of them in its turn.
    const comparesPlain = runsEverywhere() || jestLines()[index % jestLines().length]?.name === line.name;
    const [{ run, comparison }, plain] = await Promise.all([
      runCase(subject, line),
      comparesPlain ? runPlainCase(subject, line) : null,
    ]);
    const { leaks } = subject.truth;
    const victims = leaks.flatMap(({ victim }) => (victim ? [victim.test] : []));
    for (const name of victims) {
      expect((plain ?? run).results?.tests).toContainEqual(expect.objectContaining({ name, status: 'failed' }));
    }
    expect(comparison.wrong).toEqual([]);
    if (plain !== null) {
      expect(outcomes(run.results)).toEqual(outcomes(plain.results));
      if (leaks.length === 0) expect(run.exitCode).toBe(plain.exitCode);
    }
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
