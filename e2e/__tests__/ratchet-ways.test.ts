import { jestLines, runCli, type JestLine } from '../harness';
import { inLanes } from '../ratchet/lanes';
import { runWay, type WayRun } from '../ratchet/run-way';
import { saidOf } from '../ratchet/suite';
import { WAYS, type Way } from '../ratchet/ways';

// Long enough for all processes of one line on a slow machine: the last test waits for its turn among them.
jest.setTimeout(300_000);

describe.each(jestLines())('every way of running, on Jest $name', (line) => {
  const ways = WAYS.filter(({ since = '0' }) => isAtLeast(line, since));
  let runs: Map<Way, Promise<WayRun>>;

  beforeAll(() => {
    runs = inLanes(ways, (way) => runWay(way, line));
  });

  test.each(ways)('$name', async (way) => {
    const run = await runs.get(way)!;
    const { report, project } = run;
    const found = {
      owners: report && Object.fromEntries(Object.keys(way.owners ?? {}).map((o) => [o, saidOf(report, o).said])),
      problems: report?.problems ?? [],
      exitCode: report?.run.exitCode ?? 5,
      jest: run.exitCode,
      signal: run.signal,
      keptOld: run.keptOld,
    };
    const jest = way.signal ? null : (way.jest ?? (way.exitCode === 0 ? 0 : 1));
    const expected = {
      owners: way.owners,
      problems: [],
      exitCode: way.exitCode,
      jest,
      signal: way.signal ?? null,
      keptOld: way.keepsOld ?? false,
    };
    try {
      expect(found).toEqual(expected);
    } catch (error) {
      throw new Error(`${(error as Error).message}\n\n${run.output}`);
    }
    for (const [owner, reason] of Object.entries(way.because ?? {})) {
      expect(report && saidOf(report, owner).because).toMatch(reason);
    }
    if (report === null && !run.keptOld) expect((await runCli(project, ['check'])).exitCode).toBe(way.exitCode);
  });
});

function isAtLeast({ name }: JestLine, version: string): boolean {
  return name.localeCompare(version, 'en', { numeric: true }) >= 0;
}
