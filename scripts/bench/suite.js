'use strict';

// Generated suites: `files` test files of `tests` tests, each of which loads `modules` modules of the project.

/** What a test does and takes back, by kind of act; `none` is a quiet test. */
const ACTS = {
  none: '',
  'module-purged': 'jest.resetModules();',
  'mock-registered': "jest.doMock('./src/m1', () => ({})); jest.dontMock('./src/m1');",
  'export-mutated': 'const was = api.plus; api.plus = () => 0; api.plus = was;',
  'core-module-mutated': 'const was = fs.existsSync; fs.existsSync = () => true; fs.existsSync = was;',
  'host-object-mutated': 'const was = performance.now; performance.now = () => 0; performance.now = was;',
  'process-state': 'const was = process.cwd(); process.chdir(__dirname + "/src"); process.chdir(was);',
  'host-require-cache':
    'const { _extensions } = require("module"); _extensions[".x"] = () => {}; delete _extensions[".x"];',
};

/** How many calls of Jest or Node an act of that kind and its taking back are, each of which is an act; else one look finds both. */
const CALLS = { 'mock-registered': 2, 'process-state': 2 };

const PLAIN = 'plain.config.json';
const GUARDED = 'guarded.config.json';

module.exports = { ACTS, CALLS, GUARDED, PLAIN, writeSuite };

/** Loop steps that take about a millisecond once V8 has compiled them; they use no global, which is slow in a sandbox. */
const STEPS_PER_MS = 300_000;

/**
 * Writes a suite into a project. `work` is what each test computes, in milliseconds or so; `body` is what it does in place
 * of an act; `measure` names the file to which each test file appends the time of its tests.
 */
function writeSuite(
  project,
  { files, tests, modules, act = 'none', body = ACTS[act], work = 0, jsdom = false, esm = false, measure = null },
) {
  const extension = esm ? 'mjs' : 'js';
  const written = { 'package.json': { name: 'bench', private: true } };
  for (let i = 0; i < modules; i += 1) written[`src/m${i}.${extension}`] = moduleSource(i, modules, esm);
  const source = testSource({ tests, act, body, work, esm, measure: measure !== null });
  // A module of the project and not of the tests: what those name themselves is looked at after each of them.
  if (measure !== null) written[`src/meter.${extension}`] = meterSource(measure, esm);
  for (let i = 0; i < files; i += 1) written[`tests/f${i}.test.${extension}`] = source;
  const plain = { ...config(esm), ...(jsdom ? { testEnvironment: 'jsdom' } : {}) };
  written[PLAIN] = plain;
  written[GUARDED] = {
    ...plain,
    testEnvironment: jsdom ? 'jest-hermetic/jsdom' : 'jest-hermetic',
    reporters: ['default', 'jest-hermetic/reporter'],
  };
  project.write(written);
}

function config(esm) {
  return { testMatch: ['**/*.test.*js'], transform: {}, ...(esm ? { moduleFileExtensions: ['mjs', 'js'] } : {}) };
}

/** A binary tree of modules, so that no chain of imports is long; some load a core module, as real ones do. */
function moduleSource(index, modules, esm) {
  const children = [2 * index + 1, 2 * index + 2].filter((child) => child < modules);
  const core = index % 10 === 0 ? ['fs', 'path', 'util', 'events'][(index / 10) % 4] : null;
  const load = (name, from) => (esm ? `import * as ${name} from '${from}';` : `const ${name} = require('${from}');`);
  return [
    ...(core === null ? [] : [load('core', core)]),
    ...children.map((child) => load(`m${child}`, `./m${child}.${esm ? 'mjs' : 'js'}`)),
    `class Service { load(a) { return a; } save(a) { return a; } }`,
    `const plus = (a) => a + ${index};`,
    `const times = (a) => a * ${index};`,
    esm ? 'export { Service, plus, times };' : 'module.exports = { Service, plus, times };',
    '',
  ].join('\n');
}

function testSource({ tests, act, body, work, esm, measure }) {
  const loads = esm
    ? ["import { jest } from '@jest/globals';", "import * as api from '../src/m0.mjs';"]
    : ["const api = require('../src/m0');"];
  if (act === 'core-module-mutated') loads.push(esm ? "import fs from 'node:fs';" : "const fs = require('fs');");
  const placed = body.replaceAll('./src', '../src').replaceAll('"/src"', '"/../src"');
  // The first third warms up the code and is not counted.
  const warm = Math.ceil(tests / 3);
  return [
    ...loads,
    ...(measure
      ? [esm ? "import { meter } from '../src/meter.mjs';" : "const { meter } = require('../src/meter');"]
      : []),
    // One function for all tests, so that V8 compiles it once.
    ...(work === 0
      ? []
      : ['function work(n) { let sum = 0; for (let k = 0; k < n; k += 1) sum = (sum * 31 + k) | 0; return sum; }']),
    `for (let i = 0; i < ${tests}; i += 1) {`,
    "  test('test ' + i, () => {",
    ...(measure ? [`    if (i === ${warm}) meter.start();`] : []),
    `    ${placed}`,
    ...(work === 0 ? [] : [`    work(${work * STEPS_PER_MS});`]),
    '    expect(api.plus(i)).toBe(i);',
    '  });',
    '}',
    ...(measure ? [`afterAll(() => meter.stop(${tests - warm}));`] : []),
    '',
  ].join('\n');
}

/** A module that appends the wall and CPU time in microseconds from `start` to `stop`, and how many tests that were. */
function meterSource(file, esm) {
  return [
    esm ? "import { appendFileSync } from 'node:fs';" : "const { appendFileSync } = require('node:fs');",
    'let began, cpu;',
    'const meter = {',
    '  start() { began = process.hrtime.bigint(); cpu = process.cpuUsage(); },',
    '  stop(tests) {',
    '    const wall = Number(process.hrtime.bigint() - began) / 1e3;',
    '    const { user, system } = process.cpuUsage(cpu);',
    `    appendFileSync(${JSON.stringify(file)}, JSON.stringify({ wall, cpu: user + system, tests }) + '\\n');`,
    '  },',
    '};',
    esm ? 'export { meter };' : 'module.exports = { meter };',
    '',
  ].join('\n');
}
