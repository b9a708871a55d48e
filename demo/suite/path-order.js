const { default: Sequencer } = require('@jest/test-sequencer');

/** Runs the files in path order, so that the same file always comes after a leak. */
module.exports = class PathOrderSequencer extends Sequencer {
  sort(tests) {
    return [...tests].sort((a, b) => (a.path < b.path ? -1 : 1));
  }
};
