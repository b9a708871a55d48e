'use strict';
// Builds every package and writes dist/tarballs/*.tgz, which install together into any project:
//   npm i -D dist/tarballs/*.tgz
const { spawnSync } = require('node:child_process');
const { cpSync, existsSync, mkdirSync, readdirSync, rmSync } = require('node:fs');
const path = require('node:path');
const { bundle } = require('./bundle.js');

const root = path.join(__dirname, '..');
const stages = path.join(root, 'dist/stage');
const tarballs = path.join(root, 'dist/tarballs');

module.exports = { pack, unpackInto };
if (require.main === module) {
  for (const file of pack()) console.log(path.relative(process.cwd(), file));
}

/** Builds and packs. Returns the absolute paths of the tarballs; throws when a step fails. */
function pack() {
  run('npm', ['run', '--silent', 'build']);
  rmSync(stages, { recursive: true, force: true });
  rmSync(tarballs, { recursive: true, force: true });
  mkdirSync(tarballs, { recursive: true });
  const staged = readdirSync(path.join(root, 'packages')).map(stage);
  // Not --strict: Jest itself wants `__esModule` beside `default`, which publint warns of.
  for (const directory of staged) run('npx', ['publint', 'run', directory, '--pack', 'npm']);
  run('npm', ['pack', '--silent', '--pack-destination', tarballs, ...staged]);
  return readdirSync(tarballs).map((name) => path.join(tarballs, name));
}

/** Packs, and installs the packages in `directory` as npm would; what they depend on has to be found from there. */
function unpackInto(directory) {
  const modules = path.join(directory, 'node_modules');
  rmSync(modules, { recursive: true, force: true });
  for (const file of pack()) {
    const name = path.basename(file).replace(/-[\d.]+\.tgz$/, '');
    const target = path.join(
      modules,
      name === 'jest-hermetic' ? name : name.replace('jest-hermetic-', '@jest-hermetic/'),
    );
    mkdirSync(target, { recursive: true });
    run('tar', ['-xzf', file, '-C', target, '--strip-components=1']);
  }
}

/** Copies what a package publishes beside the license to a place of its own, without outputs of deleted sources. */
function stage(name) {
  const from = path.join(root, 'packages', name);
  const to = path.join(stages, name);
  cpSync(from, to, { recursive: true, filter: (file) => isPublished(from, file) });
  cpSync(path.join(root, 'LICENSE'), path.join(to, 'LICENSE'));
  if (name === 'environment') bundle(path.join(to, 'jest/build'));
  if (name === 'jest-hermetic') cpSync(path.join(root, 'README.md'), path.join(to, 'README.md'));
  return to;
}

function isPublished(packageRoot, file) {
  const relative = path.relative(packageRoot, file);
  const [top] = relative.split(path.sep);
  if (top === 'src' || top === 'node_modules' || relative.endsWith('.tsbuildinfo')) return false;
  const output = /^(.*)\.(?:js|d\.ts)$/.exec(relative);
  if (top !== 'build' || output === null) return true;
  const source = path.join(packageRoot, 'src', path.relative('build', output[1]));
  return existsSync(`${source}.ts`);
}

/** Runs a command whose output matters only when it fails. */
function run(command, args) {
  const { status, stdout } = spawnSync(command, args, {
    cwd: root,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  if (status === 0) return;
  process.stderr.write(stdout);
  throw new Error(`${command} ${args.join(' ')} ended with exit code ${status}.`);
}
