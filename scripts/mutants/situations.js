'use strict';

// The second stage: the situations of e2e/situations with one mutant awake, in band on the newest Jest. Build nothing
// meanwhile: until it ends, the build has the mutants in it.

const { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } = require('node:fs');
const { tmpdir } = require('node:os');
const { join } = require('node:path');
const { isDeepStrictEqual } = require('node:util');
const { transformSync } = require('@babel/core');
const { register } = require('esbuild-register/dist/node');
const mutate = require('./plugin.js');

register({ target: 'node20' });

const { jestLines, removeProjects, runJest } = require('../../e2e/harness/index.ts');
const { compareLeaks } = require('../../e2e/situations/compare.ts');
const { groupAll, makeProject } = require('../../e2e/situations/groups.ts');
const { onLine } = require('../../e2e/situations/place.ts');

module.exports = { bySituations };

/** A group of fewer situations costs a Jest as well and notices next to nothing that others do not. */
const LEAST = 5;

/** The mutants that no situation notices. The built environment has mutants in it for as long as this takes. */
async function bySituations(mutants, { sources, build, folders, only }) {
  const line = jestLines().at(-1);
  const groups = groupAll()
    .filter(({ situations }) => situations.length >= LEAST)
    .map((group) => ({ group, project: makeProject(group, line) }));
  const plain = instrument(sources, build, { folders, only });
  const putBack = () => plain.forEach((code, file) => writeFileSync(file, code));
  process.once('exit', putBack);
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, () => process.exit(2));
  const directory = mkdtempSync(join(tmpdir(), 'mutants-'));
  // No mutant changes what Jest makes of the sources of the situations.
  const cache = join(directory, 'cache');
  try {
    const reaching = new Map(mutants.map(({ id }) => [id, []]));
    for (const [index, one] of groups.entries()) {
      const file = join(directory, `${index}.txt`);
      const started = Date.now();
      if (await notices(one, { line, cache, env: { MUTANTS_REACHED: file } }))
        throw new Error(`${one.group.name} fails without any mutant.`);
      one.worth = one.group.situations.length / (Date.now() - started);
      console.error(`${one.group.name}: ${one.group.situations.length} situations, ${Date.now() - started} ms`);
      for (const id of existsSync(file) ? readFileSync(file, 'utf8').split('\n') : []) reaching.get(id)?.push(one);
    }
    const alive = [];
    for (const [index, mutant] of mutants.entries()) {
      const reached = reaching.get(mutant.id).sort((a, b) => b.worth - a.worth);
      if (!(await anyNotices(reached, { line, cache, env: { MUTANT: mutant.id } }))) alive.push(mutant);
      console.error(`${index + 1}/${mutants.length}: ${alive.length} pass  ${mutant.id}`);
    }
    return alive;
  } finally {
    putBack();
    rmSync(directory, { recursive: true });
    removeProjects();
  }
}

async function anyNotices(groups, how) {
  for (const one of groups) if (await notices(one, how)) return true;
  return false;
}

/** Whether anything is reported otherwise than the table says. */
async function notices({ group, project }, { line, cache, env }) {
  let run;
  try {
    run = await runJest(project, ['-i', `--cacheDirectory=${cache}`], { env });
  } catch {
    return true;
  }
  const { report, results } = run;
  if (report === null || report.problems.length > 0 || results === null) return true;
  const fails = group.situations.flatMap((situation) => onLine(situation, line.name).fails ?? []);
  const failed = results.tests.filter(({ status }) => status === 'failed');
  if (failed.some(({ name }) => !fails.includes(name))) return true;
  return group.situations.some((situation) => {
    const { expected, found } = compareLeaks(onLine(situation, line.name), report.leaks);
    return !isDeepStrictEqual(found, expected);
  });
}

/** Puts the mutants into the built files; what these were, by file. */
function instrument(sources, build, options) {
  const plain = new Map();
  const note = `
    if (process.env.MUTANTS_REACHED && !globalThis.__mutantsReached) {
      globalThis.__mutantsReached = new Set();
      process.on('exit', () => require('node:fs').writeFileSync(
        process.env.MUTANTS_REACHED, [...globalThis.__mutantsReached].join('\\n')));
    }\n`;
  for (const file of readdirSync(sources, { recursive: true })) {
    if (!options.folders.includes(file.split(/[\\/]/)[0]) || !file.endsWith('.ts') || file.endsWith('.test.ts'))
      continue;
    const target = join(build, file.replace(/\.ts$/, '.js'));
    plain.set(target, readFileSync(target));
    const { code } = transformSync(readFileSync(join(sources, file), 'utf8'), {
      filename: join(sources, file),
      babelrc: false,
      configFile: false,
      plugins: [[mutate, { root: sources, ...options }]],
      presets: [['@babel/preset-env', { targets: { node: '20' } }], '@babel/preset-typescript'],
    });
    writeFileSync(target, note + code);
  }
  return plain;
}
