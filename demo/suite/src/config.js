module.exports = { discount: 0 };
