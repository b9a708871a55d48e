import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createProject, jestLines, REPOSITORY, runJest, runsEverywhere, type JestLine, type JestRun } from '../harness';
import { openEntry, readOpenEntries } from '../harness/open-entries';

jest.setTimeout(180_000);

/** What a recipe's folder may say of itself in fixture.json. */
interface FixtureNotes {
  nodeOptions?: string;
  /** `>=30`: the oldest major version of Jest that has the API. */
  jest?: string;
}

const RECIPES = join(REPOSITORY, 'e2e/fixtures/recipes');
const folders = readdirSync(RECIPES).sort();
const open = readOpenEntries();

test('every folder is named <kind>--<form> and has both sides', () => {
  expect(folders.length).toBeGreaterThan(0);
  for (const folder of folders) {
    expect(folder).toMatch(/^[a-z-]+--[a-zA-Z-]+$/);
    expect(readdirSync(join(RECIPES, folder))).toEqual(expect.arrayContaining(['after', 'before']));
  }
});

describe.each(jestLines())('recipes on Jest $name', (line) => {
  const usable = folders.filter((folder, index) => supports(readNotes(folder), line) && isTurnOf(line, index, folder));

  test.each(usable)('%s', async (folder) => {
    const [before, after] = await Promise.all([run(folder, 'before', line), run(folder, 'after', line)]);
    const recipe = folder.replace('--', '/');

    expect(before.report?.problems).toEqual([]);
    expect(after.report?.problems).toEqual([]);
    expect(after.report?.files).toContainEqual(expect.objectContaining({ guarded: true }));
    expect(counted(after)).toEqual([]);
    expect({ output: after.output, exitCode: after.exitCode }).toMatchObject({ exitCode: 0 });

    expect(before.exitCode).toBe(1);
    expect(counted(before).filter((found) => found !== recipe)).toEqual([]);
    const reported = counted(before).includes(recipe);
    if (!openEntry(open, `recipes/${folder}`, line.name)) expect(counted(before)).toContain(recipe);
    else if (reported) throw new Error(`${recipe} is reported now. Take it out of e2e/cases/open.json.`);
  });
});

/** Each recipe runs on one of the lines in its turn, on all of them where E2E_LINES or E2E_ALL is set. */
function isTurnOf(line: JestLine, index: number, folder: string): boolean {
  const lines = jestLines().filter((one) => supports(readNotes(folder), one));
  return runsEverywhere() || lines[index % lines.length]?.name === line.name;
}

function run(folder: string, side: 'before' | 'after', line: JestLine): Promise<JestRun> {
  const { nodeOptions } = readNotes(folder);
  const project = createProject(join(RECIPES, folder, side), line);
  return runJest(project, ['-i'], nodeOptions === undefined ? {} : { nodeOptions });
}

function counted({ report }: JestRun): string[] {
  return (report?.leaks ?? []).filter(({ grade }) => grade !== 'latent').map((leak) => leak.recipe);
}

function readNotes(folder: string): FixtureNotes {
  const file = join(RECIPES, folder, 'fixture.json');
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as FixtureNotes) : {};
}

function supports({ jest: range = '>=29' }: FixtureNotes, line: JestLine): boolean {
  const oldest = /^>=(\d+)$/.exec(range)?.[1];
  if (oldest === undefined) throw new Error(`fixture.json: "jest" must be like ">=30", not "${range}".`);
  return Number(line.name.split('.')[0]) >= Number(oldest);
}
