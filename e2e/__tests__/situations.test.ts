import { jestLines, runJest, type JestRun } from '../harness';
import { belongsTo, compareLeaks } from '../situations/compare';
import { groupAll, makeProject, type Group } from '../situations/groups';
import { onLine } from '../situations/place';

// Long enough for all processes of one line on a slow machine: the first test waits for its turn among them.
jest.setTimeout(300_000);

const PARALLEL = 2;
const GROUPS = groupAll();

describe.each(jestLines())('situations on Jest $name', (line) => {
  const runs = new Map<Group, Promise<JestRun>>();

  beforeAll(() => {
    const lanes = Array.from({ length: PARALLEL }, () => Promise.resolve());
    GROUPS.forEach((group, index) => {
      const lane = index % PARALLEL;
      const run = (lanes[lane] ?? Promise.resolve()).then(() => runJest(makeProject(group, line), ['-i']));
      runs.set(group, run);
      lanes[lane] = run.then(
        () => undefined,
        () => undefined,
      );
    });
  });

  async function runOf(group: Group): Promise<JestRun & { report: object; results: object }> {
    const run = await runs.get(group);
    if (!run?.report || !run.results) throw new Error(`The run left no report or no results.\n${run?.output}`);
    return { ...run, report: run.report, results: run.results };
  }

  describe.each(GROUPS)('$name', (group) => {
    test.each(group.situations)('$folder', async (situation) => {
      const { report, results } = await runOf(group);
      const tests = results.tests.filter(({ file }) => file.startsWith(`${situation.folder}/`));
      const failed = tests.filter(({ status }) => status === 'failed');
      expect(tests).not.toEqual([]);
      expect(failed.map(({ name }) => name)).toEqual(situation.fails ?? []);
      const { expected, found } = compareLeaks(onLine(situation, line.name), report.leaks);
      expect(found).toEqual(expected);
    });

    test('every file ran, and no leak belongs to none of them', async () => {
      const { report, results } = await runOf(group);
      expect(results.brokenFiles).toEqual([]);
      expect(report.problems).toEqual([]);
      const strays = report.leaks.filter((leak) => !group.situations.some((situation) => belongsTo(situation, leak)));
      expect(strays).toEqual([]);
    });
  });
});
