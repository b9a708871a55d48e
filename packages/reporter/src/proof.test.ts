import type { NarrowingConfig, RunOutcome } from './partial-run';
import { doubtsAbout, OTHER_SHARDS, withoutProof } from './proof';
import { sampleRecord } from './testing/samples';

const WHOLE: RunOutcome = { planned: 2, ran: 2, wasInterrupted: false, failedToRun: [], projectsRun: 2 };
const TWO = ['one', 'two'];
const NARROW = 'another project of the suite may run it too, and not everything ran';

test.each<[string, NarrowingConfig, Partial<RunOutcome>, string[], string | null]>([
  ['the whole suite', { projects: TWO }, {}, [], null],
  ['one project', { projects: ['one'], shard: { shardIndex: 1, shardCount: 2 }, onlyChanged: true }, {}, [], null],
  ['a path in two projects', { projects: TWO, testPathPattern: 'a' }, {}, [], null],
  ['a shard of two projects', { projects: TWO, shard: { shardIndex: 1, shardCount: 2 } }, {}, [], OTHER_SHARDS],
  ['one project of two', { projects: TWO }, {}, ['--selectProjects', 'one'], NARROW],
  [
    'a shard of one project of two',
    { projects: TWO, shard: { shardIndex: 1, shardCount: 2 } },
    {},
    ['--selectProjects', 'one'],
    NARROW,
  ],
  ['what changed, of two projects', { projects: TWO, onlyChanged: true }, {}, [], NARROW],
  ['files that did not run, of two projects', { projects: TWO }, { ran: 1 }, [], NARROW],
  [
    'other settings',
    {},
    {},
    ['--restoreMocks'],
    'the command line changed the configuration (--restoreMocks); write it into the config',
  ],
])('%s', (_name, config, outcome, argv, because) => {
  expect(doubtsAbout(config, { ...WHOLE, ...outcome }, ['/p/jest.js', ...argv])).toEqual({ because });
});

const ranFile = (execError: string | null = null) => ({ path: 'src/cart.test.ts', execError, project: 'p' });

test.each([
  ['has a good result', [ranFile()], 0, null],
  ['has no result', [], 0, 'Jest has no result of it'],
  ['broke in one project', [ranFile('killed'), ranFile()], 0, 'it could not be run to its end: killed'],
  [
    'has two results, and some record cannot be read',
    [ranFile(), ranFile()],
    1,
    'one of its records could not be read',
  ],
  ['has two results, one under another environment', [ranFile(), ranFile()], 0, null],
])('a file that %s', (_name, ran, brokenRecords, because) => {
  const [record] = withoutProof([sampleRecord()], ran, { brokenRecords, because: null });
  expect(record).toMatchObject({ exercised: because === null, unexercisedBecause: because });
});
