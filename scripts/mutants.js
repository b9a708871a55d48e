'use strict';

// Looks for rules of the environment that no test misses: puts one fault at a time into its surfaces, scopes, ledger
// and blame and names those that no unit test and no situation of e2e/situations notices. A rule is a function that
// answers yes or no; its two faults are that it always says the one or the other. Some ten minutes.
// Usage: node scripts/mutants.js [--kind <text>] [--only <text>] [--every <n>] [--unit]
//   --kind: text in the kind of the fault (default `rule`). `guard`: a condition for leaving a function early always or
//     never holds; '': all kinds, also half of an `&&`, an effect left out, ... Hours for all of these.
//   --only: text in the name of the fault; --every n: only each nth; --unit: no situations for what unit tests miss.
// Faults that change nothing are listed in mutants/equivalent.json by their names, each with its reason.
// Exit code: 0 each is noticed or listed, 1 not, or a listed one is noticed; 2 usage or our own failure.

const { readdirSync, readFileSync } = require('node:fs');
const { join, relative } = require('node:path');
const { parseArgs } = require('node:util');
const { transformSync } = require('@babel/core');
const equivalent = require('./mutants/equivalent.json');
const mutate = require('./mutants/plugin.js');
const { bySituations } = require('./mutants/situations.js');
const { byUnitTests } = require('./mutants/unit-tests.js');
const { runMain } = require('./run-main.js');

const ROOT = join(__dirname, '..');
const SOURCES = join(ROOT, 'packages/environment/src');
const BUILD = join(ROOT, 'packages/environment/jest/build');
const FOLDERS = ['blame', 'ledger', 'scopes', 'surfaces'];

async function main() {
  const { values } = parseArgs({
    options: {
      kind: { type: 'string', default: 'rule' },
      only: { type: 'string', default: '' },
      every: { type: 'string', default: '1' },
      unit: { type: 'boolean', default: false },
    },
  });
  const all = listMutants();
  const unknown = Object.keys(equivalent).filter((listed) => !all.some(({ id }) => id === listed));
  if (unknown.length > 0) throw new Error(`equivalent.json names what there is not:\n${unknown.join('\n')}`);
  const chosen = all
    .filter(({ id, kind }) => kind.includes(values.kind) && id.includes(values.only))
    .filter((_mutant, index) => index % Number(values.every) === 0);
  if (chosen.length === 0) throw new Error('No mutant is like that.');

  const started = Date.now();
  const options = { sources: SOURCES, build: BUILD, folders: FOLDERS, only: values.kind };
  const silent = await byUnitTests(chosen, options);
  const [harmless, asked] = split(silent, ({ id }) => id in equivalent);
  const wrong = chosen.filter((mutant) => mutant.id in equivalent && !harmless.includes(mutant));
  const left = values.unit || asked.length === 0 ? asked : await bySituations(asked, options);

  for (const { id } of harmless) console.log(`changes nothing: ${id}\n    ${equivalent[id]}`);
  for (const { id } of wrong) console.log(`listed as changing nothing, and noticed: ${id}`);
  for (const mutant of left) console.log(`noticed by nothing: ${describe(mutant)}`);
  const rows = [
    ['faults', chosen.length],
    ['noticed by unit tests', chosen.length - silent.length],
    ['noticed by situations', values.unit ? 'not asked' : asked.length - left.length],
    ['change nothing', harmless.length],
    ['noticed by nothing', left.length],
    ['seconds', Math.round((Date.now() - started) / 1000)],
  ];
  for (const [name, count] of rows) console.log(`${name.padEnd(24)}${String(count).padStart(9)}`);
  return left.length + wrong.length === 0 ? 0 : 1;
}

function split(list, belongs) {
  return [list.filter(belongs), list.filter((item) => !belongs(item))];
}

/** All mutants, in the order of their files. */
function listMutants() {
  const mutants = [];
  const onMutant = (mutant) => mutants.push(mutant);
  for (const file of readdirSync(SOURCES, { recursive: true }).sort()) {
    if (!FOLDERS.includes(file.split(/[\\/]/)[0]) || !file.endsWith('.ts')) continue;
    transformSync(readFileSync(join(SOURCES, file), 'utf8'), {
      filename: join(SOURCES, file),
      babelrc: false,
      configFile: false,
      plugins: [[mutate, { root: SOURCES, folders: FOLDERS, onMutant }]],
      presets: ['@babel/preset-typescript'],
    });
  }
  return mutants;
}

function describe({ id, line, column, text }) {
  const words = text.replace(/\s+/g, ' ');
  const place = `${relative(ROOT, join(SOURCES, id.split('#')[0]))}:${line}:${column}`;
  return `${id}\n    ${place}  ${words.length > 90 ? `${words.slice(0, 90)}...` : words}`;
}

runMain(main);
