'use strict';

const { readFileSync, writeFileSync } = require('node:fs');
const { join } = require('node:path');
const { formatBaseline, judge, parseBaseline } = require('@jest-hermetic/baseline');
const { readRecord } = require('@jest-hermetic/leak-record');
const { createProject } = require('../../e2e/harness/index.ts');
const { inputOf, leakAt, recordOf } = require('../../packages/baseline/src/testing/builders.ts');
const { buildReport } = require('../../packages/reporter/build/build-report.js');
const { renderTerminal } = require('../../packages/reporter/build/terminal/render-terminal.js');
const { formatTable, ms } = require('./table.js');

module.exports = { benchJudging };

/** Milliseconds that the reporter and the judge take, in this process; each the least of three. */
function benchJudging({ files, leaks, entries, line, print }) {
  const records = makeRecords(files, leaks);
  const directory = createProject({}, line).scratch('records');
  records.forEach((record, i) => writeFileSync(join(directory, `${i}.json`), JSON.stringify(record)));
  const read = () => records.map((_, i) => readRecord(readFileSync(join(directory, `${i}.json`), 'utf8'), `${i}.json`));
  const steps = [
    [`reading ${files} records`, read],
    [`report and summary of ${files} files with ${leaks} leaks`, () => summary(records)],
    [`parsing a baseline of ${entries} lines`, () => parseBaseline(baselineOf(entries), 'leak-baseline.txt')],
    [`writing it`, withInput(entries, ({ baseline }) => formatBaseline(baseline))],
    [`judging ${entries} entries`, withInput(entries, judge)],
  ];
  const results = steps.map(([name, step]) => ({ name, ms: leastOf(3, step) }));
  print(formatTable([['step', 'time'], ...results.map((result) => [result.name, ms(result.ms)])]));
  return { results, slope: memorySlope(files, leaks) };
}

function makeRecords(files, leaks) {
  return Array.from({ length: files }, (_, i) => {
    const path = `src/part${i % 100}/file${i}.test.ts`;
    return recordOf(path, i < leaks ? [leakAt(`${path}:12`, { key: `src/part${i % 100}/config.ts` })] : []);
  });
}

function summary(records) {
  const report = buildReport({
    tool: '0.0.0',
    node: process.versions.node,
    records,
    facts: {
      complete: true,
      partialBecause: [],
      shard: null,
      seed: null,
      workers: 2,
      endedAt: 0,
      withoutRecord: [],
      stale: 'fail',
      ignores: [],
    },
    baseline: { path: 'leak-baseline.txt', baseline: parseBaseline('', 'leak-baseline.txt'), hash: '' },
    ownerExists: () => true,
    renames: new Map(),
    usageErrors: [],
    ownProblems: [],
  });
  JSON.stringify(report);
  const { Instance } = require('chalk');
  return renderTerminal(report, {
    columns: 100,
    color: new Instance({ level: 0 }),
    sources: () => null,
    verbose: false,
  });
}

function baselineOf(entries) {
  const lines = Array.from(
    { length: entries },
    (_, i) => `src/part${i % 100}/file${i}.test.ts mock-registered src/x.ts`,
  );
  return `${lines.sort().join('\n')}\n`;
}

function withInput(entries, step) {
  const records = makeRecords(entries, Math.floor(entries / 2));
  const input = inputOf(baselineOf(entries), records);
  return () => step(input);
}

/** Bytes of heap that a record with one leak takes, by the difference between all and a tenth of them. */
function memorySlope(files, leaks) {
  if (globalThis.gc === undefined) return null;
  const heapOf = (share) => {
    globalThis.gc();
    const before = process.memoryUsage().heapUsed;
    const kept = makeRecords(files * share, leaks * share).map((record) => JSON.parse(JSON.stringify(record)));
    globalThis.gc();
    return kept.length > 0 ? process.memoryUsage().heapUsed - before : 0;
  };
  return (heapOf(1) - heapOf(0.1)) / (files * 0.9);
}

function leastOf(times, step) {
  return Math.min(
    ...Array.from({ length: times }, () => {
      const began = process.hrtime.bigint();
      step();
      return Number(process.hrtime.bigint() - began) / 1e6;
    }),
  );
}
