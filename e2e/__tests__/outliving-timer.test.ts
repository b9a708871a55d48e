import { createProject, jestLines, runJest } from '../harness';

jest.setTimeout(120_000);

/** Its timer waits until another file of the worker runs, and then writes to what that file never got. */
const LEAVING = (afterwards: string): string => `
const fs = require('fs');
const querystring = require('querystring');
const sign = __dirname + '/second-runs';
const timer = setInterval(() => {
  if (!fs.existsSync(sign)) return;
  clearInterval(timer);
  querystring.late = 1;
  querystring.stringify = () => 'late';
}, 5);
test('one', () => {});
${afterwards}
`;

const SECOND = `
const fs = require('fs');
const sign = __dirname + '/second-runs';
test('two', async () => {
  fs.writeFileSync(sign, '');
  await new Promise((resolve) => setTimeout(resolve, 100));
  fs.unlinkSync(sign);
});
`;

describe.each(jestLines())('a timer that outlives its file on Jest $name', (line) => {
  const run = async (afterwards: string) => {
    const jest = { testEnvironment: 'jest-hermetic', reporters: ['default', 'jest-hermetic/reporter'], transform: {} };
    const files = { 'package.json': { jest }, 'a.test.js': LEAVING(afterwards), 'b.test.js': SECOND };
    const sequencer = `
      const { default: Sequencer } = require('@jest/test-sequencer');
      module.exports = class extends Sequencer {
        sort(tests) { return [...tests].sort((a, b) => (a.path < b.path ? -1 : 1)); }
      };`;
    const project = createProject({ ...files, 'in-order.js': sequencer }, line);
    const { report, exitCode } = await runJest(project, ['-i', '--testSequencer', './in-order.js']);
    return {
      exitCode,
      problems: report?.problems,
      leaks: report?.leaks.map(({ owner, key, verdict }) => `${owner} ${key} ${verdict}`),
    };
  };

  test('what it does while another file runs is not charged to that file', async () => {
    expect(await run('')).toEqual({
      exitCode: 0,
      problems: [],
      leaks: ['(outside) querystring.late unattributed', '(outside) querystring.stringify unattributed'],
    });
  });

  test('cleared in time it does nothing', async () => {
    expect(await run('afterAll(() => clearInterval(timer));')).toEqual({ exitCode: 0, problems: [], leaks: [] });
  });
});
