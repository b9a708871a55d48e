import type { ReportEntry, Report } from '@jest-hermetic/leak-record';
import { createProject, type JestLine, type Project, type ProjectFiles } from '../harness';

/** What a run says of the two lines of an owner: the stale one, whose leak it never makes, and the live one. */
export type Said = [stale: Verdict, live: Verdict];

type Verdict = 'fixed' | 'known' | 'unexercised' | 'gone' | 'shrunk' | 'moved';

/** The owner that is no test file. */
export const SETUP = 'setup.js';

/** Tests of which the first leaks into the second. */
export const LEAKING = [
  "test('leaks', () => {",
  "  jest.doMock('./src/live', () => ({}));",
  '});',
  "test('receives', () => {",
  "  require('./src/live');",
  '});',
  '',
].join('\n');

const HEADER =
  '# Known leaks. This file may only shrink: fix a leak, then delete its line (or run: npx jest-hermetic prune).';

/** A baseline with a live and a stale line for each owner. */
export function baselineFor(owners: readonly string[]): string {
  const lines = owners.flatMap((owner) =>
    ['live', 'stale'].map((key) =>
      owner === SETUP ? `${owner} core-module-mutated fs.${key}` : `${owner} mock-registered src/${key}.js`,
    ),
  );
  return [HEADER, ...lines.toSorted(), ''].join('\n');
}

/** Runs the files in the order of their names, whatever Jest knows of their times. */
const SEQUENCER = [
  "const Sequencer = require('@jest/test-sequencer').default;",
  '',
  'module.exports = class extends Sequencer {',
  '  sort(tests) {',
  '    return [...tests].sort((a, b) => (a.path < b.path ? -1 : 1));',
  '  }',
  '};',
  '',
].join('\n');

/** The configuration of the suite, as an object. */
export const CONFIG = {
  testEnvironment: 'jest-hermetic',
  reporters: ['default', 'jest-hermetic/reporter'],
  setupFilesAfterEnv: ['<rootDir>/setup.js'],
  transform: {},
};

/** What every suite has besides its test files. */
export const AROUND: ProjectFiles = {
  'package.json': { name: 'suite', private: true },
  'jest.config.json': { ...CONFIG, testSequencer: '<rootDir>/sequencer.js' },
  'sequencer.js': SEQUENCER,
  'setup.js': "require('fs').live = () => {};\n",
  'src/live.js': '',
  'src/stale.js': '',
};

/** A suite with these test files, whose baseline has a live and a stale line for each of `owners`. */
export function createSuite(line: JestLine, files: ProjectFiles, owners: readonly string[]): Project {
  return createProject({ ...AROUND, 'leak-baseline.txt': baselineFor(owners), ...files }, line);
}

/** What a report says of the two lines of an owner, and why it does not judge them. */
export function saidOf({ baseline }: Report, owner: string): { said: string[]; because: string | null } {
  const all = Object.entries(baseline).flatMap(([verdict, list]) =>
    Array.isArray(list) ? (list as ReportEntry[]).map((entry) => ({ verdict, entry })) : [],
  );
  const own = all.filter(({ entry }) => entry.owner === owner);
  const verdictOf = (key: string) => own.filter(({ entry }) => entry.key.includes(key)).map(({ verdict }) => verdict);
  const because = own.find(({ verdict }) => verdict === 'unexercised')?.entry.because ?? null;
  return { said: [verdictOf('stale').join(), verdictOf('live').join()], because };
}
