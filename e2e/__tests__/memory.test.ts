import { join } from 'node:path';
import {
  createProject,
  jestLines,
  PLAIN_CONFIG,
  REPOSITORY,
  runJest,
  withHermetic,
  type JestLine,
  type JestRun,
  type Project,
} from '../harness';

jest.setTimeout(300_000);

const FIXTURE = join(REPOSITORY, 'e2e/fixtures/memory');
const MODULES = 150;
/** Enough for what stays of each reset to show; MEMORY_RESETS=1000 is the long way. */
const RESETS = Number(process.env['MEMORY_RESETS'] ?? 100);
/** Megabytes that may stay after all resets; one small object for each module of each graph would be several times that. */
const KEPT = 1 + RESETS / 200;
/** Megabytes of the peak that our own code and the reporter's need, whatever the tests do (measured: 10 to 20). */
const OWN = 40;

/** A project whose `src/m0` reaches every one of its modules. */
function makeGraph(line: JestLine): Project {
  const project = createProject(FIXTURE, line);
  for (let index = 0; index < MODULES; index++) {
    const next = [2 * index + 1, 2 * index + 2].filter((child) => child < MODULES);
    project.write({
      [`src/m${index}.js`]: [
        ...next.map((child) => `exports.m${child} = require('./m${child}');`),
        `exports.data = new Array(100).fill(${index});`,
        '',
      ].join('\n'),
    });
  }
  return withHermetic(project, { options: { failAt: 'run' } });
}

describe.each(jestLines())('memory on Jest $name', (line) => {
  const measure = async (project: Project, args: string[] = []) => {
    const run = await runJest(project, ['-i', ...args], {
      env: { RESETS: String(RESETS) },
      nodeOptions: '--expose-gc',
      timeout: 250_000,
    });
    const heap = JSON.parse(project.read('heap.json') ?? '{}') as { alive: number; grown: number };
    const { peak } = JSON.parse(project.read('memory.json') ?? '{}') as { peak: number };
    return { run, ...heap, peak };
  };

  test('a large graph that is reset again and again needs no more than on plain Jest', async () => {
    const project = makeGraph(line);
    const plain = await measure(project, ['--config', PLAIN_CONFIG]);
    const watched = await measure(project);
    expect(purgesIn(watched.run)).toEqual(['resets a large graph again and again']);
    expect(watched.run.report?.files[0]?.watched.modules).toBeGreaterThan(MODULES * RESETS);
    // The last graph is still in the registry.
    expect({ plain: plain.alive, watched: watched.alive }).toEqual({ plain: 1, watched: 1 });
    expect(watched.grown - plain.grown).toBeLessThan(KEPT);
    expect(watched.peak - plain.peak).toBeLessThan(OWN);
  });
});

/** Megabytes of the arrays in one graph of {@link makeHeavyGraph}. */
const HEAVY = 32;

/** Tests that await nothing are one job for V8 all together, in which it lets go of no target of a WeakRef. */
function makeHeavyGraph(line: JestLine): Project {
  const files = Object.fromEntries(
    Array.from({ length: 20 }, (_, index) => [
      `src/m${index}.js`,
      `exports.data = new Array(${(HEAVY / 20) * 125_000}).fill(${index}); exports.K = class {};`,
    ]),
  );
  const all = Object.keys(files).map((file) => `require('./${file.slice('src/'.length)}')`);
  return withHermetic(
    createProject(
      {
        ...files,
        'src/index.js': `module.exports = [${all.join(', ')}];`,
        'jest.config.js': `module.exports = { testEnvironment: 'node' };`,
        'a.test.js': `
          require('./src/index');
          for (let index = 0; index < 30; index++) {
            test('reset ' + index, () => {
              jest.resetModules();
              expect(require('./src/index')).toHaveLength(20);
            });
          }
          test('what is left', () => {
            require('v8').setFlagsFromString('--expose-gc');
            require('vm').runInNewContext('gc')();
            require('fs').writeFileSync('left.json', JSON.stringify(process.memoryUsage().heapUsed / 2 ** 20));
          });`,
      },
      line,
    ),
    { options: { failAt: 'run' } },
  );
}

test.each(jestLines())('graphs that are reset without a pause are let go on Jest $name', async (line) => {
  const project = makeHeavyGraph(line);
  const leftBy = async (args: string[]) => {
    await runJest(project, ['-i', ...args]);
    return Number(project.read('left.json'));
  };
  const plain = await leftBy(['--config', PLAIN_CONFIG]);
  const watched = await leftBy([]);
  expect(plain).toBeGreaterThan(HEAVY);
  expect(watched - plain).toBeLessThan(4 * HEAVY);
});

function purgesIn({ report }: JestRun): (string | null | undefined)[] {
  return (report?.leaks ?? []).map(({ scopes }) => scopes[0]?.name);
}
