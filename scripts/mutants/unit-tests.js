'use strict';

// The first stage: the unit tests that reach a mutant, until one of them fails.

const { fork } = require('node:child_process');
const { mkdtempSync, readdirSync, readFileSync, rmSync } = require('node:fs');
const { tmpdir } = require('node:os');
const { join } = require('node:path');

module.exports = { byUnitTests };

/** Tests that start a Jest, or that look for the smallest of hundreds of rows that fail. */
const TOO_SLOW = /(?:on-jest|host-places)\.test\.ts$/;

/** Milliseconds after which tests hang. */
const PATIENCE = 60_000;

/** The mutants with which every unit test passes. */
async function byUnitTests(mutants, { sources, folders, only }) {
  const runner = new UnitRunner({ folders, only });
  const tests = readdirSync(sources, { recursive: true })
    .filter((file) => file.endsWith('.test.ts') && !TOO_SLOW.test(file))
    .map((file) => join(sources, file));
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
    delete process.env.MUTANTS_REACHED;
    rmSync(directory, { recursive: true });
  }
  const alive = [];
  for (const [index, mutant] of mutants.entries()) {
    const own = join(sources, mutant.id.split('#')[0].replace(/\.ts$/, '.test.ts'));
    const rank = (test) => (test === own ? 0 : took.get(test));
    const reached = reaching.get(mutant.id).sort((a, b) => rank(a) - rank(b));
    if (reached.length === 0 || !(await runner.fails(mutant.id, reached))) {
      alive.push(mutant);
      console.error(`${index + 1}/${mutants.length} passes: ${mutant.id}`);
    }
  }
  runner.end();
  return alive;
}

/** A process that runs unit tests; a new one when a mutant made it hang. */
class UnitRunner {
  #child = null;
  #options;

  constructor(options) {
    this.#options = options;
  }

  /** Whether a test fails, or hangs twice: once may be another process's doing. */
  async fails(mutant, tests, setup = null) {
    return (await this.#ask(mutant, tests, setup)) ?? (await this.#ask(mutant, tests, setup)) ?? true;
  }

  /** Null when there was no answer. */
  #ask(mutant, tests, setup) {
    this.#child ??= fork(join(__dirname, 'run-unit.js'), { stdio: ['ignore', 'ignore', 'ignore', 'ipc'] });
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
      child.send({ mutant, tests, setup, ...this.#options });
    });
  }

  end() {
    this.#child?.removeAllListeners();
    this.#child?.kill('SIGKILL');
    this.#child = null;
  }
}
