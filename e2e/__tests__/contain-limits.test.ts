import { createProject, jestLines, runJest, withHermetic, type JestLine, type JestRun } from '../harness';

jest.setTimeout(180_000);

/** What docs/limits.md says of `contain: 'scope'`, each in a file of its own. */
const FILES = {
  'jest.config.js': `module.exports = { testEnvironment: 'node' };`,
  'src/kinds.js': `exports.read = () => 'real'; exports.other = () => 'real';`,
  'src/keeps.js': `const { read } = require('./kinds'); exports.read = read;`,
  'node_modules/patcher/index.js': `exports.install = () => { require('dns').lookup = () => 'of a package'; };`,

  'src/socket.js': `
    const dgram = require('dgram');
    const real = dgram.createSocket;
    exports.isReal = () => dgram.createSocket === real;
    exports.replace = () => { dgram.createSocket = () => 'fake'; };`,

  'late.test.js': `
    const socket = require('./src/socket');
    let seen = 0;
    for (let i = 0; i < 400; i += 1) test('runs ' + i, () => {});
    for (let i = 0; i < 10; i += 1) {
      test('source code leaves ' + i, () => socket.replace());
      test('looks on ' + i, () => { if (!socket.isReal()) seen += 1; });
    }
    test('some have seen it', () => expect(seen).toBeGreaterThan(0));`,
  'repair-by-hand.test.js': `
    const kinds = require('./src/kinds');
    const { read } = kinds;
    beforeEach(() => { kinds.read = read; });
    test('leaves', () => { kinds.read = jest.fn(() => 'fake'); });
    test('finds it put back', () => expect(kinds.read()).toBe('real'));`,
  'repair-by-jest.test.js': `
    const kinds = require('./src/kinds');
    beforeEach(() => { jest.restoreAllMocks(); });
    test('leaves', () => { jest.spyOn(kinds, 'read').mockReturnValue('fake'); });
    test('finds it put back', () => expect(kinds.read()).toBe('real'));`,
  'keeps-a-stub.test.js': `
    const kinds = require('./src/kinds');
    test('loads what keeps the stub', () => {
      kinds.read = jest.fn(() => 'fake');
      expect(require('./src/keeps').read()).toBe('fake');
    });
    test('is given what kept it', () => {
      expect(kinds.read()).toBe('real');
      expect(require('./src/keeps').read()).toBe('fake');
    });`,
  'package.test.js': `
    test('installs', () => { require('patcher').install(); });
    test('what a package installed stays', () => expect(require('dns').lookup()).toBe('of a package'));`,
  'prototype.test.js': `
    const url = require('url');
    const real = Object.getPrototypeOf(url);
    test('exchanges a prototype', () => { Object.setPrototypeOf(url, { extra: 1 }); });
    test('which stays', () => expect(url.extra).toBe(1));
    afterAll(() => { Object.setPrototypeOf(url, real); });`,
  'allowed.test.js': `
    const { allowLeak } = require('jest-hermetic/test');
    const kinds = require('./src/kinds');
    test('is allowed', () => {
      allowLeak({ kind: 'export-mutated', reason: 'to be seen' });
      kinds.other = jest.fn(() => 'fake');
    });
    test('and put back all the same', () => expect(kinds.other()).toBe('real'));`,
};

test("what docs/limits.md says of contain: 'scope'", async () => {
  const line = jestLines().at(-1) as JestLine;
  const project = withHermetic(createProject(FILES, line), { options: { failAt: 'run', contain: 'scope' } });
  const run = await runJest(project, ['-i']);
  expect(failures(run)).toEqual([]);
  expect(run.report?.problems).toEqual([]);
  const leaks = run.report?.leaks.filter(({ owner }) => owner !== 'late.test.js');
  expect(leaks?.map(({ owner, key, verdict }) => `${owner} ${key} ${verdict}`)).toEqual([
    'allowed.test.js src/kinds.js#other allowed',
    'keeps-a-stub.test.js src/kinds.js#read new',
    'repair-by-hand.test.js src/kinds.js#read new',
  ]);
});

function failures({ results }: JestRun): string[] | undefined {
  const failed = results?.tests.filter(({ status }) => status === 'failed');
  return failed?.map(({ file, name, message }) => `${file} ${name}: ${message}`);
}
