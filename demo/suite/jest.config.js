module.exports = {
  testEnvironment: 'jest-hermetic',
  reporters: ['default', 'jest-hermetic/reporter'],
  testSequencer: '<rootDir>/path-order.js',
};
