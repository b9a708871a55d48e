'use strict';

const { createProject } = require('../../e2e/harness/index.ts');
const { measureSuite, jestArgs } = require('./open.js');
const { runOnce, summarise } = require('./measure.js');
const { PLAIN, writeSuite } = require('./suite.js');
const { formatTable, ratio } = require('./table.js');

module.exports = { benchSuites, compareWithJest };

/** Whole runs of generated suites, plain and guarded: wall and CPU seconds, peak memory, and their ratios. */
async function benchSuites(suites, { line, pairs, print }) {
  const rows = [['suite', 'pairs', 'wall plain', 'wall ratio', 'CPU plain', 'CPU ratio', 'peak plain', 'peak ratio']];
  const results = [];
  for (const { name, ...suite } of suites) {
    const measured = await measureSuite(line, suite, pairs);
    const [wall, cpu, peak] = ['wall', 'cpu', 'peak'].map((figure) => summarise(measured, figure));
    results.push({ name, ...suite, wall, cpu, peak });
    const seconds = (value) => `${value.toFixed(2)} s`;
    rows.push([
      name,
      pairs,
      seconds(wall.plain),
      ratio(wall),
      seconds(cpu.plain),
      ratio(cpu),
      `${peak.plain.toFixed(0)} MB`,
      ratio(peak),
    ]);
  }
  print(formatTable(rows));
  return results;
}

/** What Jest's own detectors cost on a suite, each run once: what users know. */
async function compareWithJest({ name, ...suite }, { line, print }) {
  const project = createProject({}, line);
  writeSuite(project, suite);
  const rows = [['plain Jest, once', 'wall', 'CPU', 'peak']];
  const results = [];
  for (const flag of [null, '--detectLeaks', '--detectOpenHandles']) {
    const { wall, cpu, peak } = await runOnce(jestArgs(project, PLAIN, flag === null ? [] : [flag]), {
      cwd: project.dir,
    });
    results.push({ name, flag, wall, cpu, peak });
    rows.push([`${name} ${flag ?? ''}`, `${wall.toFixed(2)} s`, `${cpu.toFixed(2)} s`, `${peak.toFixed(0)} MB`]);
  }
  print(formatTable(rows));
  return results;
}
