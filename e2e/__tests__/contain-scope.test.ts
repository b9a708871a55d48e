import { createProject, jestLines, runJest, withHermetic, type JestLine, type JestRun } from '../harness';
import { containScopeFiles, containScopeLeaks } from '../fixtures/contain-scope';

jest.setTimeout(180_000);

const CONFIG = `module.exports = { testEnvironment: 'node' };`;

/** The more the better; each costs a run. */
const SEEDS = Array.from({ length: Number(process.env['E2E_SEEDS'] ?? 1) }, (_, index) => index + 1);

function suite(line: JestLine, gate: 'escaped' | 'observed') {
  const project = createProject({ ...containScopeFiles, 'jest.config.js': CONFIG }, line);
  return withHermetic(project, { options: { failAt: 'run', contain: 'scope', gate } });
}

function failures({ results }: JestRun) {
  const failed = results?.tests.filter(({ status }) => status === 'failed');
  return failed?.map(({ file, name, message }) => `${file} ${name}: ${message}`);
}

function identities({ report }: JestRun): string[] {
  return [...new Set(report?.leaks.map(({ owner, kind, key }) => `${owner} ${kind} ${key}`))].sort();
}

describe.each(jestLines())("contain: 'scope' on Jest $name", (line) => {
  let run: JestRun;

  beforeAll(async () => {
    run = await runJest(suite(line, 'escaped'), ['-i']);
  });

  test('nothing reaches another test', () => {
    expect(failures(run)).toEqual([]);
    expect(run.results?.brokenFiles).toEqual([]);
    expect(run.report?.problems).toEqual([]);
  });

  test('all of it is still reported, and never observed', () => {
    const scopes: Record<string, Record<string, number>> = {};
    for (const leak of run.report?.leaks ?? []) {
      const ofFile = (scopes[leak.owner] ??= {});
      const key = `${leak.kind} ${leak.key} ${leak.grade}`;
      ofFile[key] = (ofFile[key] ?? 0) + leak.scopes.length;
    }
    expect(scopes).toEqual(containScopeLeaks);
    expect(run.exitCode).toBe(1);
  });

  test.each(SEEDS)('in the order of seed %s: the same outcomes, and the same leaks', async (seed) => {
    const shuffled = await runJest(suite(line, 'observed'), ['-i', '--randomize', `--seed=${seed}`]);
    expect(failures(shuffled)).toEqual([]);
    expect(identities(shuffled)).toEqual(identities(run));
    // What was put back can be received by nobody, so the highest gate counts it from `escaped`.
    const mocks = shuffled.report?.leaks.filter(({ kind, grade }) => kind === 'mock-registered' && grade === 'escaped');
    expect(new Set(mocks?.map(({ verdict }) => verdict))).toEqual(new Set(['new']));
  });
});
