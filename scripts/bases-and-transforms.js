'use strict';

// Prints, for every base environment, transform and layout of files of e2e/bases-and-transforms, the leaks of the one
// suite that is run under all of them: the source line at which each kind was found, on every line of Jest.
// Usage: node scripts/bases-and-transforms.js [--only <text>] [<directory with a jest>...]
// Exit code: 0 all as the suite says, 1 not, 2 usage.

const { resolve } = require('node:path');
const { parseArgs } = require('node:util');
const { register } = require('esbuild-register/dist/node');

register({ target: 'node20' });

const { jestLines, readLine, removeProjects } = require('../e2e/harness/index.ts');
const { BASES } = require('../e2e/bases-and-transforms/bases.ts');
const { LAYOUTS } = require('../e2e/bases-and-transforms/layouts.ts');
const { runRows } = require('../e2e/bases-and-transforms/run-rows.ts');
const { TRANSFORMS } = require('../e2e/bases-and-transforms/transforms.ts');
const { runMain } = require('./run-main.js');

const TABLES = { base: BASES, transform: TRANSFORMS, layout: LAYOUTS };

runMain(main);

async function main() {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { only: { type: 'string', default: '' } },
  });
  const lines = positionals.length > 0 ? positionals.map((dir) => readLine(resolve(dir))) : jestLines();
  let [count, wrong] = [0, 0];
  try {
    for (const [title, all] of Object.entries(TABLES)) {
      const rows = all.filter(({ name }) => name.includes(values.only));
      const cells = new Map(rows.map((row) => [row, []]));
      for (const line of lines) {
        for (const [row, ran] of await runRows(rows, line)) cells.get(row).push({ line: line.name, ...ran });
      }
      for (const [row, ran] of cells) wrong += printRow(`${title} ${row.name}`, ran);
      count += rows.length;
    }
  } finally {
    removeProjects();
  }
  if (count === 0) throw new Error(`Nothing has "${values.only}" in its name.`);
  console.log(`\n${count} rows on Jest ${lines.map(({ name }) => name).join(', ')}: ${wrong} wrong`);
  return wrong > 0 ? 1 : 0;
}

/** One block a row; lines of Jest that tell the same stand together. Returns how many are wrong. */
function printRow(name, cells) {
  const told = new Map();
  for (const cell of cells) {
    const text = describeLeaks(cell.leaks) + (cell.isRight ? '' : '  WRONG');
    told.set(text, [...(told.get(text) ?? []), cell]);
  }
  console.log(name);
  for (const [text, same] of told) {
    console.log(
      `  ${same
        .map(({ line }) => line)
        .join(', ')
        .padEnd(16)}  ${text}`,
    );
    const [{ isRight, wrong, expected, found }] = same;
    if (!isRight) console.log(JSON.stringify({ wrong, expected, found }, null, 1));
  }
  return cells.filter(({ isRight }) => !isRight).length;
}

/** `leaks.test.ts  module-purged 12  mock-registered 15 ...`, in the order of the source. */
function describeLeaks(leaks) {
  const places = new Map();
  for (const { kind, site } of leaks.toSorted((a, b) => (a.site?.line ?? 0) - (b.site?.line ?? 0))) {
    places.set(kind, [...(places.get(kind) ?? []), site?.line ?? '?']);
  }
  const files = [...new Set(leaks.map(({ site }) => site?.file.split('/').at(-1) ?? 'nowhere'))];
  return [files.join(), ...[...places].map(([kind, lines]) => `${kind} ${lines.join()}`)].join('  ');
}
