'use strict';

// A setup file for Jest: writes which mutants one test file reached.

const { writeFileSync } = require('node:fs');
const { basename, join } = require('node:path');

globalThis.__mutantsReached = new Set();

afterAll(() => {
  const { testPath } = expect.getState();
  const reached = { testPath, ids: [...globalThis.__mutantsReached] };
  writeFileSync(
    join(process.env.MUTANTS_REACHED, `${basename(testPath)}-${process.hrtime.bigint()}.json`),
    JSON.stringify(reached),
  );
});
