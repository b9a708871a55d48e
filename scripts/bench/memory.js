'use strict';

const { createProject } = require('../../e2e/harness/index.ts');
const { jestArgs, measureSuite } = require('./open.js');
const { measurePairs, runOnce, summarise } = require('./measure.js');
const { GUARDED, PLAIN, writeSuite } = require('./suite.js');
const { formatTable, ratio } = require('./table.js');

module.exports = { benchHeapOverFiles, benchPeaks, benchResets };

const RESETTING = (resets) => `
for (let i = 0; i < ${resets}; i += 1) {
  test('test ' + i, () => {
    jest.resetModules();
    expect(require('../src/m0').plus(i)).toBe(i);
  });
}
`;

/** Peak memory of one file that resets a graph of modules again and again. */
async function benchResets({ resets, modules }, { line, pairs, print }) {
  const project = createProject({}, line);
  writeSuite(project, { files: 1, tests: 1, modules });
  project.write({ 'tests/f0.test.js': RESETTING(resets) });
  // Latent leaks all of them: nobody outside keeps a module.
  const measured = await measurePairs(jestArgs(project, PLAIN), jestArgs(project, GUARDED), pairs, {
    cwd: project.dir,
  });
  const peak = summarise(measured, 'peak');
  const cpu = summarise(measured, 'cpu');
  print(
    formatTable([
      ['resets x modules', 'peak plain', 'peak ratio', 'CPU plain', 'CPU ratio'],
      [`${resets} x ${modules}`, `${peak.plain.toFixed(0)} MB`, ratio(peak), `${cpu.plain.toFixed(2)} s`, ratio(cpu)],
    ]),
  );
  return { resets, modules, peak, cpu };
}

/**
 * Peak memory of one suite in several lengths, one pair each. A peak goes by when V8 happens to collect all garbage, which
 * for one length is the same in most of its runs: pairs of one length are all high or all low.
 */
async function benchPeaks(suite, lengths, { line, print }) {
  const measured = [];
  const rows = [['files', 'peak plain', 'peak guarded']];
  for (const files of lengths) {
    const [pair] = await measureSuite(line, { ...suite, files }, 1);
    measured.push(pair);
    rows.push([files, `${pair.plain.peak.toFixed(0)} MB`, `${pair.guarded.peak.toFixed(0)} MB`]);
  }
  const mean = (side) => measured.reduce((sum, pair) => sum + pair[side].peak, 0) / measured.length;
  const peak = { plain: mean('plain'), guarded: mean('guarded'), ratio: mean('guarded') / mean('plain') };
  rows.push(['mean', `${peak.plain.toFixed(0)} MB`, `${peak.guarded.toFixed(0)} MB, ${peak.ratio.toFixed(3)}`]);
  print(formatTable(rows));
  return { lengths, peak };
}

/** The heap after each of many files, in MB, as `--logHeapUsage` says it after a full garbage collection. */
async function benchHeapOverFiles(files, { line, print }) {
  const project = createProject({}, line);
  writeSuite(project, { files, tests: 3, modules: 20 });
  const rows = [['heap after files', '1st tenth', '5th tenth', 'last tenth']];
  const results = [];
  for (const [name, config] of [
    ['plain', PLAIN],
    ['guarded', GUARDED],
  ]) {
    const { output } = await runOnce(['--expose-gc', ...jestArgs(project, config, ['--logHeapUsage'])], {
      cwd: project.dir,
    });
    const heaps = [...output.matchAll(/(\d+) MB heap size/g)].map(([, heap]) => Number(heap));
    const tenth = Math.floor(heaps.length / 10);
    const least = (from) => Math.min(...heaps.slice(from * tenth, (from + 1) * tenth));
    results.push({ name, files, heaps: [least(0), least(4), least(9)] });
    rows.push([name, ...[0, 4, 9].map((from) => `${least(from)} MB`)]);
  }
  print(formatTable(rows));
  return results;
}
