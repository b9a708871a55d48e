import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { createProject, jestLines, REPOSITORY, runJest, type JestLine, type JestRun } from '../harness';

jest.setTimeout(180_000);

const FIXTURE = join(REPOSITORY, 'e2e/fixtures/surfaces-off');
const COMPILED_ENVIRONMENT = join(REPOSITORY, 'packages/environment/jest/build');

/** Every surface with the one leak of its fixture. */
const LEAKS: [surface: string, key: string][] = [
  ['core-module-mutated', 'os.hostname'],
  ['host-object-mutated', 'URL.canParse'],
  ['host-require-cache', 'Module._extensions[.leaked]'],
  ['mock-registered', 'src/config.js'],
  ['module-purged', 'registry'],
  ['process-state', 'process.stdout:resize'],
];
const ALL = LEAKS.map(([kind, key]) => `leaking/${kind}.test.js ${kind} ${key}`);

function run(line: JestLine, folder: 'leaking' | 'repaired', off = ''): Promise<JestRun> {
  const env = { SURFACE_OFF: off, COMPILED_ENVIRONMENT };
  return runJest(createProject(FIXTURE, line), ['-i', `${folder}/`], { env });
}

function counted({ report }: JestRun): string[] {
  const leaks = report?.leaks.filter(({ grade }) => grade !== 'latent') ?? [];
  return leaks.map(({ owner, kind, key }) => `${owner} ${kind} ${key}`).sort();
}

test('every leak has a repaired twin', () => {
  const names = LEAKS.map(([kind]) => `${kind}.test.js`);
  for (const folder of ['leaking', 'repaired']) expect(readdirSync(join(FIXTURE, folder)).sort()).toEqual(names);
});

describe.each(jestLines())('every surface on Jest $name', (line) => {
  test('fires on its leak', async () => {
    const leaking = await run(line, 'leaking');
    expect(counted(leaking)).toEqual(ALL);
    expect(leaking.report?.problems).toEqual([]);
    expect(leaking.exitCode).toBe(1);
  });

  test('is silent on the repaired twin', async () => {
    const repaired = await run(line, 'repaired');
    expect(repaired.report?.leaks).toEqual([]);
    expect(repaired.report?.problems).toEqual([]);
    expect(repaired.report?.files.map(({ guarded, unobservable }) => ({ guarded, unobservable }))).toEqual(
      LEAKS.map(() => ({ guarded: true, unobservable: [] })),
    );
    expect(repaired.exitCode).toBe(0);
  });

  test.each(LEAKS)('%s is seen by its own code: without that only its leak is missed', async (surface) => {
    const missed = await run(line, 'leaking', surface);
    expect(counted(missed)).toEqual(ALL.filter((leak) => !leak.includes(` ${surface} `)));
    expect(missed.report?.problems).toEqual([]);
    expect(missed.results?.tests.every(({ status }) => status === 'passed')).toBe(true);
  });
});
