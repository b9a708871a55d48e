import type { EntryVerdict } from '@jest-hermetic/leak-record';
import { createProject, jestLines, runJest, type JestRun } from '../harness';
import { inLanes } from '../ratchet/lanes';
import { commitAll } from '../ratchet/run-way';
import { AROUND, LEAKING } from '../ratchet/suite';

jest.setTimeout(240_000);

/** A run of a part of the suite, and the entries that it must have judged. */
interface PartialRun {
  name: string;
  args: string[];
  judged: Partial<Record<EntryVerdict, string[]>>;
}

const TWICE = `${LEAKING}test('leaks too', () => {\n  jest.doMock('./src/live', () => ({}));\n});\ntest('receives too', () => {\n  require('./src/live');\n});\n`;
const OTHER = "test('another', () => {});\n";
const FILES = {
  'grown.test.js': TWICE + OTHER,
  'new.test.js': LEAKING + OTHER,
  'now/moved.test.js': LEAKING.replaceAll('./src', '../src') + OTHER,
  'quiet.test.js': "test('loads', () => { require('./src/live'); });\n",
  'leak-baseline.txt': [
    'deleted.test.js mock-registered src/live.js',
    'grown.test.js mock-registered src/live.js',
    'moved.test.js mock-registered src/live.js',
    'setup.js core-module-mutated fs.live',
    '',
  ].join('\n'),
};

const ALL = { new: ['new.test.js'], grown: ['grown.test.js'], moved: ['moved.test.js'], gone: ['deleted.test.js'] };
// While its new owner did not run, a line that moved cannot be told from one whose file was deleted.
const GONE = ['deleted.test.js', 'moved.test.js'];

const RUNS: PartialRun[] = [
  { name: 'the whole suite', args: [], judged: ALL },
  { name: '-t', args: ['-t', 'leaks|receives'], judged: ALL },
  { name: 'a path', args: ['new.test'], judged: { new: ['new.test.js'], gone: GONE } },
  {
    name: '--runTestsByPath',
    args: ['--runTestsByPath', 'grown.test.js'],
    judged: { grown: ['grown.test.js'], gone: GONE },
  },
  { name: '--testPathIgnorePatterns', args: ['--testPathIgnorePatterns', 'quiet'], judged: ALL },
  { name: '--onlyChanged without a change', args: ['--onlyChanged', '--passWithNoTests'], judged: { gone: GONE } },
  { name: 'a quiet path', args: ['quiet'], judged: { gone: GONE } },
];

describe.each(jestLines())('no way in on Jest $name', (line) => {
  let runs: Map<PartialRun, Promise<JestRun>>;
  beforeAll(() => {
    runs = inLanes(RUNS, async ({ args }) => {
      const project = createProject({ ...AROUND, ...FILES }, line);
      if (args.includes('--onlyChanged')) commitAll(project);
      return runJest(project, args);
    });
  });

  test.each(RUNS)('$name: new, grown, moved and gone are judged, and fail the run', async (run) => {
    const { report, exitCode, output } = await runs.get(run)!;
    if (report === null) throw new Error(`No report.\n${output}`);
    const { baseline } = report;
    const ownersOf = (verdict: EntryVerdict) => baseline[verdict].map(({ owner }) => owner);
    const found = { new: ownersOf('new'), grown: ownersOf('grown'), moved: ownersOf('moved'), gone: ownersOf('gone') };
    expect(found).toEqual({ new: [], grown: [], moved: [], gone: [], ...run.judged });
    expect([baseline.fixed, baseline.shrunk]).toEqual([[], []]);
    const fails = (run.judged.new ?? run.judged.grown) !== undefined;
    expect([exitCode, report.run.exitCode]).toEqual([1, report.files.length === 0 ? 5 : fails ? 1 : 3]);
  });
});

test('two files of one worker that leave the same: the second cannot be seen to, and its line stays', async () => {
  const leaving = "test('leaves', () => { process.chdir('/'); });\ntest('another', () => {});\n";
  const list = ['a', 'b'].map((name) => `${name}.test.js process-state process.cwd\n`).join('');
  const config = {
    ...(AROUND['jest.config.json'] as object),
    testEnvironmentOptions: { hermetic: { contain: 'off' } },
  };
  const project = createProject(
    {
      ...AROUND,
      'jest.config.json': config,
      'setup.js': '',
      'a.test.js': leaving,
      'b.test.js': leaving,
      'leak-baseline.txt': list,
    },
    jestLines().at(-1)!,
  );
  const { report, exitCode } = await runJest(project, ['-i']);
  expect(exitCode).toBe(0);
  expect(report!.baseline.known.map(({ owner }) => owner)).toEqual(['a.test.js']);
  expect(report!.baseline.unexercised.map(({ owner, because }) => [owner, because])).toEqual([
    ['b.test.js', 'a.test.js left process.cwd changed in the same worker, which may hide it'],
  ]);
});
