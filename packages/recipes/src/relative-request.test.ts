import { relativeRequest } from './relative-request';

test.each([
  ['a.test.js', 'x.js', './x.js'],
  ['a.test.js', 'src/x.js', './src/x.js'],
  ['src/a.test.js', 'src/x.js', './x.js'],
  ['src/a.test.js', 'x.js', '../x.js'],
  ['test/deep/a.test.js', 'src/x.js', '../../src/x.js'],
  ['src/a.test.js', '../lib/x.js', '../../lib/x.js'],
  ['../lib/a.test.js', '../lib/x.js', './x.js'],
])('%s asks for %s by %s', (from, to, request) => {
  expect(relativeRequest(from, to)).toBe(request);
});
