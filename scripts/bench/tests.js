'use strict';

const { measureTests } = require('./open.js');
const { ACTS, CALLS } = require('./suite.js');
const { formatTable, us } = require('./table.js');

module.exports = { benchActs, benchFlat, benchPurges, benchTestGrowth };

/** What a quiet test costs more, by the number of modules that are loaded: it must not matter. */
async function benchFlat(counts, { line, pairs, tests, print }) {
  const rows = [['modules loaded', 'plain test', 'guarded', 'added']];
  const results = [];
  for (const modules of counts) {
    const found = await measureTests(line, { tests, modules }, pairs);
    results.push({ modules, ...found });
    rows.push([modules, us(found.plain), us(found.guarded), us(found.added)]);
  }
  print(formatTable(rows));
  return results;
}

/** The same by the number of tests in the file. */
async function benchTestGrowth(counts, { line, pairs, print }) {
  const rows = [['tests in the file', 'plain test', 'guarded', 'added']];
  const results = [];
  for (const tests of counts) {
    const found = await measureTests(line, { tests, modules: 50 }, pairs);
    results.push({ tests, ...found });
    rows.push([tests, us(found.plain), us(found.guarded), us(found.added)]);
  }
  print(formatTable(rows));
  return results;
}

/** What an act of each kind costs more than a quiet test does; it is taken back in the same test. */
async function benchActs({ line, pairs, tests, print }) {
  const rows = [['act in every test', 'plain test', 'guarded', 'added', 'more than quiet', 'an act']];
  const results = [];
  let quiet = 0;
  for (const act of Object.keys(ACTS)) {
    const found = await measureTests(line, { tests, modules: 50, act }, pairs);
    if (act === 'none') quiet = found.added;
    const more = found.added - quiet;
    const perAct = more / (CALLS[act] ?? 1);
    results.push({ act, ...found, more, perAct });
    rows.push([act, us(found.plain), us(found.guarded), us(found.added), us(more), us(perAct)]);
  }
  print(formatTable(rows));
  return results;
}

/** What a test costs more that purges the registry and loads so many modules again. */
async function benchPurges(counts, { line, pairs, print }) {
  const rows = [['modules purged and loaded', 'plain test', 'guarded', 'added', 'added per module']];
  const results = [];
  for (const modules of counts) {
    const body = "jest.resetModules(); require('./src/m0');";
    const found = await measureTests(line, { tests: Math.ceil(15_000 / modules), modules, body }, pairs);
    results.push({ modules, ...found, perModule: found.added / modules });
    rows.push([modules, us(found.plain), us(found.guarded), us(found.added), us(found.added / modules)]);
  }
  print(formatTable(rows));
  return results;
}
