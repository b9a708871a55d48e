import { utimesSync } from 'node:fs';
import { join } from 'node:path';
import { createProject, jestLines, REPORT_PATH, runCli, runJest, type JestLine, type Project } from '../harness';
import { commitAll, git, startJest } from '../ratchet/run-way';
import { AROUND, CONFIG, createSuite, LEAKING, SETUP } from '../ratchet/suite';

jest.setTimeout(120_000);

const newest = jestLines().at(-1) as JestLine;
const OWNERS = ['part.test.js', 'whole.test.js', SETUP];
const createPair = () => createSuite(newest, { 'part.test.js': LEAKING, 'whole.test.js': LEAKING }, OWNERS);

let ran: Project;
let list: string;
beforeAll(async () => {
  ran = createPair();
  await runJest(ran);
  list = ran.read('leak-baseline.txt')!;
});
beforeEach(() => ran.write({ 'leak-baseline.txt': list }));

test.each<[string, string[], Record<string, string>, RegExp]>([
  [
    'accept on a CI server',
    ['accept', 'part.test.js', '--reason', 'x'],
    { CI: 'true' },
    /accept is refused on a CI server/,
  ],
  ['accept without a reason', ['accept', 'part.test.js'], {}, /accept needs a reason/],
  ['accept of what does not leak', ['accept', 'other.test.js', '--reason', 'x'], {}, /no new and no grown leak/],
  ['init on a CI server', ['init'], { CI: '1' }, /init is refused on a CI server/],
  ['init where a list is', ['init'], {}, /leak-baseline\.txt exists\. To shrink it: npx jest-hermetic prune/],
])('%s is refused, and the list stays', async (_name, args, env, words) => {
  const { exitCode, stderr } = await runCli(ran, args, { env });
  expect(stderr).toMatch(words);
  expect(exitCode).toBe(2);
  expect(ran.read('leak-baseline.txt')).toBe(list);
});

test('init is refused where the list was deleted, also in a commit', async () => {
  const project = createPair();
  commitAll(project);
  project.remove('leak-baseline.txt');
  for (const commits of [0, 1]) {
    if (commits > 0) git(project, 'commit', '--quiet', '--all', '--message=away');
    const { exitCode, stderr } = await runCli(project, ['init']);
    expect(stderr).toContain('leak-baseline.txt is not there but git knows it');
    expect(exitCode).toBe(2);
  }
  expect(project.has('leak-baseline.txt')).toBe(false);
});

describe('prune', () => {
  test('refuses a list that changed since the report', async () => {
    ran.write({ 'leak-baseline.txt': `${list}# a comment\n` });
    await refused(/changed since the last report/);
  });

  test('refuses a report that is older than an owner it would take off', async () => {
    const later = Date.now() / 1000 + 60;
    utimesSync(join(ran.dir, 'part.test.js'), later, later);
    await refused(/Changed since the last report, so it proves nothing of them: part\.test\.js/);
    utimesSync(join(ran.dir, 'part.test.js'), 1, 1);
  });

  test('refuses a report of another list', async () => {
    const text = ran.read(REPORT_PATH)!;
    const report = JSON.parse(text) as { baseline: object };
    ran.write({ [REPORT_PATH]: { ...report, baseline: { ...report.baseline, path: 'other.txt' } } });
    await refused(/made against other\.txt, not leak-baseline\.txt/);
    ran.write({ [REPORT_PATH]: text });
  });

  test('refuses a report of another rootDir, and so do check, accept and init --from-report', async () => {
    const hermetic = { report: { json: '../report.json' } };
    const sub = { ...AROUND, 'leak-baseline.txt': 'a.test.js mock-registered src/stale.js\n', 'a.test.js': LEAKING };
    const config = { ...CONFIG, testEnvironmentOptions: { hermetic } };
    const files = Object.entries({ ...sub, 'jest.config.json': config });
    const project = createProject(
      Object.fromEntries(['one', 'two'].flatMap((dir) => files.map(([path, text]) => [`${dir}/${path}`, text]))),
      newest,
    );
    // Both lists have the same bytes, and the owners the same names.
    expect((await startJest(project, ['--rootDir=one', '-c', 'one/jest.config.json'])).exitCode).toBe(1);
    for (const verb of [
      ['check'],
      ['accept', 'a.test.js', '--reason', 'x'],
      ['init', '--again', '--from-report'],
      ['prune'],
    ]) {
      const { exitCode, stderr } = await runCli(project, verb, { cwd: 'two' });
      expect(stderr).toMatch(
        /report\.json is the report of another rootDir \(one, as seen from its directory\), not of .*two/,
      );
      expect(exitCode).toBe(2);
    }
    expect(project.read('two/leak-baseline.txt')).toBe('a.test.js mock-registered src/stale.js\n');
    expect((await runCli(project, ['check'], { cwd: 'one' })).exitCode).toBe(1);
  });

  test('of a list with CRLF, a mark, comments, repeats and no last line end: takes off what is stale, keeps the rest', async () => {
    const project = createPair();
    const messy = [
      ...list
        .trim()
        .split('\n')
        .flatMap((line) => (line.includes('stale') ? [`# about ${line.split(' ')[0]}`, line] : [line])),
      'whole.test.js mock-registered src/live.js  # twice',
      '# the end',
    ];
    project.write({ 'leak-baseline.txt': `\uFEFF${messy.join('\r\n')}` });
    await runJest(project);
    const pruned = await runCli(project, ['prune']);
    expect({ code: pruned.exitCode, text: project.read('leak-baseline.txt')!.split('\n').slice(1) }).toEqual({
      code: 0,
      text: [
        'part.test.js mock-registered src/live.js',
        'setup.js core-module-mutated fs.live',
        'whole.test.js mock-registered src/live.js  # twice',
        '# the end',
        '',
      ],
    });
    const once = project.read('leak-baseline.txt');
    expect((await runJest(project)).exitCode).toBe(0);
    expect((await runCli(project, ['prune'])).exitCode).toBe(0);
    expect(project.read('leak-baseline.txt')).toBe(once);
  });

  test('takes off what can be no owner, and the run was judged in spite of it', async () => {
    const odd = ['"a\\u0000b" mock-registered k', '"\\ud800" mock-registered toString', '-rf mock-registered k'];
    const others = [
      '__proto__ mock-registered constructor',
      ':(top)x mock-registered k',
      `${'x'.repeat(300_000)} process-state k`,
    ];
    const project = createProject({ ...AROUND, 'setup.js': '', 'part.test.js': LEAKING }, newest);
    commitAll(project);
    project.write({ 'leak-baseline.txt': `${[...odd, ...others].join('\n')}\n` });
    const { report, exitCode } = await runJest(project);
    expect([exitCode, report!.run.exitCode, report!.baseline.new.length, report!.baseline.gone.length]).toEqual([
      1, 1, 1, 6,
    ]);
    const pruned = await runCli(project, ['prune']);
    expect({ code: pruned.exitCode, output: pruned.output }).toMatchObject({ code: 0 });
    expect(project.read('leak-baseline.txt')!.split('\n')).toHaveLength(2);
  });

  async function refused(words: RegExp): Promise<void> {
    const before = ran.read('leak-baseline.txt');
    const { exitCode, stderr } = await runCli(ran, ['prune']);
    expect(stderr).toMatch(words);
    expect(exitCode).toBe(2);
    expect(ran.read('leak-baseline.txt')).toBe(before);
  }
});
