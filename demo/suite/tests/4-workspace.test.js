const path = require('path');

afterAll(() => {
  process.chdir(path.join(__dirname, '../data'));
});

test('the notice is not empty', () => {
  expect(require('../src/notice').notice()).not.toBe('');
});
