'use strict';
// Runs the e2e tests on every supported line of Jest and Node, against the packed packages, and prints a table.
//   node scripts/matrix.js [--jest 30.4.2]... [--node 22]... [-- <jest args>]
const { spawnSync } = require('node:child_process');
const { existsSync, mkdirSync, openSync, closeSync, readFileSync, rmSync, writeFileSync } = require('node:fs');
const path = require('node:path');
const { parseArgs } = require('node:util');
const { pack } = require('./pack');

const JEST_LINES = ['29.7.0', '30.0.5', '30.2.0', '30.3.0', '30.4.2', '30.5.2'];
const RUNNING_NODE = process.versions.node.split('.')[0];
const NODE_LINES = [...new Set([RUNNING_NODE, '22', '24'])];

const root = path.join(__dirname, '..');
const matrix = path.join(root, '.matrix');

process.exitCode = main(process.argv.slice(2));

/** 0 when every cell passed, 1 when one failed, 2 for wrong arguments. */
function main(argv) {
  const split = argv.indexOf('--');
  const own = split === -1 ? argv : argv.slice(0, split);
  const jestArguments = split === -1 ? [] : argv.slice(split + 1);
  const choice = readChoice(own);
  if (choice === null) return 2;

  const tarballs = pack();
  const nodes = choice.nodes.map((version) => ({ version, binary: installNode(version) }));
  const cells = [];
  for (const jest of choice.jests) {
    const line = installJest(jest, tarballs);
    for (const node of nodes) {
      const cell = { jest, node: node.version, ...runTests(line, node, jestArguments) };
      console.log(`jest ${jest}, node ${node.version}: ${cell.text}`);
      cells.push(cell);
    }
  }
  console.log(`\n${formatTable(cells, choice)}`);
  return cells.every((cell) => cell.passed) ? 0 : 1;
}

function readChoice(args) {
  const many = { type: 'string', multiple: true };
  try {
    const { values } = parseArgs({ args, options: { jest: many, node: many } });
    return { jests: values.jest ?? JEST_LINES, nodes: values.node ?? NODE_LINES };
  } catch (error) {
    console.error(
      `${error.message}\nUsage: node scripts/matrix.js [--jest <version>]... [--node <major>]... [-- <jest args>]`,
    );
    return null;
  }
}

/** Installs one Node from the npm package `node`; the running one is taken as it is. Returns its binary. */
function installNode(version) {
  if (version === RUNNING_NODE) return process.execPath;
  const directory = path.join(matrix, `node-${version}`);
  const binary = path.join(directory, 'node_modules/node/bin/node');
  if (!existsSync(binary)) install(directory, [`node@${version}`]);
  return binary;
}

/** A directory of its own for one line of Jest, with our packages fresh. Returns the directory. */
function installJest(version, tarballs) {
  const directory = path.join(matrix, `jest-${version}`);
  // The tarballs keep their names when their contents change, so npm would take the installed ones for current.
  rmSync(path.join(directory, 'node_modules/jest-hermetic'), { recursive: true, force: true });
  rmSync(path.join(directory, 'node_modules/@jest-hermetic'), { recursive: true, force: true });
  rmSync(path.join(directory, 'node_modules/.package-lock.json'), { force: true });
  // Jest's own packages come along in the versions that it pins, jest-environment-node among them: not all have one of
  // the same number (there is no jest-environment-node 30.4.2).
  install(directory, [`jest@${version}`, ...tarballs]);
  return directory;
}

function install(directory, packages) {
  mkdirSync(directory, { recursive: true });
  const manifest = { name: path.basename(directory), private: true };
  writeFileSync(path.join(directory, 'package.json'), `${JSON.stringify(manifest)}\n`);
  const flags = ['--no-audit', '--no-fund', '--no-package-lock', '--loglevel=error', '--prefix', directory];
  const { status } = spawnSync('npm', ['install', ...flags, ...packages], { cwd: directory, stdio: 'inherit' });
  if (status !== 0)
    throw new Error(`npm install ${packages.join(' ')} in ${directory} ended with exit code ${status}.`);
}

/** Runs the e2e project with one Node on one line. The whole output goes to a log beside the lines. */
function runTests(line, node, jestArguments) {
  const name = path.join(matrix, `${path.basename(line)}-node-${node.version}`);
  const jest = path.join(root, 'node_modules/jest/bin/jest.js');
  const args = ['--selectProjects', 'e2e', '--json', `--outputFile=${name}.json`, ...jestArguments];
  rmSync(`${name}.json`, { force: true });
  const log = openSync(`${name}.log`, 'w');
  const env = { ...process.env, E2E_LINES: line };
  const { status } = spawnSync(node.binary, [jest, ...args], { cwd: root, env, stdio: ['ignore', log, log] });
  closeSync(log);
  if (!existsSync(`${name}.json`)) return { passed: false, text: `no results, see ${name}.log` };
  const results = JSON.parse(readFileSync(`${name}.json`, 'utf8'));
  const ran = results.numPassedTests + results.numFailedTests;
  return { passed: status === 0, text: `${status === 0 ? 'passed' : 'FAILED'} ${results.numPassedTests}/${ran}` };
}

function formatTable(cells, { jests, nodes }) {
  const rows = jests.map((jest) => [jest, ...nodes.map((node) => textOf(cells, jest, node))]);
  const table = [['jest', ...nodes.map((node) => `node ${node}`)], ...rows];
  const widths = table[0].map((_, column) => Math.max(...table.map((row) => row[column].length)));
  return table
    .map((row) =>
      row
        .map((text, column) => text.padEnd(widths[column]))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

function textOf(cells, jest, node) {
  return cells.find((cell) => cell.jest === jest && cell.node === node)?.text ?? '';
}
