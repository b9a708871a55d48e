import { cpSync } from 'node:fs';
import { join } from 'node:path';
import type { Report } from '@jest-hermetic/leak-record';
import { createProject, jestLines, REPORT_PATH, runCli, runJest, type JestLine, type Project } from '../harness';
import { AROUND, LEAKING } from '../ratchet/suite';

jest.setTimeout(300_000);

const QUIET = "test('loads', () => { require('./src/live'); });\n";
const OTHER = LEAKING.replaceAll('live', 'stale');
const FILES = {
  'a.test.js': LEAKING,
  'b.test.js': QUIET,
  'c.test.js': LEAKING + OTHER,
  'd.test.js': QUIET,
  'e.test.js': OTHER,
  'f.test.js': QUIET,
};
// Of every kind of verdict: known, grown, fixed, shrunk, gone, new (e.test.js), and of a setup file.
const LIST = [
  'a.test.js mock-registered src/live.js',
  'b.test.js mock-registered src/live.js',
  'c.test.js mock-registered src/live.js x2',
  'c.test.js mock-registered src/stale.js',
  'gone.test.js mock-registered src/live.js',
  'setup.js core-module-mutated fs.live',
  'setup.js core-module-mutated fs.other',
  '',
].join('\n');
const ORDERS = [
  [1, 2, 3],
  [1, 3, 2],
  [2, 1, 3],
  [2, 3, 1],
  [3, 1, 2],
  [3, 2, 1],
];

const createSharded = (line: JestLine, list: string | null) =>
  createProject({ ...AROUND, ...FILES, ...(list !== null && { 'leak-baseline.txt': list }) }, line);

describe.each(jestLines())('shards on Jest $name', (line) => {
  let project: Project;
  let whole: { report: Report; judged: string[]; exitCode: number };

  beforeAll(async () => {
    project = createSharded(line, LIST);
    const run = await runJest(project, ['-w', '2']);
    const check = await runCli(project, ['check']);
    whole = { report: run.report!, judged: verdictsIn(check.stdout), exitCode: check.exitCode };
    for (const index of [1, 2, 3]) {
      await runJest(project, [`--shard=${index}/3`, '-w', '1']);
      cpSync(join(project.dir, REPORT_PATH), join(project.dir, `shard-${index}.json`));
    }
  });

  test('the whole run has a verdict of every kind', () => {
    expect(whole.exitCode).toBe(1);
    expect(whole.report.run.complete).toBe(true);
    expect(whole.judged.map((judged) => judged.split(' ')[0])).toEqual(['new', 'shrunk', 'fixed', 'fixed', 'gone']);
  });

  test.each(ORDERS.map((order) => [order.join(', '), order] as const))(
    'merged as %s they say the same',
    async (_, order) => {
      const { stdout, exitCode } = await runCli(project, [
        'merge-reports',
        ...order.map((index) => `shard-${index}.json`),
      ]);
      expect(verdictsIn(stdout)).toEqual(whole.judged);
      expect(exitCode).toBe(whole.exitCode);
      expect(stdout).toContain(`run    Jest ${line.name}, Node ${process.versions.node}, 3 of 3 shards, 6 files\n`);
    },
  );

  test('the same one twice changes nothing', async () => {
    const names = [1, 2, 2, 3, 1].map((index) => `shard-${index}.json`);
    const { stdout } = await runCli(project, ['merge-reports', ...names]);
    expect(verdictsIn(stdout)).toEqual(whole.judged);
  });

  test('without one, nothing of the setup file or of a file that did not run is stale', async () => {
    const { output, stdout, exitCode } = await runCli(project, [
      'merge-reports',
      'shard-1.json',
      'shard-2.json',
      'shard-4.json',
    ]);
    expect(output).toContain('shard-4.json: there is no such report');
    expect(stdout).toMatch(/2 of 3 shards, \d files? \(partial: shard 3 of 3 is missing\)/);
    expect(stdout).toMatch(/^unexercised .*setup\.js fs\.other {2}\(only a complete run can tell/m);
    expect(stdout).toMatch(/^gone .*gone\.test\.js/m);
    expect([1, 3]).toContain(exitCode);
  });

  test('without any the exit code is 5, and a report that is cut off is named', async () => {
    expect((await runCli(project, ['merge-reports', 'x.json', 'y.json'])).exitCode).toBe(5);
    project.write({ 'cut.json': project.read('shard-1.json')!.slice(0, 400) });
    const { exitCode, stderr } = await runCli(project, ['merge-reports', 'shard-2.json', 'cut.json']);
    expect(stderr).toContain('cut.json: this report is cut off');
    expect(exitCode).toBe(2);
  });

  test('legs of a matrix warn, and merge-reports judges', async () => {
    const leg = createSharded(line, 'b.test.js mock-registered src/live.js\nsetup.js core-module-mutated fs.live\n');
    const run = await runJest(leg, ['b.test.js', 'd.test.js'], { env: { JEST_HERMETIC_STALE: 'warn' } });
    expect({ code: run.exitCode, fixed: run.report!.baseline.fixed.length }).toEqual({ code: 0, fixed: 1 });
    const otherNode = { ...run.report!, node: '22.0.0' };
    leg.write({ 'one.json': run.report, 'two.json': otherNode });
    const both = await runCli(leg, ['merge-reports', 'one.json', 'two.json']);
    expect(both.exitCode).toBe(3);
    expect(both.stdout).toMatch(/^run .*Node 22\.0\.0/m);

    const alive = { ...run.report!.baseline, known: run.report!.baseline.fixed, fixed: [] };
    const [leak] = (await runJest(createSharded(line, null), ['a.test.js'])).report!.leaks;
    const owner = 'b.test.js';
    const leaking = { ...otherNode, baseline: alive, leaks: [{ ...leak!, owner, verdict: 'known' as const }] };
    leg.write({ 'two.json': leaking });
    expect((await runCli(leg, ['merge-reports', 'two.json', 'one.json'])).exitCode).toBe(0);
  });

  test('with 1, 2 and 4 workers init writes the same bytes', async () => {
    const lists = [];
    for (const workers of [1, 2, 4]) {
      const fresh = createSharded(line, null);
      const { exitCode } = await runCli(fresh, ['init', '--', '-w', String(workers)]);
      lists.push([exitCode, fresh.read('leak-baseline.txt')]);
    }
    expect(lists[0]).toEqual([0, expect.stringContaining('c.test.js mock-registered src/stale.js\n')]);
    expect(lists[1]).toEqual(lists[0]);
    expect(lists[2]).toEqual(lists[0]);
  });
});

/** The verdict lines of `check` and `merge-reports`, without their reasons, which name how many files a part had. */
function verdictsIn(output: string): string[] {
  return output
    .split('\n')
    .filter((line) => /^(?:new|grown|shrunk|fixed|gone|moved|unexercised) /.test(line))
    .map((line) => line.replace(/ {2}\(.*\)$/, ''));
}
