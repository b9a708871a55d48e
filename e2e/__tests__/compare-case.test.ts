import type { Leak } from '@jest-hermetic/leak-record';
import type { ExpectedLeak } from '../harness/case-file';
import { judgeCase } from '../harness/case-table';
import { cleanPaths } from '../harness/clean-paths';
import { compareCase, type ComparedReport } from '../harness/compare-case';

const SITE = { file: 'a.test.js', line: 6, column: 8 };

const EXPECTED: ExpectedLeak = {
  owner: 'a.test.js',
  kind: 'module-purged',
  key: 'registry',
  scope: { type: 'test', name: 'first', hook: null },
  site: 'a.test.js:6',
  grade: 'observed',
  modules: [
    { path: 'react', effect: 'replaced' },
    { path: 'src/x.js', effect: 'removed' },
  ],
  victim: { test: 'second', file: 'a.test.js' },
};

const SCOPE: Leak['scopes'][number] = {
  type: 'test',
  name: 'first',
  hook: null,
  ownerSite: SITE,
  escapedTo: { test: 'second', file: 'a.test.js' },
  observedBy: [],
};

const LEAK: Leak = {
  owner: 'a.test.js',
  kind: 'module-purged',
  key: 'registry',
  grade: 'observed',
  site: SITE,
  siteIs: 'call',
  via: null,
  call: 'jest.resetModules',
  virtual: false,
  module: null,
  scopes: [SCOPE],
  candidates: [],
  modules: [
    { path: 'src/x.js', effect: 'removed' },
    { path: 'react', effect: 'replaced' },
  ],
  was: null,
  is: null,
  allowed: null,
  recipe: 'module-purged/resetModules-in-test',
  verdict: 'new',
  reproduce: null,
};

const GUARDED = { path: 'a.test.js', guarded: true } as ComparedReport['files'][number];

function compare(
  leaks: Leak[],
  rest: Partial<ComparedReport> = {},
  truth: Partial<Parameters<typeof compareCase>[0]> = {},
) {
  return compareCase(
    { leaks: [EXPECTED], advice: [], clean: [], ...truth },
    { files: [GUARDED], leaks, advice: [], problems: [], ...rest },
  );
}

test('the right report is right', () => {
  expect(compare([LEAK])).toEqual({ wrong: [], missing: [] });
});

test('an expected leak that is not reported is missing, and not wrong', () => {
  expect(compare([])).toEqual({ wrong: [], missing: ['not reported: a.test.js module-purged registry'] });
});

test.each<[string, Partial<Leak>, string]>([
  ['owner', { owner: 'b.test.js' }, 'not expected: b.test.js'],
  ['kind', { kind: 'mock-registered' }, 'not expected: a.test.js mock-registered'],
  ['key', { key: 'other' }, 'not expected: a.test.js module-purged other'],
  ['scope name', { scopes: [{ ...SCOPE, name: 'other' }] }, 'scope should be'],
  ['scope type', { scopes: [{ ...SCOPE, type: 'describe' }] }, 'scope should be'],
  ['hook', { scopes: [{ ...SCOPE, hook: 'beforeEach' }] }, 'scope should be'],
  ['a second scope', { scopes: [SCOPE, { ...SCOPE, name: 'other' }] }, 'scope should be'],
  ['line', { site: { ...SITE, line: 7 } }, 'site should be a.test.js:6, is a.test.js:7'],
  ['file', { site: { ...SITE, file: 'b.js' } }, 'site should be a.test.js:6, is b.js:6'],
  ['no site', { site: null }, 'is (no site)'],
  ['only the scope', { siteIs: 'scope' }, 'is a.test.js:6 (scope)'],
  ['grade', { grade: 'latent' }, 'grade should be observed, is latent'],
  ['a module less', { modules: [LEAK.modules[0]!] }, 'modules should be'],
  ['effect', { modules: [LEAK.modules[0]!, { path: 'react', effect: 'removed' }] }, 'modules should be'],
  ['candidates', { candidates: ['third'] }, 'candidates should be []'],
  ['victim', { scopes: [{ ...SCOPE, escapedTo: null }] }, 'victim should be second, is (none)'],
])('a wrong report is wrong: %s', (_what, change, sentence) => {
  expect(compare([{ ...LEAK, ...change }]).wrong.join('\n')).toContain(sentence);
});

test('a victim may be named by a receipt alone', () => {
  const receipt = { test: 'second', describe: null, hook: null, sameTestRetry: false, file: 'a.test.js', from: null };
  expect(compare([{ ...LEAK, scopes: [{ ...SCOPE, escapedTo: null, observedBy: [receipt] }] }]).wrong).toEqual([]);
});

test('a victim in another file need not be named', () => {
  const leaks = [{ ...EXPECTED, victim: { test: 'second', file: 'b.test.js' } }];
  expect(compare([{ ...LEAK, scopes: [{ ...SCOPE, escapedTo: null }] }], {}, { leaks }).wrong).toEqual([]);
});

test('a further leak is wrong above latent only, also under the same identity', () => {
  const elsewhere = { ...LEAK, site: { ...SITE, line: 9 } };
  expect(compare([elsewhere, LEAK]).wrong).toEqual([expect.stringContaining('not expected: a.test.js module-purged')]);
  expect(compare([{ ...elsewhere, grade: 'latent' }, LEAK]).wrong).toEqual([]);
  expect(compare([LEAK, { ...LEAK, key: 'other', grade: 'escaped' }]).wrong).toHaveLength(1);
});

test('what only the scope can be known of may have the file of its owner as site', () => {
  const planted = { ...EXPECTED, kind: 'host-require-cache' as const, key: 'Module._cache' };
  const leak: Leak = {
    ...LEAK,
    kind: 'host-require-cache',
    key: 'Module._cache',
    siteIs: 'scope',
    site: { ...SITE, line: 3 },
  };
  expect(compare([leak], {}, { leaks: [planted] }).wrong).toEqual([]);
  expect(compare([{ ...leak, site: { ...SITE, file: 'b.js' } }], {}, { leaks: [planted] }).wrong).toHaveLength(1);
  expect(compare([{ ...leak, siteIs: 'call' }], {}, { leaks: [planted] }).wrong).toHaveLength(1);
});

test('a run that watched nothing, or had a problem, proves nothing', () => {
  expect(compare([LEAK], { files: [] }).wrong).toEqual([expect.stringContaining('no file ran under the environment')]);
  expect(compare([LEAK], { problems: ['a fault'] }).wrong).toEqual(['problem: a fault']);
});

test('advice is compared as a whole', () => {
  const site = { file: 'a.test.js', line: 4, column: 3 };
  const given = {
    kind: 'require-cache-ineffective' as const,
    owner: 'a.test.js',
    key: 'src/x.js',
    site,
    instead: '...',
  };
  const advice = [{ kind: given.kind, owner: given.owner, key: given.key, site: 'a.test.js:4' }];
  expect(compare([LEAK], { advice: [given] }, { advice })).toEqual({ wrong: [], missing: [] });
  expect(compare([LEAK], {}, { advice }).missing).toHaveLength(1);
  expect(compare([LEAK], { advice: [given] }).wrong).toHaveLength(1);
  const elsewhere = { ...given, site: { ...site, line: 5 } };
  expect(compare([LEAK], { advice: [elsewhere] }, { advice })).toMatchObject({
    wrong: { length: 1 },
    missing: { length: 1 },
  });
});

describe('clean', () => {
  const leaks = [{ ...EXPECTED, owner: 'z.test.js' }];

  test.each<[string, string, Partial<Leak>]>([
    ['a file as owner', 'a.test.js (whole file)', {}],
    ['a module of a purge', 'src/w.js, src/x.js', {}],
    ['a mocked module', 'src/y.js', { key: 'src/y.js' }],
    ['a key', 'the spy on src/y.js#warn, restored', { key: 'src/y.js#warn' }],
    ['any key of a module', 'src/y.js', { key: 'src/y.js#warn' }],
    ['a test', 'a.test.js > first', {}],
  ])('%s may not be named above latent', (_what, sentence, change) => {
    const leak = { ...LEAK, ...change };
    const named = (found: Leak) =>
      compare([found], {}, { leaks, clean: [sentence] }).wrong.filter((text) => text.includes('is clean, but'));
    expect(named(leak)).toHaveLength(1);
    expect(named({ ...leak, grade: 'latent' })).toEqual([]);
  });

  test('what is not named stays free', () => {
    const clean = ['a.test.js > second', 'a.test.js (the rest)', 'src/y.js#warn', 'the top-level afterEach reset'];
    expect(compare([LEAK], {}, { clean }).wrong).toEqual([]);
  });

  test('paths are found in prose', () => {
    expect(cleanPaths('src/plugin.mjs, src/names.mjs')).toEqual(['src/plugin.mjs', 'src/names.mjs']);
    expect(cleanPaths('barrel.test.ts (whole file): exports.revision changes')).toEqual(['barrel.test.ts']);
    expect(cleanPaths('the spy on src/input.js#warn, restored in afterEach')).toEqual(['src/input.js#warn']);
    expect(cleanPaths('2-read.test.js (an informational line about node_modules/calm-fs)')).toEqual(['2-read.test.js']);
    expect(cleanPaths('the spy on mailer.send: it is restored')).toEqual([]);
  });
});

test.each([
  [{ wrong: [], missing: [] }, false, 'ok'],
  [{ wrong: [], missing: [] }, true, 'WRONG'],
  [{ wrong: [], missing: ['x'] }, true, 'open'],
  [{ wrong: [], missing: ['x'] }, false, 'WRONG'],
  [{ wrong: ['x'], missing: ['x'] }, true, 'WRONG'],
])('%j, listed as open: %s -> %s', (comparison, listed, verdict) => {
  expect(judgeCase(comparison, listed ? { id: 'a', reason: 'not built' } : null)).toBe(verdict);
});
