import { FORMS, type ConfigForm } from '../adoption/forms';
import { createProject, jestLines, runCli, runJest, type CliRun, type JestLine, type Project } from '../harness';
import { inLanes } from '../ratchet/lanes';
import { LEAKING } from '../ratchet/suite';

jest.setTimeout(240_000);

const newest = jestLines().at(-1) as JestLine;
const LIST = 'a.test.js mock-registered src/live.js\n';
const edited = FORMS.filter((form) => form.edited !== undefined);
const untouched = FORMS.filter((form) => form.edited === undefined);

let runs: Map<ConfigForm, Promise<{ project: Project; run: CliRun }>>;
beforeAll(() => {
  runs = inLanes(FORMS, async (form) => {
    const project = createProject(
      { 'package.json': { name: 'suite', private: true }, 'a.test.js': LEAKING, 'src/live.js': '', ...form.files },
      newest,
    );
    // Where nothing is edited there is nothing to be run either: no report is enough of an end.
    const source = form.edited === undefined ? ['--from-report'] : [];
    return { project, run: await runCli(project, ['init', '--write', ...source, '--', ...(form.args ?? [])]) };
  });
});

test.each(edited)('init --write edits $name, and the suite runs under it', async (form) => {
  const { project, run } = await runs.get(form)!;
  const { file, text } = form.edited!;
  expect(project.read(file)).toBe(text);
  expect({ exitCode: run.exitCode, output: run.output }).toMatchObject({ exitCode: 0 });
  expect(run.output).toContain(`Added to <rootDir>/${file}:\n`);
  expect(run.report?.files.map(({ path, guarded }) => [path, guarded])).toEqual([['a.test.js', true]]);
  expect(project.read('leak-baseline.txt')).toMatch(new RegExp(`\n${LIST}$`));
  const again = await runCli(project, ['init', '--write', '--again', '--from-report']);
  expect(again.exitCode).toBe(0);
  expect(again.output).not.toMatch(/Added|edited|missing/);
  expect(project.read(file)).toBe(text);
});

test.each(untouched)('init --write leaves $name alone, and says why and what to add', async (form) => {
  const { project, run } = await runs.get(form)!;
  for (const words of form.says!) expect(run.output).toContain(words);
  expect(run.exitCode).toBe(5);
  for (const [file, content] of Object.entries(form.files)) {
    const before = typeof content === 'string' ? content : `${JSON.stringify(content, null, 2)}\n`;
    expect(project.read(file)).toBe(before);
  }
});

test('without --write the lines are printed in the form of the config, and init runs all the same', async () => {
  const project = createProject(
    { 'package.json': { name: 'suite', jest: { transform: {} } }, 'a.test.js': LEAKING, 'src/live.js': '' },
    newest,
  );
  const before = project.read('package.json');
  const { output, exitCode } = await runCli(project, ['init']);
  expect(output).toContain(
    'These lines are missing in the "jest" key of <rootDir>/package.json (--write adds them where that is safe):\n' +
      '  "testEnvironment": "jest-hermetic",\n  "reporters": ["default", "jest-hermetic/reporter"],\n',
  );
  expect(exitCode).toBe(0);
  expect(project.read('package.json')).toBe(before);
  expect(project.read('leak-baseline.txt')).toContain(LIST);

  // Then --write is what is left to do: the list is there and stays.
  const list = project.read('leak-baseline.txt');
  const added = await runCli(project, ['init', '--write']);
  expect(added.output).toContain('Added to <rootDir>/package.json:\n');
  expect(added.output).toContain('leak-baseline.txt is there already and stays as it is.');
  expect(added.exitCode).toBe(0);
  expect(project.read('leak-baseline.txt')).toBe(list);
  const refused = await runCli(project, ['init', '--write']);
  expect(refused.output).toContain('leak-baseline.txt exists.');
  expect(refused.exitCode).toBe(2);
});

test('a suite with hundreds of leaks: one list, and the next run is green and short', async () => {
  const leaking = Array.from({ length: 40 }, (_, i) => {
    return `test('leak ${i}', () => { jest.doMock('./m${i}', () => ({}), { virtual: true }); });\n`;
  }).join('');
  const files = Array.from({ length: 10 }, (_, index) => [`${index}.test.js`, `${leaking}test('last', () => {});\n`]);
  const config = { transform: {}, testEnvironment: 'jest-hermetic', reporters: ['default', 'jest-hermetic/reporter'] };
  const project = createProject({ 'jest.config.json': config, ...Object.fromEntries(files) }, newest);
  const first = await runCli(project, ['init']);
  expect({ code: first.exitCode, output: first.output }).toMatchObject({ code: 0 });
  expect(first.output).toContain('leak-baseline.txt: 400 known leaks.');
  expect(first.output.split('\n').length).toBeLessThan(40);
  const { exitCode, output } = await runJest(project);
  expect(output).toContain(' known  400 leaks of 10 files, as listed.');
  expect(exitCode).toBe(0);
});
