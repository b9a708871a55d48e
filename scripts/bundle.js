'use strict';
// Puts the compiled files of the environment into one: each worker loads it, and Node takes longer to find, read and
// register a hundred small files than V8 takes to compile them. Each file stays a function of its own that runs when it
// is first required, so what is loaded later still is.
const { readdirSync, rmSync, writeFileSync } = require('node:fs');
const path = require('node:path');
const { buildSync } = require('esbuild');

module.exports = { bundle };

/** Leaves, of the scripts in `directory`, only `index.js`, which then holds all that it requires of the others. */
function bundle(directory) {
  const index = path.join(directory, 'index.js');
  const { outputFiles } = buildSync({
    entryPoints: [index],
    absWorkingDir: directory,
    bundle: true,
    write: false,
    packages: 'external',
    platform: 'node',
    format: 'cjs',
    target: 'node20',
    // Whoever maps the stack of an error that a module threw reads all of this.
    minifyWhitespace: true,
    lineLimit: 160,
    tsconfigRaw: {},
    logLevel: 'warning',
  });
  for (const file of readdirSync(directory, { recursive: true }))
    if (file.endsWith('.js')) rmSync(path.join(directory, file));
  writeFileSync(index, outputFiles[0].contents);
}
