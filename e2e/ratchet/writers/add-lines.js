'use strict';
// Adds lines to a baseline, one write each: add-lines.js <file> <name> <how many>. Says each that is written.
const {
  addEntries,
  formatBaseline,
  readBaselineFile,
  withBaselineLock,
  writeAtomically,
} = require('../../../packages/baseline');

const [file, name, count] = process.argv.slice(2);

for (let index = 0; index < Number(count); index++) {
  const leak = { owner: `${name}-${index}.test.js`, kind: 'mock-registered', key: 'src/x.js', sites: 1 };
  withBaselineLock(file, () => {
    const { baseline } = readBaselineFile(file);
    writeAtomically(file, formatBaseline(addEntries(baseline, [leak], 'because')));
  });
  process.stdout.write(`${leak.owner}\n`);
}
