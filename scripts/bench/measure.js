'use strict';

const { spawn } = require('node:child_process');
const { mkdtempSync, readdirSync, readFileSync, rmSync } = require('node:fs');
const { tmpdir } = require('node:os');
const { join } = require('node:path');
const { cleanEnvironment } = require('../../e2e/harness/index.ts');

module.exports = { median, measurePairs, measureRounds, runOnce, summarise };

/** Runs node with `args` once: wall and CPU seconds (of all its processes together) and peak memory in MB. */
async function runOnce(args, { cwd, env = {} }) {
  const usage = mkdtempSync(join(tmpdir(), 'bench-'));
  try {
    const began = process.hrtime.bigint();
    const { code, output } = await run(args, cwd, {
      ...cleanEnvironment(),
      ...env,
      BENCH_USAGE: usage,
      NODE_OPTIONS: `--require ${join(__dirname, 'probe.js')} ${env.NODE_OPTIONS ?? ''}`,
    });
    const wall = Number(process.hrtime.bigint() - began) / 1e9;
    const processes = readdirSync(usage).map((file) => JSON.parse(readFileSync(join(usage, file), 'utf8')));
    const total = (key) => processes.reduce((sum, each) => sum + each[key], 0);
    return { wall, cpu: total('cpu'), peak: total('peak'), code, output };
  } finally {
    rmSync(usage, { recursive: true, force: true });
  }
}

/**
 * Runs two commands in turn, the first of each pair changing, after one run of each that is not counted (none where one
 * pair is all). The machine's speed drifts, so only ratios within a pair are to be trusted.
 */
async function measurePairs(plain, guarded, pairs, options) {
  const rounds = await measureRounds([{ args: plain }, { args: guarded }], pairs, options);
  return rounds.map(([first, second]) => ({ plain: first, guarded: second }));
}

/** The same with any number of commands, each with what it adds to the environment variables: each round has one run of each. */
async function measureRounds(commands, rounds, options) {
  const measure = async ({ args, env }) =>
    succeed(await runOnce(args, { ...options, env: { ...options.env, ...env } }), args);
  if (rounds > 1) for (const command of commands) await measure(command);
  const measured = [];
  for (let i = 0; i < rounds; i += 1) {
    const runs = new Map();
    for (const command of i % 2 === 0 ? commands : [...commands].reverse()) runs.set(command, await measure(command));
    measured.push(commands.map((command) => runs.get(command)));
  }
  return measured;
}

/** Medians of both sides and of the ratio guarded / plain, with the least and the greatest ratio. */
function summarise(pairs, figure) {
  const ratios = pairs.map(({ plain, guarded }) => guarded[figure] / plain[figure]);
  return {
    plain: median(pairs.map(({ plain }) => plain[figure])),
    guarded: median(pairs.map(({ guarded }) => guarded[figure])),
    ratio: median(ratios),
    least: Math.min(...ratios),
    greatest: Math.max(...ratios),
  };
}

function median(numbers) {
  const sorted = [...numbers].sort((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

function succeed(run, args) {
  if (run.code === 0) return run;
  throw new Error(`A measured run ended with exit code ${run.code}: node ${args.join(' ')}\n${run.output}`);
}

function run(args, cwd, env) {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text) => (output += text));
    child.on('error', reject);
    child.on('close', (code) => resolve({ code, output }));
  });
}
