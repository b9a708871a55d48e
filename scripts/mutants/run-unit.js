'use strict';

// Runs unit tests again and again in one process: a message names the mutant that is awake and the test files, the
// answer says whether a test failed. The parent ends this process when a mutant makes it hang.

const { join } = require('node:path');
const { runCLI } = require('jest');

const ROOT = join(__dirname, '../..');
const SOURCES = join(ROOT, 'packages/environment/src');

process.on('message', ({ mutant, tests, setup, folders, only }) => {
  process.env.MUTANT = mutant;
  run(tests, setup, { folders, only }).then(
    (failed) => process.send({ failed }),
    (error) => process.send({ error: error.stack }),
  );
});

async function run(tests, setup, options) {
  const presets = [['@babel/preset-env', { targets: { node: '20' } }], '@babel/preset-typescript'];
  const plugins = [[join(__dirname, 'plugin.js'), { root: SOURCES, ...options }]];
  const config = {
    rootDir: ROOT,
    roots: ['<rootDir>/packages'],
    moduleNameMapper: {
      '^@jest-hermetic/([^/]+)$': '<rootDir>/packages/$1/src/index.ts',
      '^@jest-hermetic/([^/]+)/([^/]+)$': '<rootDir>/packages/$1/src/$2.ts',
    },
    modulePathIgnorePatterns: ['<rootDir>/packages/.*/build/', '<rootDir>/dist/'],
    transform: { '^.+\\.ts$': ['babel-jest', { babelrc: false, configFile: false, presets, plugins }] },
    setupFilesAfterEnv: setup ? [join(__dirname, 'reached.js')] : [],
    reporters: [],
    testSequencer: join(__dirname, 'given-order.js'),
    testMatch: ['**/src/**/*.test.ts'],
  };
  const jest = { config: JSON.stringify(config), runInBand: true, bail: 1, silent: true, watchman: false };
  const { results } = await runCLI({ $0: 'jest', _: tests, runTestsByPath: true, ...jest }, [ROOT]);
  return results.numFailedTests + results.numFailedTestSuites > 0;
}
