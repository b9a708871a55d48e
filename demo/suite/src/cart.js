const config = require('./config');

exports.total = (prices) => prices.reduce((sum, price) => sum + price, 0) * (1 - config.discount);
