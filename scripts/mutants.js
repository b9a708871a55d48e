'use strict';

// Looks for rules of the environment that no test misses: puts one fault at a time into its surfaces, scopes and
// ledger (a condition that always or never holds, half of an `&&`, an effect left out, ...), and names those that no
// unit test and no situation of e2e/situations notices.
// Usage: node scripts/mutants.js [--only <text in the path>] [--every <n>] [--kind <text>] [--unit]
//   --every n: only each nth mutant; --kind: only such (`condition`); --unit: no situations for what unit tests miss.
// Exit code: 0 each is noticed, 1 not, 2 usage or our own failure.

const { fork } = require('node:child_process');
const { mkdtempSync, readdirSync, readFileSync, rmSync } = require('node:fs');
const { tmpdir } = require('node:os');
const { join, relative } = require('node:path');
const { parseArgs } = require('node:util');
const { transformSync } = require('@babel/core');
const mutate = require('./mutants/plugin.js');
const { bySituations } = require('./mutants/situations.js');
const { runMain } = require('./run-main.js');

const ROOT = join(__dirname, '..');
const SOURCES = join(ROOT, 'packages/environment/src');
const BUILD = join(ROOT, 'packages/environment/jest/build');
const FOLDERS = ['surfaces', 'scopes', 'ledger'];

/** Tests that start a Jest, or try hundreds of rows. */
const TOO_SLOW = /(?:on-jest|host-places)\.test\.ts$/;

/** Milliseconds after which tests hang. */
const PATIENCE = 60_000;

async function main() {
  const { values } = parseArgs({
    options: {
      only: { type: 'string', default: '' },
      every: { type: 'string', default: '1' },
      kind: { type: 'string', default: '' },
      unit: { type: 'boolean', default: false },
    },
  });
  const chosen = listMutants()
    .filter(({ id, kind }) => id.includes(values.only) && kind.includes(values.kind))
    .filter((_mutant, index) => index % Number(values.every) === 0);
  if (chosen.length === 0) throw new Error('No mutant is like that.');

  const started = Date.now();
  const alive = await byUnitTests(chosen);
  console.log(`${chosen.length} mutants, of which ${alive.length} pass the unit tests (${seconds(started)} s)`);
  const left = values.unit ? alive : await bySituations(alive, { sources: SOURCES, folders: FOLDERS, build: BUILD });
  for (const mutant of left) console.log(describe(mutant));
  console.log(`${left.length} of ${chosen.length} mutants are noticed by nothing (${seconds(started)} s)`);
  return left.length === 0 ? 0 : 1;
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

async function byUnitTests(mutants) {
  const runner = new UnitRunner();
  const tests = readdirSync(SOURCES, { recursive: true })
    .filter((file) => file.endsWith('.test.ts') && !TOO_SLOW.test(file))
    .map((file) => join(SOURCES, file));
  const reaching = new Map(mutants.map(({ id }) => [id, []]));
  const took = new Map();
  const directory = mkdtempSync(join(tmpdir(), 'mutants-'));
  process.env.MUTANTS_REACHED = directory;
  try {
    for (const test of tests) {
      const started = Date.now();
      if (await runner.fails('none', [test], 'reached')) throw new Error(`${test} fails without any mutant.`);
      took.set(test, Date.now() - started);
    }
    for (const name of readdirSync(directory)) {
      const { testPath, ids } = JSON.parse(readFileSync(join(directory, name), 'utf8'));
      for (const id of ids) reaching.get(id)?.push(testPath);
    }
  } finally {
    rmSync(directory, { recursive: true });
  }
  const alive = [];
  for (const [index, mutant] of mutants.entries()) {
    const own = join(SOURCES, mutant.id.split('#')[0].replace(/\.ts$/, '.test.ts'));
    const rank = (test) => (test === own ? 0 : took.get(test));
    const reached = reaching.get(mutant.id).sort((a, b) => rank(a) - rank(b));
    if (reached.length === 0 || !(await runner.fails(mutant.id, reached))) {
      alive.push(mutant);
      console.error(`${index + 1}/${mutants.length} passes: ${describe(mutant)}`);
    }
  }
  runner.end();
  return alive;
}

/** A process that runs unit tests; a new one when a mutant made it hang. */
class UnitRunner {
  #child = null;

  /** Whether a test fails, or hangs twice: once may be another process's doing. */
  async fails(mutant, tests, setup = null) {
    return (await this.#ask(mutant, tests, setup)) ?? (await this.#ask(mutant, tests, setup)) ?? true;
  }

  /** Null when there was no answer. */
  #ask(mutant, tests, setup) {
    this.#child ??= fork(join(__dirname, 'mutants/run-unit.js'), { stdio: ['ignore', 'ignore', 'ignore', 'ipc'] });
    const child = this.#child;
    return new Promise((resolve, reject) => {
      const finish = (settle, value) => {
        clearTimeout(timer);
        child.removeAllListeners();
        settle(value);
      };
      const hung = () => {
        this.end();
        finish(resolve, null);
      };
      const timer = setTimeout(hung, PATIENCE);
      child.on('exit', hung);
      child.on('message', ({ failed, error }) => (error ? finish(reject, new Error(error)) : finish(resolve, failed)));
      child.send({ mutant, tests, folders: FOLDERS, setup });
    });
  }

  end() {
    this.#child?.removeAllListeners();
    this.#child?.kill('SIGKILL');
    this.#child = null;
  }
}

function describe({ id, kind, line, column, text }) {
  const words = text.replace(/\s+/g, ' ');
  const place = `${relative(ROOT, join(SOURCES, id.split('#')[0]))}:${line}:${column}`;
  return `${place}  ${kind}  ${words.length > 90 ? `${words.slice(0, 90)}...` : words}  ${id}`;
}

function seconds(started) {
  return Math.round((Date.now() - started) / 1000);
}

runMain(main);
