#!/usr/bin/env node
'use strict';
const { main } = require('../build/cli/main.js');

const host = {
  cwd: process.cwd(),
  env: process.env,
  now: Date.now,
  print: (text) => process.stdout.write(text + '\n'),
  complain: (text) => process.stderr.write(text + '\n'),
};

// Setting the code instead of exiting lets a pipe drain first.
process.exitCode = main(process.argv.slice(2), host);
