'use strict';

// Runs test files in the order in which they are named; Jest would begin with the one that took longest.

module.exports = class GivenOrderSequencer {
  sort(tests) {
    return tests;
  }

  shard(tests) {
    return tests;
  }

  allFailedTests(tests) {
    return tests;
  }

  cacheResults() {}
};
