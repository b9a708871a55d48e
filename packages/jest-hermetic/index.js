'use strict';
module.exports = require('./build/index.js');
