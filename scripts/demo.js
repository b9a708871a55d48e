'use strict';
// Shows the whole life of a leak on the sample suite in demo/suite: found, listed, fixed, pruned.
const { spawnSync } = require('node:child_process');
const { cpSync, rmSync } = require('node:fs');
const path = require('node:path');

const root = path.join(__dirname, '..');
const copy = path.join(root, '.work/demo');
const jestBinary = path.join(root, 'node_modules/jest/bin/jest.js');
const ourBinary = path.join(root, 'packages/jest-hermetic/bin/jest-hermetic.js');
const compiler = path.join(root, 'node_modules/typescript/bin/tsc');

const STEPS = [
  { title: 'Five leaks of five kinds. Every test is green without jest-hermetic.', jest: ['-i'], expected: 1 },
  { title: 'An old suite starts with a list of what it has.', cli: ['init', '--', '-i'], expected: 0 },
  { title: 'Known leaks pass.', jest: ['-i'], expected: 0 },
  { title: 'One leak is fixed: tests/5-link.test.js puts createObjectURL back.', apply: 'demo/fix' },
  { title: 'The list may only shrink, so a line that is no longer true fails the run.', jest: ['-i'], expected: 1 },
  { title: 'The same verdict with its own exit code.', cli: ['check'], expected: 3 },
  { title: 'The line is deleted.', cli: ['prune'], expected: 0 },
  { title: 'Clean again, with one leak less.', jest: ['-i'], expected: 0 },
];

process.exitCode = main();

/** Runs every step; 0 only when each ended with the exit code that it should. */
function main() {
  const build = spawnSync(process.execPath, [compiler, '--build'], { cwd: root, stdio: 'inherit' });
  if (build.status !== 0) return 2;
  rmSync(copy, { recursive: true, force: true });
  cpSync(path.join(root, 'demo/suite'), copy, { recursive: true });

  const surprises = STEPS.filter((step, index) => !run(step, index + 1));
  if (surprises.length === 0) {
    console.log('\nEvery step ended as expected.');
    return 0;
  }
  console.log(`\n${surprises.length} of ${STEPS.length} steps ended with another exit code than expected.`);
  return 1;
}

/** Runs one step and prints its command and exit code; whether it was the expected one. */
function run(step, number) {
  console.log(`\n${number}. ${step.title}`);
  if (step.apply !== undefined) {
    cpSync(path.join(root, step.apply), copy, { recursive: true });
    return true;
  }
  const words = step.jest ?? step.cli;
  console.log(`$ npx ${step.jest ? 'jest' : 'jest-hermetic'} ${words.join(' ')}`);
  const { status } = spawnSync(process.execPath, [step.jest ? jestBinary : ourBinary, ...words], {
    cwd: copy,
    env: environment(),
    stdio: 'inherit',
  });
  const isExpected = status === step.expected;
  console.log(`exit code ${status}${isExpected ? '' : `, expected ${step.expected}`}`);
  return isExpected;
}

/** Ours without what would change the outcome: a CI server (init refuses there), our own switches. */
function environment() {
  return Object.fromEntries(
    Object.entries(process.env).filter(([name]) => name !== 'CI' && !name.startsWith('JEST_HERMETIC')),
  );
}
