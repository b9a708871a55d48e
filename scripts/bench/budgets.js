'use strict';

const { formatTable } = require('./table.js');

module.exports = { checkBudgets };

/** The budgets of docs/performance.md: what was found, the most that is allowed, and whether it holds. */
function checkBudgets(results, print) {
  const budgets = [...suiteBudgets(results), ...testBudgets(results), ...otherBudgets(results)].filter(
    ({ found }) => found !== undefined && found !== null && !Number.isNaN(found),
  );
  const rows = budgets.map(({ name, found, most, unit }) => [
    name,
    `${found.toFixed(unit === '' ? 3 : 1)} ${unit}`.trim(),
    `${most} ${unit}`.trim(),
    found <= most ? 'ok' : 'OVER',
  ]);
  if (rows.length > 0) print(formatTable([['budget', 'found', 'most', ''], ...rows]));
  return budgets.map((budget) => ({ ...budget, ok: budget.found <= budget.most }));
}

function suiteBudgets({ suites = [] }) {
  return suites
    .filter(({ name }) => name.startsWith('quiet'))
    .flatMap(({ name, wall, cpu, peak }) => [
      { name: `${name}: wall`, found: wall.ratio, most: 1.02, unit: '' },
      { name: `${name}: CPU`, found: cpu.ratio, most: 1.03, unit: '' },
      { name: `${name}: peak memory`, found: peak.ratio, most: 1.03, unit: '' },
    ]);
}

function testBudgets({ flat = [], acts = [] }) {
  return [
    ...flat.map(({ modules, added }) => ({
      name: `a quiet test, ${modules} modules loaded`,
      found: added,
      most: 15,
      unit: 'us',
    })),
    ...acts
      .filter(({ act }) => act !== 'none')
      .map(({ act, perAct }) => ({ name: `an act: ${act}`, found: perAct, most: 30, unit: 'us' })),
  ];
}

function otherBudgets({ files = [], loading, resets, peaks, judging }) {
  const report = judging?.results.find(({ name }) => name.startsWith('report and summary'));
  const read = judging?.results.find(({ name }) => name.startsWith('reading'));
  return [
    { name: 'a test file beyond the first', found: files.at(-1)?.perFile, most: 2, unit: 'ms' },
    { name: 'loading in a worker', found: loading?.loading, most: 25, unit: 'ms' },
    { name: 'peak memory, mean of several lengths', found: peaks?.peak.ratio, most: 1.03, unit: '' },
    { name: 'resets: peak memory', found: resets?.peak.ratio, most: 1.03, unit: '' },
    {
      name: 'reading, judging and telling',
      found: report && read ? report.ms + read.ms : null,
      most: 1000,
      unit: 'ms',
    },
  ];
}
