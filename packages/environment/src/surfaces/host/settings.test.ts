import { setterOf, settingsOf } from './settings';

test.each([
  ['dns.getServers()', 'dns.setServers'],
  ['stream.getDefaultHighWaterMark(true)', 'stream.setDefaultHighWaterMark'],
  ['fs.readFile', null],
])('what changes %s is %s', (key, setter) => {
  expect(setterOf(key)).toBe(setter);
});

test('what this Node does not have, or has as data, is no setting', () => {
  const module = Object.defineProperty({ globalAgent: {} }, 'ReadStream', { get: () => 1 });
  expect([settingsOf('http', module), settingsOf('fs', module), settingsOf('dns', { getServers() {} })]).toEqual([
    [],
    [],
    [],
  ]);
});
