'use strict';
// A real file beside the exports map: resolvers that do not read `exports` find `jest-hermetic/jsdom` by it.
module.exports = require('./build/jsdom.js');
