import { join } from 'node:path';
import { createProject, jestLines, REPOSITORY, runJest, runsEverywhere, type JestLine, type JestRun } from '../harness';

jest.setTimeout(120_000);

const FIXTURE = join(REPOSITORY, 'e2e/fixtures/surfaces-off');
const OF_RUNTIME = ['export-mutated', 'mock-registered', 'module-purged'];

/** The kinds, each with the key of a line about a leak that is fixed. */
const KEYS: [kind: string, key: string][] = [
  ['module-purged', 'registry'],
  ['mock-registered', 'src/config.js'],
  ['export-mutated', 'src/config.js#discount'],
  ['core-module-mutated', 'os.hostname'],
  ['host-object-mutated', 'URL.canParse'],
  ['host-require-cache', 'Module._extensions[.leaked]'],
  ['process-state', 'process.stdout:resize'],
];
const ALL = KEYS.map(([kind]) => kind).sort();

/** For each surface the kinds that go with what it reads. */
const SURFACES: [surface: string, kinds: string[]][] = [
  ['module-purged', OF_RUNTIME],
  ['mock-registered', OF_RUNTIME],
  ['export-mutated', OF_RUNTIME],
  ['core-module-mutated', ['core-module-mutated', 'host-object-mutated']],
  ['host-require-cache', ['host-require-cache']],
  ['process-state', ['process-state']],
];

/** The one file that runs, with nothing in it that leaks any more. */
const FILE = 'repaired/mock-registered.test.js';
const BASELINE = KEYS.map(([kind, key]) => `${FILE} ${kind} ${key.includes('#') ? JSON.stringify(key) : key}\n`)
  .sort()
  .join('');

function run(line: JestLine, blind: string): Promise<JestRun> {
  const project = createProject(FIXTURE, line);
  project.write({ 'leak-baseline.txt': BASELINE });
  return runJest(project, ['-i', '-c', 'blind.config.js', FILE], { env: { BLIND: blind } });
}

const kindsIn = (entries: { kind: string }[] | undefined): string[] | undefined =>
  entries?.map(({ kind }) => kind).sort();

const LINES = jestLines();

describe.each(LINES)('what cannot be watched on Jest $name', (line) => {
  // What Node lacks is the same on every Jest.
  const isOfJest = line !== LINES.at(-1) && !runsEverywhere();
  const surfaces = SURFACES.filter(([, kinds]) => kinds === OF_RUNTIME || !isOfJest);

  test('when all can be, lines about leaks that are gone are stale', async () => {
    const { report, output } = await run(line, 'nothing');
    expect(report?.files).toMatchObject([{ path: FILE, guarded: true, unobservable: [], exercised: true }]);
    expect(kindsIn(report?.baseline.fixed)).toEqual(ALL);
    expect(output).not.toContain(' unobservable ');
  });

  test.each(surfaces)('%s: without what it reads, it is unobservable, and no line is stale', async (surface, kinds) => {
    const { report, results, output } = await run(line, surface);
    expect(results?.tests.map(({ status }) => status)).toEqual(['passed', 'passed']);
    expect(report?.problems).toEqual([]);
    expect(report?.files).toMatchObject([{ path: FILE, guarded: true, exercised: false }]);
    expect(report?.files[0]?.unobservable.toSorted()).toEqual(kinds);
    expect(report?.baseline).toMatchObject({ fixed: [], shrunk: [], gone: [], moved: [] });
    expect(kindsIn(report?.baseline.unexercised)).toEqual(ALL);
    const [first = ''] = report?.files[0]?.unobservable ?? [];
    expect(output).toContain(` unobservable  ${first} in 1 file`);
    expect(output.replace(/\s+/g, ' ')).toContain(
      `this ${kinds === OF_RUNTIME ? 'Jest' : 'Node'} does not let it be seen`,
    );
  });
});
