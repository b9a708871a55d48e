'use strict';

// Loaded into every process of a measured run by NODE_OPTIONS: leaves what the process used in a file of its own.

const { writeFileSync } = require('node:fs');
const { join } = require('node:path');

const directory = process.env.BENCH_USAGE;
if (directory !== undefined) {
  process.on('exit', () => {
    const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage();
    const usage = { cpu: (userCPUTime + systemCPUTime) / 1e6, peak: maxRSS / 1024 };
    writeFileSync(join(directory, `${process.pid}.json`), JSON.stringify(usage));
  });
}
