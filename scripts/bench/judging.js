'use strict';

const { readFileSync, writeFileSync } = require('node:fs');
const { join } = require('node:path');
const { formatBaseline, judge, parseBaseline } = require('@jest-hermetic/baseline');
const { readRecord } = require('@jest-hermetic/leak-record/read-record');
const { createProject } = require('../../e2e/harness/index.ts');
const { inputOf, leakAt, recordOf } = require('../../packages/baseline/src/testing/builders.ts');
const { buildReport } = require('../../packages/reporter/build/build-report.js');
const { renderTerminal } = require('../../packages/reporter/build/terminal/render-terminal.js');
const { formatTable, ms } = require('./table.js');

module.exports = { benchJudging };

/** CPU milliseconds that the reporter, the judge and the baseline take, in this process; each the least of three. */
function benchJudging({ files, leaks, entries, line, print }) {
  const records = makeRecords(files, leaks);
  const directory = createProject({}, line).scratch('records');
  records.forEach((record, i) => writeFileSync(join(directory, `${i}.json`), JSON.stringify(record)));
  const read = () => records.map((_, i) => readRecord(readFileSync(join(directory, `${i}.json`), 'utf8'), `${i}.json`));
  const text = baselineOf(entries, entries);
  const list = parseBaseline(text, 'leak-baseline.txt');
  const steps = [
    [`reading ${files} records`, read],
    [`report and summary of ${files} files with ${leaks} leaks`, () => summary(records)],
    [`parsing a baseline of ${entries} lines`, () => parseBaseline(text, 'leak-baseline.txt')],
    ['writing it', () => formatBaseline(list)],
    ['judging it: all still leak', judging(inputOf(text, makeRecords(entries, entries)))],
    ['judging it: all are fixed', judging(inputOf(text, makeRecords(entries, 0)))],
    ['judging it: all files moved', judging(moved(text, entries))],
    [`judging ${5 * entries} lines by ${files} files`, judging(inputOf(baselineOf(5 * entries, files), records))],
  ];
  const results = steps.map(([name, step]) => ({ name, ms: leastOf(3, step) }));
  const slope = memorySlope(files, leaks);
  print(formatTable([['step', 'CPU'], ...results.map((result) => [result.name, ms(result.ms)])]));
  if (slope !== null) print(`A record takes ${slope.toFixed(0)} bytes of memory, when every second one has a leak.`);
  return { results, slope };
}

const judging = (input) => () => judge(input);

function moved(text, entries) {
  const records = makeRecords(entries, entries, 'moved');
  return inputOf(text, records, { ownerExists: (owner) => owner.startsWith('moved/') });
}

const fileOf = (i, top = 'src') => `${top}/part${i % 100}/file${i}.test.ts`;

function makeRecords(files, leaks, top = 'src') {
  return Array.from({ length: files }, (_, i) => {
    const path = fileOf(i, top);
    return recordOf(path, i < leaks ? [leakAt(`${path}:12`, { key: 'src/config0.ts' })] : []);
  });
}

function baselineOf(lines, files) {
  const all = Array.from(
    { length: lines },
    (_, i) => `${fileOf(i % files)} mock-registered src/config${Math.floor(i / files)}.ts`,
  );
  return `${all.sort().join('\n')}\n`;
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
      const began = process.cpuUsage();
      step();
      const { user, system } = process.cpuUsage(began);
      return (user + system) / 1000;
    }),
  );
}
