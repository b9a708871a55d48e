import { CROSSING, STAYING, type Mutation } from '../fixtures/cross-file';
import { createProject, jestLines, runJest, type JestRun, type ProjectFiles } from '../harness';

jest.setTimeout(120_000);

const CONFIG = {
  testEnvironment: 'jest-hermetic',
  reporters: ['default', 'jest-hermetic/reporter'],
  testSequencer: '<rootDir>/sequencer.js',
  transform: {},
  testEnvironmentOptions: { hermetic: { failAt: 'run', contain: 'off' } },
};
const SEQUENCER = `
module.exports = class {
  sort(tests) { return [...tests].sort((a, b) => (a.path < b.path ? -1 : 1)); }
  shard(tests) { return tests; }
  allFailedTests(tests) { return tests; }
  cacheResults() {}
};`;

const ALL = [...CROSSING, ...STAYING];
const fileOf = (mutation: Mutation): string => `mutation-${String(ALL.indexOf(mutation)).padStart(3, '0')}.test.js`;

/** One file for each mutation, and a last one that looks for all of them. */
function project(): ProjectFiles {
  const files: ProjectFiles = {
    'jest.config.js': `module.exports = ${JSON.stringify(CONFIG)};`,
    'sequencer.js': SEQUENCER,
  };
  for (const mutation of ALL) files[fileOf(mutation)] = `{ ${mutation.code} }\ntest('one', () => {});`;
  const looks = ALL.map(
    ({ seen }, index) => `test('${index}', () => expect(${seen}).toBe(${index < CROSSING.length}));`,
  );
  files['seen.test.js'] = looks.join('\n');
  return files;
}

describe.each(jestLines())('what crosses files on Jest $name', (line) => {
  let run: JestRun;

  beforeAll(async () => {
    run = await runJest(createProject(project(), line), ['-i']);
  });

  const found = (mutation: Mutation): string[] =>
    run.report?.leaks.filter(({ owner }) => owner === fileOf(mutation)).map(({ kind, key }) => `${kind} ${key}`) ?? [];
  const isSeenLater = (mutation: Mutation): string | undefined =>
    run.results?.tests.find(({ file, name }) => file === 'seen.test.js' && name === String(ALL.indexOf(mutation)))
      ?.status;

  test.each(CROSSING.filter(({ unwatched }) => unwatched !== true))('$name: leaks, and is reported', (mutation) => {
    expect(isSeenLater(mutation)).toBe('passed');
    expect(found(mutation)).toEqual(mutation.reported);
  });

  test.each(CROSSING.filter(({ unwatched }) => unwatched === true))('$name: leaks, and is not watched', (mutation) => {
    expect(isSeenLater(mutation)).toBe('passed');
    expect(found(mutation)).toEqual([]);
  });

  test.each(STAYING)('$name: goes with its file, and nothing is said', (mutation) => {
    expect(isSeenLater(mutation)).toBe('passed');
    expect(found(mutation)).toEqual([]);
  });

  test('all ran, and nobody else is charged', () => {
    expect(run.results?.tests.filter(({ status }) => status === 'failed')).toEqual([]);
    expect(run.results?.brokenFiles).toEqual([]);
    expect(run.report?.problems).toEqual([]);
    const owners = ALL.map(fileOf);
    expect(run.report?.leaks.filter(({ owner }) => !owners.includes(owner))).toEqual([]);
  });
});
