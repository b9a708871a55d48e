'use strict';

// Prints, for the situations of some topics of e2e/situations, what is reported on every line of Jest: owner, scope and
// site, and whether that is what the table of situations says.
// Usage: node scripts/situations.js [--topic <name>]... [--only <text>] [<directory with a jest>...]
// Exit code: 0 all as the table says, 1 not, 2 usage.

const { resolve } = require('node:path');
const { isDeepStrictEqual, parseArgs } = require('node:util');
const { register } = require('esbuild-register/dist/node');

register({ target: 'node20' });

const { jestLines, readLine, removeProjects, runJest } = require('../e2e/harness/index.ts');
const { belongsTo, compareLeaks } = require('../e2e/situations/compare.ts');
const { groupAll, makeProject } = require('../e2e/situations/groups.ts');
const { onLine, placeAll } = require('../e2e/situations/place.ts');
const { TOPICS } = require('../e2e/situations/topics.ts');
const { runMain } = require('./run-main.js');

/** Everything about who was executing. */
const DEFAULT_TOPICS = ['scopes', 'executing', 'ways-to-run', 'concurrent', 'late-code'];

runMain(main);

async function main() {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { topic: { type: 'string', multiple: true }, only: { type: 'string', default: '' } },
  });
  const names = values.topic ?? DEFAULT_TOPICS;
  const placed = placeAll(TOPICS.filter(({ name }) => names.includes(name))).filter(({ folder }) =>
    folder.includes(values.only),
  );
  if (placed.length === 0) throw new Error(`No situation has "${values.only}" in its name.`);
  const lines = positionals.length > 0 ? positionals.map((dir) => readLine(resolve(dir))) : jestLines();
  const rows = new Map(placed.map(({ folder }) => [folder, []]));
  let wrong = 0;
  try {
    for (const line of lines) {
      for (const group of groupAll(placed)) {
        const { report, output } = await runJest(makeProject(group, line), ['-i']);
        if (report === null) throw new Error(`Jest ${line.name} left no report:\n${output}`);
        for (const situation of group.situations) {
          const { expected, found } = compareLeaks(onLine(situation, line.name), report.leaks);
          const isRight = isDeepStrictEqual(found, expected);
          if (!isRight) wrong += 1;
          const leaks = report.leaks.filter((leak) => belongsTo(situation, leak));
          const told = leaks.length === 0 ? ['no leak'] : leaks.map((leak) => describeLeak(leak, situation.folder));
          rows.get(situation.folder).push({ line: line.name, told: told.sort().join('\n'), isRight, expected, found });
        }
      }
    }
  } finally {
    removeProjects();
  }
  for (const [folder, cells] of rows) printRow(folder, cells);
  console.log(`\n${rows.size} situations on Jest ${lines.map(({ name }) => name).join(', ')}: ${wrong} wrong`);
  return wrong > 0 ? 1 : 0;
}

/** One block a situation; lines of Jest that tell the same stand together. */
function printRow(folder, cells) {
  console.log(`\n${folder}`);
  const told = new Map();
  for (const cell of cells) {
    const text = `${cell.told}${cell.isRight ? '' : '\nWRONG'}`;
    told.set(text, [...(told.get(text) ?? []), cell]);
  }
  for (const [text, same] of told) {
    const names = same.map(({ line }) => line).join(', ');
    for (const [index, row] of text.split('\n').entries()) {
      console.log(`  ${(index === 0 ? names : '').padEnd(24)}  ${row}`);
    }
    if (!same[0].isRight) console.log(JSON.stringify({ expected: same[0].expected, found: same[0].found }, null, 1));
  }
}

function describeLeak({ owner, kind, key, grade, site, siteIs, scopes, candidates }, folder) {
  const local = (path) => (path.startsWith(`${folder}/`) ? path.slice(folder.length + 1) : path);
  const scope = scopes
    .map(({ type, name, hook }) => [type, hook, name === null ? null : JSON.stringify(name)].filter(Boolean).join(' '))
    .join(', ');
  const place = site === null ? 'nowhere' : `${local(site.file)}:${site.line}`;
  const others = candidates.length === 0 ? '' : `  candidates: ${candidates.join(', ')}`;
  return `${local(owner)}  ${kind} ${local(key)}  ${grade}  ${scope}  ${siteIs} ${place}${others}`;
}
