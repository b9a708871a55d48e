'use strict';
// Puts the compiled files of the environment into one: each worker loads it, and Node takes longer to find, read and
// register a hundred small files than V8 takes to compile them. Each file stays a function of its own that runs when it
// is first required, so what is loaded later still is.
const path = require('node:path');
const { buildSync } = require('esbuild');

const compiled = path.join(__dirname, '../packages/environment/jest/build');

module.exports = { bundle };
if (require.main === module) bundle();

/** Writes `bundle/index.js` beside the compiled files, which have to be there; throws when it cannot. */
function bundle() {
  buildSync({
    entryPoints: [path.join(compiled, 'index.js')],
    outfile: path.join(compiled, 'bundle/index.js'),
    absWorkingDir: compiled,
    bundle: true,
    packages: 'external',
    platform: 'node',
    format: 'cjs',
    target: 'node20',
    // Whoever maps the stack of an error that a module threw reads all of this.
    minifyWhitespace: true,
    lineLimit: 160,
    logLevel: 'warning',
  });
}
