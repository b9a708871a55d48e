'use strict';

// Prints what is reported for every case of e2e/cases on every line of Jest, beside the truth.
// Usage: node scripts/cases.js [--workers] [--only <text>] [<directory with a jest>...]
// Exit code: 0 all right or open, 1 a WRONG report, 2 usage.

const { resolve } = require('node:path');
const { parseArgs } = require('node:util');
const { register } = require('esbuild-register/dist/node');

register({ target: 'node20' });

const { jestLines, readLine, removeProjects } = require('../e2e/harness/index.ts');
const { readCases } = require('../e2e/harness/case-file.ts');
const { openEntry, readOpenEntries } = require('../e2e/harness/open-entries.ts');
const { runCase } = require('../e2e/harness/run-case.ts');
const { formatCase, judgeCase } = require('../e2e/harness/case-table.ts');
const { runMain } = require('./run-main.js');

runMain(main);

async function main() {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { workers: { type: 'boolean', default: false }, only: { type: 'string', default: '' } },
  });
  const lines = positionals.length > 0 ? positionals.map((dir) => readLine(resolve(dir))) : jestLines();
  const cases = readCases().filter(({ truth }) => truth.id.includes(values.only));
  if (cases.length === 0) throw new Error(`No case has "${values.only}" in its name.`);
  const open = readOpenEntries();
  const counts = { ok: 0, open: 0, WRONG: 0 };

  try {
    for (const line of lines) {
      console.log(`\nJest ${line.name}  (${values.workers ? 'in one worker' : 'in band'})`);
      for (const subject of cases) {
        const { run, comparison } = await runCase(subject, line, { workers: values.workers });
        const entry = openEntry(open, subject.truth.id, line.name);
        const verdict = judgeCase(comparison, entry);
        counts[verdict] += 1;
        console.log(formatCase({ subject, report: run.report, comparison, entry, verdict }));
      }
    }
  } finally {
    removeProjects();
  }

  console.log(`\n${counts.ok} ok, ${counts.open} open, ${counts.WRONG} WRONG`);
  return counts.WRONG > 0 ? 1 : 0;
}
