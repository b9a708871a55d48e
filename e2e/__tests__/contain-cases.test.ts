import type { HermeticOptions } from '@jest-hermetic/leak-record';
import { createProject, jestLines, runJest, withHermetic, type JestRun } from '../harness';
import { createCaseSuite, ES_MODULES } from '../harness/case-suite';
import { readCases, type Case, type ExpectedLeak } from '../harness/case-file';

jest.setTimeout(300_000);

interface WithVictim {
  id: string;
  subject: Case;
  leak: ExpectedLeak & { victim: NonNullable<ExpectedLeak['victim']> };
}

const cases = readCases().flatMap((subject): WithVictim[] => {
  const leak = subject.truth.leaks.find(({ victim }) => victim !== null);
  return leak === undefined ? [] : [{ id: subject.truth.id, subject, leak: leak as WithVictim['leak'] }];
});

const crossesFiles = ({ leak: { victim, owner } }: WithVictim): boolean => victim.file !== owner;

/** It counts on its own folder as the working directory, so it is no part of a suite. */
const ALONE = 'chdir-in-after-all-crosses-files';

const together = cases.filter(({ id }) => id !== ALONE);

/** The first word says how far `contain` goes; what crosses files is put back either way. */
const SUITES: [contain: HermeticOptions['contain'], cases: WithVictim[]][] = [
  ['file', together.filter(crossesFiles)],
  ['scope', together],
];

// That each victim fails on plain Jest is shown with the cases themselves.
describe.each(jestLines())('cases on Jest $name', (line) => {
  describe.each(SUITES)('contain: %s', (contain, chosen) => {
    let run: JestRun;

    beforeAll(async () => {
      const subjects = chosen.map(({ subject }) => subject);
      run = await runJest(createCaseSuite(subjects, line, { contain }), ['-i'], { nodeOptions: ES_MODULES });
    });

    test.each(chosen)('$id: no victim, and the leak is reported', ({ id, leak: { owner, kind, key, victim } }) => {
      // What a package installed stays, so its victim stays one.
      expect(failedIn(run, `${id}/`)).toEqual(owner.startsWith('node_modules/') ? [victim.test] : []);
      expect(reportedBy(run)).toContain(`${at(id, owner)} ${kind} ${at(id, key)}`);
    });

    test('every file ran', () => {
      expect(run.results?.brokenFiles).toEqual([]);
      expect(run.report?.problems ?? []).toEqual([]);
      expect(run.exitCode).toBe(1);
    });
  });

  test(`${ALONE}: no victim, and the leak is reported`, async () => {
    const { subject, leak } = cases.find(({ id }) => id === ALONE) as WithVictim;
    const options = { failAt: 'run', contain: 'file' } as const;
    const run = await runJest(withHermetic(createProject(subject.dir, line), { options }), ['-i']);
    expect(failedIn(run, '')).toEqual([]);
    expect(reportedBy(run)).toEqual([`${leak.owner} ${leak.kind} ${leak.key}`]);
  });
});

function failedIn({ results }: JestRun, folder: string): string[] | undefined {
  const failed = results?.tests.filter(({ file, status }) => file.startsWith(folder) && status === 'failed');
  return failed?.map(({ name }) => name);
}

function reportedBy({ report }: JestRun): string[] | undefined {
  const leaks = report?.leaks.filter(({ grade }) => grade !== 'latent');
  return leaks?.map(({ owner, kind, key }) => `${owner} ${kind} ${key}`);
}

function at(id: string, path: string): string {
  return /\.[cm]?js/.test(path) && !path.startsWith('node_modules/') ? `${id}/${path}` : path;
}
