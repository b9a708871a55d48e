'use strict';
// A real file beside the exports map: resolvers that do not read `exports` find `jest-hermetic/test` by it.
module.exports = require('./build/test.js');
