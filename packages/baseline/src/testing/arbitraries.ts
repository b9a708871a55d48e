import {
  GRADES,
  KINDS,
  identityOf,
  type FileRecord,
  type FoundLeak,
  type LeakScope,
  type ReportEntry,
  type Site,
} from '@jest-hermetic/leak-record';
import fc from 'fast-check';
import { HEADER, type Baseline, type BaselineEntry, type JudgeInput, type StaleEntries } from '../index';
import { uniteEntries } from '../baseline';
import { oneLine } from '../one-line';
import { recordOf } from './builders';

const kind = fc.constantFrom(...KINDS);

/** Fields with everything that needs quoting: spaces, signs, control characters, halves of surrogate pairs. */
const field = fc
  .oneof(
    fc.constantFrom('a.test.js', 'src/x.js#name', 'my file.js', '<<<<<<<', '=======', 'x2', '#', '"', '\\', '\u00a0'),
    fc.string({ unit: 'binary', minLength: 1, maxLength: 8 }),
    fc.string({ unit: fc.constantFrom('\ud800', '\udc00', 'a', ' ', '\r', '\n', '\ufeff', '\u2028'), minLength: 1 }),
  )
  .filter((text) => text !== '');

const commentText = fc.string({ unit: 'grapheme', maxLength: 20 }).map(oneLine);
const comments = fc.array(
  commentText.map((text) => `# ${text}`.trim()).filter((line) => line !== HEADER),
  { maxLength: 2 },
);

const entry: fc.Arbitrary<BaselineEntry> = fc.record({
  owner: field,
  kind,
  key: field,
  sites: fc.oneof(
    fc.integer({ min: 1, max: 4 }),
    fc
      .maxSafeInteger()
      .map((n) => Math.abs(n) + 1)
      .filter(Number.isSafeInteger),
  ),
  comment: commentText.map((text) => text || null),
  above: comments,
  line: fc.constant(null),
});

/** Any baseline that a file can hold. */
export const baselines: fc.Arbitrary<Baseline> = fc.record({
  preamble: comments,
  entries: fc.array(entry, { maxLength: 8 }).map(uniteEntries),
  tail: comments,
});

const owners = fc.constantFrom('a.test.js', 'b/a.test.js', 'test/setup.js', 'node_modules/p', 'c.test.js');
const keys = fc.constantFrom('k', 'l');
const site: fc.Arbitrary<Site> = fc.record({
  file: owners,
  line: fc.integer({ min: 1, max: 3 }),
  column: fc.constant(1),
});

const scope: fc.Arbitrary<LeakScope> = fc.record({
  type: fc.constantFrom('test', 'describe', 'file'),
  name: fc.constantFrom('one', 'two', null),
  hook: fc.constantFrom('beforeEach', null),
  ownerSite: fc.option(site),
  escapedTo: fc.constantFrom({ test: 'next', file: 'a.test.js' }, null),
  observedBy: fc.array(
    fc.record({
      test: fc.constantFrom('next', 'last'),
      describe: fc.constant(null),
      hook: fc.constant(null),
      sameTestRetry: fc.boolean(),
      file: owners,
      from: fc.option(site),
    }),
    { maxLength: 2 },
  ),
});

/** Leaks of few owners and keys, so that many meet. */
export const foundLeaks: fc.Arbitrary<FoundLeak> = fc.record({
  owner: fc.oneof({ weight: 6, arbitrary: owners }, { weight: 1, arbitrary: fc.constant('(outside)') }),
  kind: fc.constantFrom('mock-registered', 'process-state'),
  key: keys,
  grade: fc.constantFrom(...GRADES),
  site: fc.option(site),
  siteIs: fc.constantFrom('call', 'value', 'scope', 'write'),
  via: fc.option(site),
  call: fc.constantFrom('jest.doMock', null),
  virtual: fc.boolean(),
  module: fc.constantFrom('cjs', 'esm', null),
  scopes: fc.array(scope, { maxLength: 3 }),
  candidates: fc.array(owners, { maxLength: 2 }).map((list) => [...new Set(list)]),
  modules: fc.array(
    fc.record({ path: fc.constantFrom('react', 'vue'), effect: fc.constantFrom('added', 'removed', 'replaced') }),
    { maxLength: 3 },
  ),
  was: fc.constantFrom('1', null),
  is: fc.constantFrom('2', null),
  allowed: fc.constantFrom('because', 'until PROJ-1', null),
  recipe: fc.constantFrom('a/b', 'a/c'),
});

const record: fc.Arbitrary<FileRecord> = fc
  .record({
    path: owners,
    leaks: fc.array(foundLeaks, { maxLength: 3 }),
    exercised: fc.boolean(),
    worker: fc.constantFrom('1-0', '2-0'),
    evaluated: fc.uniqueArray(owners, { maxLength: 2 }),
    gate: fc.constantFrom(...GRADES),
    unobservable: fc.constantFrom<FileRecord['unobservable']>([], [], [{ kind: 'process-state', reason: '' }]),
  })
  .map(({ path, leaks, ...change }) => recordOf(path, leaks, change));

const smallEntry = fc
  .record({ owner: owners, kind: fc.constantFrom('mock-registered' as const, 'process-state' as const), key: keys })
  .chain((identity) =>
    fc.integer({ min: 1, max: 3 }).map((sites) => ({ ...identity, sites, comment: null, above: [], line: null })),
  );

/** A baseline over the owners and keys of {@link foundLeaks}. */
export const smallBaselines: fc.Arbitrary<Baseline> = fc
  .array(smallEntry, { maxLength: 6 })
  .map((entries) => ({ preamble: [], entries: uniteEntries(entries), tail: [] }));

/** Any run over the owners and keys of {@link foundLeaks}. */
export const judgeInputs: fc.Arbitrary<JudgeInput> = fc
  .record({
    records: fc.array(record, { maxLength: 4 }),
    complete: fc.boolean(),
    unguarded: fc.uniqueArray(owners, { maxLength: 1 }),
    missing: fc.uniqueArray(owners, { maxLength: 1 }),
    baseline: smallBaselines,
    deleted: fc.uniqueArray(owners, { maxLength: 3 }),
    renames: fc.dictionary(owners, owners, { maxKeys: 2 }),
  })
  .map(({ complete, deleted, renames, ...rest }) => ({
    ...rest,
    run: { complete, partialBecause: complete ? [] : ['-t was set'] },
    ownerExists: (owner) => !(deleted as string[]).includes(owner),
    renames: new Map(Object.entries(renames)),
  }));

const reportEntries: fc.Arbitrary<ReportEntry[]> = fc.array(
  fc.record({
    owner: owners,
    kind: fc.constantFrom('mock-registered' as const, 'process-state' as const),
    key: keys,
    allowed: fc.integer({ min: 1, max: 3 }),
    sites: fc.integer({ min: 0, max: 3 }),
    line: fc.constant(null),
    because: fc.constant(null),
    movedTo: fc.option(owners),
  }),
  { maxLength: 4 },
);

/** Any stale entries, also such as no judge would give. */
export const staleEntries: fc.Arbitrary<StaleEntries> = fc.record({
  shrunk: reportEntries,
  fixed: reportEntries,
  gone: reportEntries,
  moved: reportEntries,
});

/** Sites by identity. */
export function sitesByIdentity({ entries }: Baseline): Map<string, number> {
  return new Map(entries.map((one) => [identityOf(one), one.sites]));
}
