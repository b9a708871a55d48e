'use strict';

const { rmSync, readFileSync } = require('node:fs');
const { join } = require('node:path');
const { createProject } = require('../../e2e/harness/index.ts');
const { GUARDED, PLAIN, writeSuite } = require('./suite.js');
const { measurePairs, median, runOnce } = require('./measure.js');

module.exports = { jestArgs, measureSuite, measureTests };

/** The arguments of node that run a project in band with one of its two configurations. */
function jestArgs(project, config, more = []) {
  return [project.line.jestBin, '-i', '--config', join(project.dir, config), '--rootDir', project.dir, ...more];
}

/** Whole processes, plain and guarded in turn. */
async function measureSuite(line, suite, pairs) {
  const project = createProject({}, line);
  writeSuite(project, suite);
  const options = { cwd: project.dir, env: suite.esm ? { NODE_OPTIONS: '--experimental-vm-modules' } : {} };
  return measurePairs(jestArgs(project, PLAIN), jestArgs(project, GUARDED), pairs, options);
}

/**
 * Microseconds that a test takes, after the first third of the file has warmed up the code, as median over pairs; and
 * what is added when guarded, as the median of the differences within a pair.
 */
async function measureTests(line, suite, pairs) {
  const project = createProject({}, line);
  const measure = join(project.scratch('measure'), 'tests.jsonl');
  writeSuite(project, { files: 1, ...suite, measure });
  const run = async (config) => {
    rmSync(measure, { force: true });
    await runOnce(jestArgs(project, config), { cwd: project.dir });
    const { cpu, tests } = JSON.parse(readFileSync(measure, 'utf8'));
    return cpu / tests;
  };
  const found = [];
  for (let i = 0; i < pairs; i += 1) {
    if (i % 2 === 0) found.push({ plain: await run(PLAIN), guarded: await run(GUARDED) });
    else found.push({ guarded: await run(GUARDED), plain: await run(PLAIN) });
  }
  return {
    plain: median(found.map(({ plain }) => plain)),
    guarded: median(found.map(({ guarded }) => guarded)),
    added: median(found.map(({ plain, guarded }) => guarded - plain)),
  };
}
