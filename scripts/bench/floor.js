'use strict';

const { readFileSync } = require('node:fs');
const { join } = require('node:path');
const { createProject } = require('../../e2e/harness/index.ts');
const { jestArgs } = require('./open.js');
const { measureRounds, summarise } = require('./measure.js');
const { GUARDED, PLAIN, writeSuite } = require('./suite.js');
const { formatTable, ratio } = require('./table.js');

module.exports = { benchFloor };

const FLOOR = 'floor.config.json';
const STEPS = ['an environment of its own', '+ hooks that do nothing', '+ a look at the core modules'];

/** What any tool would cost that sees what the guard sees, and does nothing with it, beside what the guard costs. */
async function benchFloor({ name, ...suite }, { line, pairs, print }) {
  if (suite.jsdom || suite.esm) throw new Error('The floor is that of CommonJS in the node environment.');
  const project = createProject({}, line);
  writeSuite(project, suite);
  project.write({
    [FLOOR]: { testMatch: ['**/*.test.js'], transform: {}, testEnvironment: '<rootDir>/floor-environment.js' },
    // It takes what it needs from the project's own Jest.
    'floor-environment.js': readFileSync(join(__dirname, 'floor-environment.js'), 'utf8'),
  });
  const commands = [
    { args: jestArgs(project, PLAIN) },
    ...STEPS.map((_step, index) => ({ args: jestArgs(project, FLOOR), env: { FLOOR_STEP: String(index + 1) } })),
    { args: jestArgs(project, GUARDED) },
  ];
  const rounds = await measureRounds(commands, pairs, { cwd: project.dir });
  const results = [...STEPS, 'the guard'].map((step, index) => {
    const measured = rounds.map(([plain, ...others]) => ({ plain, guarded: others[index] }));
    return { step, wall: summarise(measured, 'wall'), cpu: summarise(measured, 'cpu') };
  });
  const rows = results.map(({ step, wall, cpu }) => [step, pairs, ratio(wall), ratio(cpu)]);
  print(formatTable([[`${name}: to plain Jest`, 'pairs', 'wall', 'CPU'], ...rows]));
  return results;
}
