'use strict';
// The CPU time that the parts of the ratchet take on large input: node scripts/ratchet-bench.js (after npm run build)
const { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } = require('node:fs');
const { tmpdir } = require('node:os');
const { join } = require('node:path');
const baseline = require('../packages/baseline');
const { buildReport } = require('../packages/reporter');
const { readRecord, readReport } = require('../packages/leak-record');

const LINES = 20_000;
const FILES = 10_000;
const KIND = 'mock-registered';

function time(name, work) {
  const start = process.cpuUsage();
  const result = work();
  const { user, system } = process.cpuUsage(start);
  console.log(`${((user + system) / 1000).toFixed(0).padStart(6)} ms  ${name}`);
  return result;
}

const ownerOf = (index) => `src/dir${index % 200}/file${index}.test.js`;

function leakOf(owner, key) {
  const site = { file: owner, line: 2, column: 1 };
  const receipt = { test: 'next', describe: null, hook: null, sameTestRetry: false, file: owner, from: site };
  const escapedTo = { test: 'next', file: owner };
  const scope = { type: 'test', name: 'leaks', hook: null, ownerSite: site, escapedTo, observedBy: [receipt] };
  const what = {
    grade: 'observed',
    siteIs: 'call',
    call: 'jest.doMock',
    module: 'cjs',
    recipe: `${KIND}/doMock-in-test`,
  };
  const none = { via: null, virtual: false, candidates: [], modules: [], was: null, is: null, allowed: null };
  return { owner, kind: KIND, key, site, scopes: [scope], ...what, ...none };
}

function recordOf(path, leaks, worker) {
  const lists = { unobservable: [], ignoresUsed: [], advice: [], unusedAllows: [], faults: [], errors: [] };
  const run = { tool: '0', jest: '30.5.2', node: '20', rootDir: '/p', worker, ordinal: 0, endedAt: 1, gate: 'escaped' };
  const outcome = {
    exercised: true,
    unexercisedBecause: null,
    tests: 3,
    watched: { modules: 40, acts: 1 },
    ignored: 0,
  };
  return {
    version: 1,
    path,
    leaks,
    evaluated: ['test/setup.js', 'node_modules/graceful-fs'],
    ...lists,
    ...run,
    ...outcome,
  };
}

const entriesOf = (count, identityOf) =>
  Array.from({ length: count }, (_, i) => ({
    kind: KIND,
    sites: 1,
    comment: null,
    above: [],
    line: i + 1,
    ...identityOf(i),
  }));
const inputOf = (records, list, exists = true) => ({
  records,
  run: { complete: true, partialBecause: [] },
  unguarded: [],
  missing: [],
  baseline: list,
  ownerExists: () => exists,
  renames: new Map(),
});

const entries = entriesOf(LINES, (i) => ({ owner: ownerOf(i >> 2), key: `src/mod${i % 4}.js` }));
const list = { preamble: [], entries, tail: [] };
const text = time(`a list of ${LINES} lines is formatted`, () => baseline.formatBaseline(list));
time('parsed', () => baseline.parseBaseline(text, 'x'));
const one = (prefix) => entries.map(({ owner, key }) => recordOf(prefix + owner, [leakOf(prefix + owner, key)], '1-0'));
const leaking = one('');
const elsewhere = one('new/');
time('judged when all leak', () => baseline.judge(inputOf(leaking, list)));
const quiet = entries.map(({ owner }) => recordOf(owner, [], '1-0'));
time('judged when all are fixed', () => baseline.judge(inputOf(quiet, list)));
const judged = time('judged when all moved', () => baseline.judge(inputOf(elsewhere, list, false)));
time('shrunk by that', () => baseline.shrink(list, judged.entries));
const ofSetup = entriesOf(LINES, (i) => ({ owner: 'test/setup.js', key: `k${i}` }));
time('judged when all are of one setup file', () => baseline.judge(inputOf(quiet, { ...list, entries: ofSetup })));

const directory = mkdtempSync(join(tmpdir(), 'ratchet-bench-'));
for (let i = 0; i < FILES; i++) {
  const leaks = i < FILES / 2 ? [leakOf(ownerOf(i), 'src/x.js')] : [];
  writeFileSync(join(directory, `${i}.record.json`), JSON.stringify(recordOf(ownerOf(i), leaks, `${i % 8}-0`)));
}
const records = time(`${FILES} records are read`, () =>
  readdirSync(directory).map((name) => readRecord(readFileSync(join(directory, name), 'utf8'), name).record),
);
rmSync(directory, { recursive: true });
const facts = {
  complete: true,
  partialBecause: [],
  shard: null,
  seed: 1,
  workers: 8,
  endedAt: 1,
  withoutRecord: [],
  stale: 'fail',
  ignores: [],
};
const report = time(`${FILES / 2} leaks of ${FILES} files are judged and reported`, () =>
  buildReport({
    ...inputOf(records, list),
    tool: '0',
    node: '20',
    facts,
    baseline: { path: 'x', hash: 'h', baseline: { ...list, entries: [] } },
    usageErrors: [],
    ownProblems: [],
  }),
);
const json = time('the report is written as JSON', () => JSON.stringify(report, null, 2));
time('and read', () => readReport(json, 'x'));
const many = entriesOf(10 * FILES, (i) => ({ owner: ownerOf(i % FILES), key: `src/m${Math.floor(i / FILES)}.js` }));
time(`a list of ${10 * FILES} lines is judged by ${FILES} files`, () =>
  baseline.judge(inputOf(records, { ...list, entries: many })),
);
