import { join } from 'node:path';
import {
  createProject,
  jestLines,
  REPOSITORY,
  runCli,
  runJest,
  statusOf,
  type JestLine,
  type JestRun,
  type Project,
} from '../harness';

jest.setTimeout(180_000);

const FIXTURE = join(REPOSITORY, 'e2e/fixtures/init-flow');
const BASELINE = 'leak-baseline.txt';
const HEADER =
  '# Known leaks. This file may only shrink: fix a leak, then delete its line (or run: npx jest-hermetic prune).\n';
const LEAK = 'cart.test.js mock-registered src/config.js';

/** The sections of the report with something in them, by their entries. */
function verdictsOf({ report }: JestRun): Record<string, string[]> {
  const { path: _path, hash: _hash, entries: _entries, ...sections } = report?.baseline ?? ({} as never);
  const named = Object.entries(sections).map(([verdict, list]) => [
    verdict,
    list.map(({ owner, kind, key }) => `${owner} ${kind} ${key}`),
  ]);
  return Object.fromEntries(named.filter(([, list]) => list?.length !== 0)) as Record<string, string[]>;
}

describe.each(jestLines())('from the first leak to a clean suite on Jest $name', (line: JestLine) => {
  let project: Project;
  beforeAll(() => {
    project = createProject(FIXTURE, line);
  });

  // Each step goes on where the one before it left the project.
  test('1. a leaking test: the report, and the run fails', async () => {
    const run = await runJest(project);
    expect(run.exitCode).toBe(1);
    expect(verdictsOf(run)).toEqual({ new: [LEAK] });
    expect(statusOf(run.results, 'applies the discount')).toBe('failed');
    expect(run.output).toContain(' NEW  cart.test.js › applies the discount\n');
    expect(project.has(BASELINE)).toBe(false);
  });

  test('2. init writes the baseline', async () => {
    const run = await runCli(project, ['init']);
    expect({ exitCode: run.exitCode, output: run.output }).toMatchObject({ exitCode: 0 });
    expect(project.read(BASELINE)).toBe(`${HEADER}${LEAK}\n`);
  });

  test('3. the same suite passes, and the leak is one line', async () => {
    const run = await runJest(project);
    expect(run.exitCode).toBe(0);
    expect(verdictsOf(run)).toEqual({ known: [LEAK] });
    expect(statusOf(run.results, 'applies the discount')).toBe('passed');
    expect(run.output).toContain('\n known  1 leak of 1 file, as listed.\n');
    expect((await runCli(project, ['check'])).exitCode).toBe(0);
  });

  test('4. init does not run twice', async () => {
    const run = await runCli(project, ['init']);
    expect(run.exitCode).toBe(2);
    expect(project.read(BASELINE)).toBe(`${HEADER}${LEAK}\n`);
  });

  test('5. after the fix the run fails: the entry is stale', async () => {
    project.write({ 'cart.test.js': project.read('fixed/cart.test.js') });
    const run = await runJest(project);
    expect(run.exitCode).toBe(1);
    expect(verdictsOf(run)).toEqual({ fixed: [LEAK] });
    expect(run.results?.tests.map(({ status }) => status)).toEqual(['passed', 'passed']);
    expect(run.output).toContain(' STALE  leak-baseline.txt:2');
    const check = await runCli(project, ['check']);
    expect({ exitCode: check.exitCode, output: check.output }).toMatchObject({ exitCode: 3 });
  });

  test('6. prune takes the entry away, and the next run is clean', async () => {
    const prune = await runCli(project, ['prune']);
    expect({ exitCode: prune.exitCode, output: prune.output }).toMatchObject({ exitCode: 0 });
    expect(project.read(BASELINE)).toBe(HEADER);
    const run = await runJest(project);
    expect(run.exitCode).toBe(0);
    expect(verdictsOf(run)).toEqual({});
    expect((await runCli(project, ['check'])).exitCode).toBe(0);
  });

  test('7. a second leak fails the run again', async () => {
    project.write({ 'menu.test.js': project.read('later/menu.test.js') });
    const run = await runJest(project);
    expect(run.exitCode).toBe(1);
    expect(verdictsOf(run)).toEqual({ new: ['menu.test.js core-module-mutated os.hostname'] });
    expect((await runCli(project, ['check'])).exitCode).toBe(1);
    expect(project.read(BASELINE)).toBe(HEADER);
  });
});
