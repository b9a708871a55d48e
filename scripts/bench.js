'use strict';

// Measures what the guard costs, as it is published, on generated suites that are run plain and guarded in turn.
// Usage: npm run bench -- [<section>...] [--files N] [--tests N] [--modules N] [--act <kind>] [--work MS] [--jsdom]
//        [--esm] [--pairs N] [--jest <directory with a jest and our packages>] [--json <file>]
// Sections: suite (the one that the options describe), floor (of that one), suites, peaks, detectors, flat, tests, acts,
// purges, files, loading, resets, heap, judging.
// Without one, all but `suite` and `floor`. Exit code: 0 all budgets hold, 1 one does not, 2 usage.

const { writeFileSync } = require('node:fs');
const { resolve } = require('node:path');
const { parseArgs } = require('node:util');
const { register } = require('esbuild-register/dist/node');

register({ target: 'node20' });

const { readLine, REPOSITORY, removeProjects } = require('../e2e/harness/index.ts');
const { checkBudgets } = require('./bench/budgets.js');
const { benchFileGrowth, benchLoading } = require('./bench/files.js');
const { benchFloor } = require('./bench/floor.js');
const { benchJudging } = require('./bench/judging.js');
const { benchHeapOverFiles, benchPeaks, benchResets } = require('./bench/memory.js');
const { ACTS } = require('./bench/suite.js');
const { benchSuites, compareWithJest } = require('./bench/suites.js');
const { benchActs, benchFlat, benchPurges, benchTestGrowth } = require('./bench/tests.js');
const { unpackInto } = require('./pack.js');
const { runMain } = require('./run-main.js');

/** Below the repository, so that Jest and all else is found from there. */
const PACKED = resolve(REPOSITORY, 'dist/packed');

const QUIET = { name: 'quiet: node', files: 30, tests: 30, modules: 200, work: 1 };
const SUITES = [
  QUIET,
  { ...QUIET, name: 'quiet: jsdom', files: 10, jsdom: true },
  { ...QUIET, name: 'quiet: ES modules', esm: true },
  { ...QUIET, name: 'empty tests', work: 0 },
  ...Object.keys(ACTS)
    .filter((act) => act !== 'none')
    .map((act) => ({ ...QUIET, name: `acting: ${act}`, files: 10, act })),
];

const SECTIONS = {
  suite: (options, values) => benchSuites([suiteOf(values)], options),
  floor: (options, values) => benchFloor(suiteOf(values), options),
  suites: (options) => benchSuites(SUITES, options),
  peaks: (options) => benchPeaks(QUIET, [16, 18, 20, 22, 24, 26, 28, 30, 32, 34, 36], options),
  detectors: (options) => compareWithJest(QUIET, options),
  flat: (options) => benchFlat([50, 500, 5000], { ...options, tests: 3000 }),
  tests: (options) => benchTestGrowth([10, 100, 1000, 5000], options),
  acts: (options) => benchActs({ ...options, tests: 1500 }),
  purges: (options) => benchPurges([50, 500, 5000], options),
  files: (options) => benchFileGrowth([10, 100, 500, 2000], { ...options, pairs: Math.min(options.pairs, 3) }),
  loading: (options) => benchLoading(options),
  resets: (options) => benchResets({ resets: 1000, modules: 500 }, { ...options, pairs: Math.min(options.pairs, 3) }),
  heap: (options) => benchHeapOverFiles(500, options),
  judging: (options) => benchJudging({ ...options, files: 10_000, leaks: 5000, entries: 20_000 }),
};

runMain(main);

async function main() {
  const { values, positionals } = readArguments();
  if (values.jest === undefined) unpackInto(PACKED);
  const line = readLine(resolve(values.jest ?? PACKED));
  const options = { line, pairs: numberOf(values, 'pairs'), print: (text) => console.log(`\n${text}`) };
  console.log(`Jest ${line.name}, Node ${process.versions.node}, ${require('node:os').cpus().length} cores`);
  const results = {};
  try {
    for (const section of positionals) results[section] = await SECTIONS[section](options, values);
  } finally {
    removeProjects();
  }
  const budgets = checkBudgets(results, options.print);
  if (values.json !== undefined) writeFileSync(values.json, `${JSON.stringify({ ...results, budgets }, null, 2)}\n`);
  return budgets.every(({ ok }) => ok) ? 0 : 1;
}

function readArguments() {
  const text = (value) => ({ type: 'string', ...(value === undefined ? {} : { default: value }) });
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      files: text('30'),
      tests: text('30'),
      modules: text('200'),
      act: text('none'),
      work: text('0'),
      pairs: text('9'),
      jest: text(),
      json: text(),
      jsdom: { type: 'boolean', default: false },
      esm: { type: 'boolean', default: false },
    },
  });
  const unknown = positionals.find((section) => !(section in SECTIONS));
  if (unknown !== undefined) {
    throw new Error(`There is no section "${unknown}". Write one of: ${Object.keys(SECTIONS).join(', ')}.`);
  }
  if (!(values.act in ACTS)) throw new Error(`There is no act "${values.act}": ${Object.keys(ACTS).join(', ')}.`);
  const all = Object.keys(SECTIONS).filter((section) => section !== 'suite' && section !== 'floor');
  return { values, positionals: positionals.length === 0 ? all : positionals };
}

function suiteOf(values) {
  const [files, tests, modules, work] = ['files', 'tests', 'modules', 'work'].map((name) => numberOf(values, name));
  const { act, jsdom, esm } = values;
  return { name: `${files} files x ${tests} tests x ${modules} modules`, files, tests, modules, work, act, jsdom, esm };
}

function numberOf(values, name) {
  const number = Number(values[name]);
  if (!Number.isInteger(number) || number < 0) throw new Error(`--${name} takes a whole number, not ${values[name]}.`);
  return number;
}
