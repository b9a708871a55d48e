const fs = require('fs');
const readFromDisk = fs.readFileSync;

fs.readFileSync = (file, ...rest) => (String(file).endsWith('notice.txt') ? 'stub' : readFromDisk(file, ...rest));

test('the notice is read', () => {
  expect(require('../src/notice').notice()).toBe('stub');
});
