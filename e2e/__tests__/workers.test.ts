import { join } from 'node:path';
import { createProject, jestLines, REPOSITORY, runJest, type JestLine } from '../harness';

jest.setTimeout(180_000);

const FIXTURE = join(REPOSITORY, 'e2e/fixtures/workers');
const FILES = ['a', 'b', 'c', 'clean'];

/** How Jest can spread a run; the limit of idle memory makes it use workers for a run as small as this one. */
const WAYS: [way: string, args: string[], workers: { processes: number; threads: number }][] = [
  ['in band', ['-i'], { processes: 1, threads: 1 }],
  ['in child processes', ['-w', '2', '--workerIdleMemoryLimit=4GB'], { processes: 2, threads: 1 }],
  ['in worker threads', ['-w', '2', '--workerIdleMemoryLimit=4GB', '--workerThreads'], { processes: 1, threads: 2 }],
];

async function runWay(line: JestLine, args: string[]) {
  const project = createProject(FIXTURE, line);
  const run = await runJest(project, args);
  const records = JSON.parse(project.read('records.json') ?? '[]') as [file: string, path: string][];
  const leaks = run.report?.leaks.map(({ owner, kind, key, grade, site, scopes }) => ({
    leak: `${owner} ${kind} ${key} ${grade}`,
    line: site?.line,
    scopes: scopes.map(({ name }) => name),
  }));
  return { run, records, leaks };
}

describe.each(jestLines())('workers on Jest $name', (line) => {
  const mockOf = (file: string) => ({
    leak: `tests/${file}.test.js mock-registered src/config.js observed`,
    line: 5,
    scopes: ['leaks a mock and a core module'],
  });
  const expected = ['a', 'b', 'c'].flatMap((file) => [
    {
      leak: `tests/${file}.test.js core-module-mutated os.hostname escaped`,
      line: 6,
      scopes: ['leaks a mock and a core module'],
    },
    mockOf(file),
    { leak: `tests/${file}.test.js module-purged registry escaped`, line: 10, scopes: ['leaks a purge'] },
  ]);

  test.each(WAYS)('%s: the same leaks, and one record for each file of each project', async (_way, args, workers) => {
    const { run, records, leaks } = await runWay(line, args);
    expect(run.report?.problems).toEqual([]);
    expect(leaks).toEqual(expected);
    expect(run.report?.files.map(({ path, guarded }) => [path, guarded])).toEqual(
      FILES.flatMap((name) => [
        [`tests/${name}.test.js`, true],
        [`tests/${name}.test.js`, true],
      ]),
    );

    expect(records.map(([, path]) => path).toSorted()).toEqual(
      FILES.flatMap((name) => [`tests/${name}.test.js`, `tests/${name}.test.js`]),
    );
    const names = records.map(([file]) => /^(\d+)-(\d+)-\d+\.record\.json$/.exec(file));
    expect(new Set(names.map((name) => name?.[1])).size).toBe(workers.processes);
    expect(new Set(names.map((name) => name?.[2])).size).toBe(workers.threads);
  });
});
