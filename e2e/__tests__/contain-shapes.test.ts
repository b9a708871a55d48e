import type { Report } from '@jest-hermetic/leak-record';
import { createProject, jestLines, runJest, runsEverywhere, withHermetic, type JestLine } from '../harness';
import { shapesFiles, SUITES } from '../fixtures/contain-shapes';

jest.setTimeout(300_000);

/** One way to run the suites; several runs where a run is only a part of them. */
interface Shape {
  name: string;
  runs: { args: string[]; order?: number }[];
  /** Another order of the tests moves a leak to another place, where it is first seen or found at all. */
  bySite: boolean;
}

// The limit of idle memory makes Jest use workers for a run as small as this one.
const workers = (count: number): string[] => ['-w', String(count), '--workerIdleMemoryLimit=4GB'];
const upTo = (count: number): number[] => Array.from({ length: count }, (_, index) => index + 1);

/** `E2E_SHAPES=full` runs as many orders and seeds as the table in the records of the project. */
const isFull = process.env['E2E_SHAPES'] === 'full';

const IN_BAND: Shape = { name: 'in band', runs: [{ args: ['-i'] }], bySite: true };

/** What is compared with that. */
const SHAPES: Shape[] = [
  ...[1, 2, 4].map((count) => ({ name: `${count} workers`, runs: [{ args: workers(count) }], bySite: true })),
  { name: 'worker threads', runs: [{ args: [...workers(2), '--workerThreads'] }], bySite: true },
  { name: '3 shards', runs: upTo(3).map((index) => ({ args: ['-i', `--shard=${index}/3`] })), bySite: true },
  ...upTo(isFull ? 10 : 1).map((order) => ({
    name: `files in order ${order}`,
    runs: [{ args: ['-i'], order }],
    bySite: true,
  })),
  ...upTo(isFull ? 10 : 1).map((seed) => ({
    name: `tests in order ${seed}`,
    runs: [{ args: ['-i', '--randomize', `--seed=${seed}`] }],
    bySite: false,
  })),
];

const rows: string[] = [];

describe.each(jestLines())("contain: 'file' on Jest $name", (line) => {
  let expected: Sets;

  beforeAll(async () => {
    expected = await leaksOf(line, IN_BAND);
    noteRow(line, IN_BAND, expected);
  });

  test('every kind is among them', () => {
    const kinds = new Set(SUITES.flatMap((suite) => expected[suite].map((leak) => leak.split(' ')[1])));
    expect([...kinds].sort()).toEqual([
      'core-module-mutated',
      'export-mutated',
      'host-object-mutated',
      'host-require-cache',
      'mock-registered',
      'module-purged',
      'process-state',
    ]);
    expect(SUITES.map((suite) => expected[suite].length)).toEqual([7, 14, 6]);
  });

  const own = SHAPES.filter((_shape, index) => isFull || runsEverywhere() || isTurnOf(line, index));
  test.each(own)('$name: the same set of leaks for each suite', async (shape) => {
    const leaks = await leaksOf(line, shape);
    noteRow(line, shape, leaks);
    for (const suite of SUITES) {
      const wanted = shape.bySite ? expected[suite] : [...new Set(expected[suite].map(withoutSite))];
      expect(leaks[suite]).toEqual(wanted);
    }
  });
});

afterAll(() => {
  if (!isFull) return;
  process.stderr.write(`${rows.join('\n')}\n`);
});

/** The leaks of each suite, as `owner kind key` with the site where it counts. */
type Sets = Record<(typeof SUITES)[number], string[]>;

function noteRow({ name }: JestLine, shape: Shape, leaks: Sets): void {
  const counts = SUITES.map((suite) => `${suite} ${leaks[suite].length}`);
  rows.push(`${`${name} ${shape.name}`.padEnd(28)} ${counts.join('   ')}`);
}

async function leaksOf(line: JestLine, { runs, bySite }: Shape): Promise<Sets> {
  const reports: Report[] = [];
  for (const { args, order = 0 } of runs) {
    const project = withHermetic(createProject(shapesFiles, line), { options: { failAt: 'run', contain: 'file' } });
    const { report, output } = await runJest(project, args, { env: { FILE_ORDER: String(order) } });
    if (report === null) throw new Error(`The run left no report.\n${output}`);
    expect(report.problems).toEqual([]);
    reports.push(report);
  }
  const all = reports.flatMap(({ leaks }) => leaks);
  const setOf = (suite: string): string[] => {
    const ofSuite = all.filter(({ owner }) => owner.startsWith(`${suite}/`) || !owner.endsWith('.test.js'));
    const texts = ofSuite.map(
      ({ owner, kind, key, site }) => `${owner} ${kind} ${key} at ${site?.line}:${site?.column}`,
    );
    return [...new Set(bySite ? texts : texts.map(withoutSite))].sort();
  };
  return { modules: setOf('modules'), host: setOf('host'), mixed: setOf('mixed') };
}

function withoutSite(leak: string): string {
  return leak.replace(/ at .*$/, '');
}

/** Each shape runs on one of the lines in its turn. */
function isTurnOf(line: JestLine, index: number): boolean {
  return jestLines()[index % jestLines().length]?.name === line.name;
}
