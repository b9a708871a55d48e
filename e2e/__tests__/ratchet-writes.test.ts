import { spawn, type ChildProcessByStdio } from 'node:child_process';
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { cleanEnvironment, createProject, jestLines, runCli, runJest, type JestLine } from '../harness';
import { AROUND, LEAKING } from '../ratchet/suite';

jest.setTimeout(240_000);

const KILLS = 200;
const SIZE = 200_000;
const newest = jestLines().at(-1) as JestLine;
let directory: string;
let file: string;

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'hermetic-writes-'));
  file = join(directory, 'leak-baseline.txt');
});
afterEach(() => {
  chmodSync(directory, 0o755);
  rmSync(directory, { recursive: true, force: true });
});

test(`after each of ${KILLS} kills at random moments of a write the file is whole`, async () => {
  writeFileSync(file, 'first\n');
  const seen = { first: 0, a: 0, b: 0 };
  let killed = 0;
  const lane = async () => {
    while (killed++ < KILLS) {
      const own = join(mkdtempSync(join(directory, 'lane-')), 'leak-baseline.txt');
      writeFileSync(own, 'first\n');
      await killAtRandom(start('rewrite.js', own, String(SIZE)));
      const text = readFileSync(own, 'utf8');
      if (text === 'first\n') seen.first++;
      else {
        expect(text.length).toBe(SIZE);
        expect(text).toBe(`${text[0]!.repeat(SIZE - 1)}\n`);
        seen[text[0] as 'a' | 'b']++;
      }
      rmSync(join(own, '..'), { recursive: true });
    }
  };
  await Promise.all([lane(), lane()]);
  expect(seen.first + seen.a + seen.b).toBe(KILLS);
  expect(Math.min(seen.a, seen.b)).toBeGreaterThan(0);
});

test('what a killed writer left is gone after the next write, and what a living one has is not', async () => {
  const left = join(directory, '.leak-baseline.txt.999999999.0123456789ab.tmp');
  const living = join(directory, `.leak-baseline.txt.${process.pid}.0123456789ab.tmp`);
  for (const temporary of [left, living]) writeFileSync(temporary, 'half');
  await ended(start('add-lines.js', file, 'a', '1'));
  expect(readdirSync(directory).toSorted()).toEqual(
    [living, file].map((path) => path.slice(directory.length + 1)).toSorted(),
  );
});

test('eight writers at once, three of them killed: no line that was written is lost', async () => {
  const writers = Array.from({ length: 8 }, (_, index) => start('add-lines.js', file, `w${index}`, '12'));
  const said = writers.map(linesOf);
  const ends = writers.map(ended);
  for (const [index, writer] of writers.slice(0, 3).entries())
    setTimeout(() => writer.kill('SIGKILL'), 150 + 60 * index);
  await Promise.all(ends);
  const text = readFileSync(file, 'utf8');
  const written = said.flatMap((lines) => lines());
  expect(written.length).toBeGreaterThanOrEqual(60);
  expect(written.filter((owner) => !text.includes(`${owner} mock-registered src/x.js  # because\n`))).toEqual([]);
});

test('two accepts at once both stay', async () => {
  const project = createProject({ ...AROUND, 'part.test.js': LEAKING, 'whole.test.js': LEAKING }, newest);
  await runJest(project);
  const accept = (owner: string) => runCli(project, ['accept', owner, '--reason', `because of ${owner}`]);
  const runs = await Promise.all([accept('part.test.js'), accept('whole.test.js'), accept('setup.js')]);
  expect(runs.map(({ exitCode }) => exitCode)).toEqual([0, 0, 0]);
  expect(project.read('leak-baseline.txt')!.split('\n').slice(1)).toEqual([
    'part.test.js mock-registered src/live.js  # because of part.test.js',
    'setup.js core-module-mutated fs.live  # because of setup.js',
    'whole.test.js mock-registered src/live.js  # because of whole.test.js',
    '',
  ]);
  expect((await runJest(project)).exitCode).toBe(0);
});

test('a directory that cannot be written is named, and the file stays', async () => {
  writeFileSync(file, '');
  chmodSync(directory, 0o555);
  // Root may write anywhere, so it becomes somebody else.
  const isRoot = process.getuid?.() === 0;
  const writer = start('add-lines.js', file, 'a', '1', isRoot ? { uid: 65534, gid: 65534 } : {});
  const complaint: string[] = [];
  writer.stderr.on('data', (text: Buffer) => complaint.push(String(text)));
  expect(await ended(writer)).toBe(1);
  expect(complaint.join('')).toContain(
    `${file}: it cannot be written: permission denied. Allow this user to read and write the file and its directory.`,
  );
  expect(readdirSync(directory)).toEqual(['leak-baseline.txt']);
  expect(readFileSync(file, 'utf8')).toBe('');
});

type Writer = ChildProcessByStdio<null, Readable, Readable>;

function start(script: string, ...words: [...string[], string | { uid?: number; gid?: number }]): Writer {
  const options = words.filter((word) => typeof word === 'object')[0] ?? {};
  const args = words.filter((word) => typeof word === 'string');
  return spawn(process.execPath, [join(__dirname, '../ratchet/writers', script), ...args], {
    ...options,
    env: cleanEnvironment(),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

function ended(writer: Writer): Promise<number | null> {
  return new Promise((resolve) => writer.on('close', resolve));
}

/** Collects what a writer says, line by line. */
function linesOf(writer: Writer): () => string[] {
  let text = '';
  writer.stdout.setEncoding('utf8').on('data', (part: string) => (text += part));
  return () => text.split('\n').slice(0, -1);
}

function killAtRandom(writer: Writer): Promise<number | null> {
  const end = ended(writer);
  writer.stdout.once('data', () => setTimeout(() => writer.kill('SIGKILL'), Math.random() * 12));
  return end;
}
