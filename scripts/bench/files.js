'use strict';

const { readFileSync, writeFileSync } = require('node:fs');
const { join } = require('node:path');
const { createProject } = require('../../e2e/harness/index.ts');
const { jestArgs, measureSuite } = require('./open.js');
const { median, runOnce } = require('./measure.js');
const { writeSuite } = require('./suite.js');
const { formatTable, ms } = require('./table.js');

module.exports = { benchFileGrowth, benchLoading };

/** From so many files on a run takes minutes: one pair, over which the noise is spread. */
const MANY = 500;

/** CPU milliseconds that are added per file: all of a run's, and those of each file beyond the first. */
async function benchFileGrowth(counts, { line, pairs, print }) {
  const added = async (files) => {
    const found = await measureSuite(line, { files, tests: 2, modules: 2 }, files < MANY ? pairs : 1);
    return median(found.map(({ plain, guarded }) => guarded.cpu - plain.cpu)) * 1000;
  };
  const first = await added(1);
  const rows = [['files', 'added to the run', 'added per file beyond the first']];
  const results = [{ files: 1, added: first, perFile: null }];
  rows.push([1, ms(first), '']);
  for (const files of counts) {
    const all = await added(files);
    const perFile = (all - first) / (files - 1);
    results.push({ files, added: all, perFile });
    rows.push([files, ms(all), ms(perFile)]);
  }
  print(formatTable(rows));
  return results;
}

// What is loaded only when the first file begins counts, too: no worker is without one.
const TIMED = `
const Module = require('node:module');
const { load } = Module.prototype;
const ours = require('node:path').dirname(require('node:fs').realpathSync(require.resolve('jest-hermetic/package.json')));
const packages = require('node:path').dirname(ours);
let spent = 0;
let files = 0;
let isWithin = false;
Module.prototype.load = function (file) {
  if (!isWithin && !file.startsWith(packages)) return load.call(this, file);
  files += 1;
  if (isWithin) return load.call(this, file);
  isWithin = true;
  const before = process.cpuUsage();
  try {
    return load.call(this, file);
  } finally {
    const { user, system } = process.cpuUsage(before);
    spent += (user + system) / 1000;
    isWithin = false;
  }
};
process.on('exit', () => require('node:fs').appendFileSync(process.env.BENCH_LOADED, spent + ' ' + files + '\\n'));
module.exports = require('jest-hermetic');
`;

/**
 * CPU milliseconds that a worker needs to load what a file without leaks needs of us, in a Jest that has loaded all of
 * its own.
 */
async function benchLoading({ line, pairs, print }) {
  const project = createProject({}, line);
  writeSuite(project, { files: 1, tests: 1, modules: 1 });
  project.write({
    'timed.js': TIMED,
    'timed.json': { testMatch: ['**/*.test.js'], transform: {}, testEnvironment: '<rootDir>/timed.js' },
  });
  const loaded = join(project.scratch('loaded'), 'loaded');
  writeFileSync(loaded, '');
  for (let i = 0; i < pairs; i += 1) {
    await runOnce(jestArgs(project, 'timed.json'), { cwd: project.dir, env: { BENCH_LOADED: loaded } });
  }
  const rows = readFileSync(loaded, 'utf8')
    .trim()
    .split('\n')
    .map((row) => row.split(' ').map(Number));
  const times = rows.map(([spent]) => spent);
  const found = { loading: median(times), least: Math.min(...times), files: rows[0][1] };
  print(
    formatTable([
      ['loading the environment', 'median', 'least', 'files'],
      ['in a worker', ms(found.loading), ms(found.least), found.files],
    ]),
  );
  return found;
}
