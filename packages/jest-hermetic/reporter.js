'use strict';
// A real file beside the exports map: resolvers that do not read `exports` find `jest-hermetic/reporter` by it.
module.exports = require('./build/reporter.js');
