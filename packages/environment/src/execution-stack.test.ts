import { ExecutionStack } from './execution-stack';
import type { ExecutionStackOptions } from './execution-stack';
import { ModuleCode } from './surfaces/host/module-code';

const TEST_FILE = '/p/a.test.js';

type Find = (given: typeof slots) => string;

/** Says what was looked at. */
const slots = {
  lookAt: (names: Iterable<string>) => [...new Set(names)].join(', '),
  lookWhole: (cores: string[], globals: string[]) => `all of ${[...cores, ...globals].join(', ')}`,
  lookAtShared: () => 'globals',
  lookAtAll: () => 'everything',
};

/** A stack, and a log of what it looked at: `<modules> by <file>`; `executing` stands for who executes. */
function watchedStack(codes: string | Record<string, string> = ''): { stack: ExecutionStack; log: string[] } {
  const log: string[] = [];
  const host = {
    patchesOthers: (name: string) => name === 'cluster',
    lookAs: (context: unknown, find: Find) => log.push(`${find(slots)} by ${String(context)}`),
    lookBefore: (context: unknown, find: Find) => log.push(`before: ${find(slots)} by ${String(context)}`),
    lookAtModules: (names: ReadonlySet<string>, context: unknown) =>
      log.push(`${[...names].join(', ')} by ${String(context)}`),
    lookAtProcess: (context: unknown) => log.push(`process by ${String(context)}`),
  };
  const code = new ModuleCode(['Buffer', 'URL']);
  const tracker = { current: () => 'executing', topLevelOf: (file: string) => file };
  const stack = new ExecutionStack({
    tracker,
    host,
    entryFiles: new Set([TEST_FILE]),
    handOut: (name: string) => log.push(`${name} is given`),
    isOfTests: (file: string) => file === TEST_FILE,
    mayChange: (file: string) => code.read(file, typeof codes === 'string' ? codes : codes[file]),
    onWriter: (core: string) => log.push(`${core} is written to`),
    onTestCode: () => {},
  } as unknown as ExecutionStackOptions);
  return { stack, log };
}

test('what a module did with a core module is looked at when it ends, and before code within it is given the same', () => {
  const { stack, log } = watchedStack();
  stack.beforeEvaluation('/p/outer.js');
  stack.beforeCoreModule('fs');
  stack.beforeCoreModule('fs');
  stack.beforeEvaluation('/p/middle.js');
  stack.beforeCoreModule('path');
  stack.beforeEvaluation('/p/inner.js');
  stack.beforeCoreModule('node:fs/promises');
  for (let i = 0; i < 3; i += 1) stack.afterEvaluation();
  expect(log).toEqual([
    'before: globals by executing',
    'fs is given',
    'fs is given',
    'path is given',
    'fs, node:fs/promises by /p/outer.js',
    'node:fs/promises is given',
    'node:fs/promises by /p/inner.js',
    'path by /p/middle.js',
    'fs by /p/outer.js',
  ]);
});

test('of several around that have it the innermost did what is new', () => {
  const { stack, log } = watchedStack();
  for (const file of ['/p/outer.js', '/p/middle.js', '/p/inner.js']) {
    stack.beforeEvaluation(file);
    stack.beforeCoreModule('os');
  }
  expect(log.filter((line) => line.startsWith('os by'))).toEqual(['os by /p/outer.js', 'os by /p/middle.js']);
});

test('an entry file acts as whoever executes; a module that names the process may change it', () => {
  const { stack, log } = watchedStack('process.exitCode = 1');
  stack.beforeEvaluation(TEST_FILE);
  stack.beforeEvaluation('/p/source.js');
  stack.afterEvaluation();
  stack.beforeEvaluation('/p/node_modules/x/index.js');
  stack.afterEvaluation();
  stack.afterEvaluation();
  expect(log).toEqual([
    'before: globals by executing',
    'process by executing',
    'process by /p/source.js',
    'process by executing',
    'process by executing',
  ]);
});

test('what the test did before is looked at once, however deep the first module lies that is given the same', () => {
  const { stack, log } = watchedStack();
  stack.beforeCoreModule('fs');
  for (const file of ['/p/outer.js', '/p/inner.js']) stack.beforeEvaluation(file);
  stack.beforeCoreModule('fs');
  stack.afterEvaluation();
  stack.beforeEvaluation('/p/another.js');
  stack.beforeCoreModule('fs');
  expect(log.filter((line) => !line.includes('globals'))).toEqual([
    'fs is given',
    'before: fs by executing',
    'fs is given',
    'fs by /p/inner.js',
    'fs is given',
  ]);
});

test('once code of the tests may have run it is looked at again', () => {
  const { stack, log } = watchedStack();
  stack.beforeEvaluation(TEST_FILE);
  for (const file of ['/p/one.js', '/p/two.js']) {
    stack.beforeEvaluation(file);
    stack.beforeCoreModule('os');
    stack.afterEvaluation();
  }
  expect(log.filter((line) => !line.includes('globals'))).toEqual([
    'os is given',
    'os by /p/one.js',
    'before: os by executing',
    'os is given',
    'os by /p/two.js',
  ]);
});

test('globals are looked at after a module that writes to them, and before what it loads writes to them, too', () => {
  const { stack, log } = watchedStack({
    [TEST_FILE]: 'URL.x = 1',
    '/p/outer.js': 'Buffer.x = String(new URL(a))',
    '/p/middle.js': 'nothing',
    '/p/inner.js': 'Buffer.prototype.x = 1',
  });
  stack.beforeEvaluation(TEST_FILE);
  for (const file of ['/p/outer.js', '/p/middle.js', '/p/inner.js']) stack.beforeEvaluation(file);
  for (let i = 0; i < 3; i += 1) stack.afterEvaluation();
  expect(log.filter((line) => !line.endsWith('written to'))).toEqual([
    'before: globals by executing',
    'before: all of Buffer by executing',
    'all of Buffer by /p/outer.js',
    'all of Buffer by /p/inner.js',
    'all of Buffer by /p/middle.js',
    'all of Buffer by /p/outer.js',
  ]);
});

test('what a test did to globals is looked at before it loads a module that writes to them', () => {
  const { stack, log } = watchedStack({
    [TEST_FILE]: 'nothing',
    '/p/first.js': 'exports.f = () => { Buffer.x = 1; }; new URL(a)',
    '/p/second.js': 'URL.x = 1',
  });
  for (const file of [TEST_FILE, '/p/first.js']) stack.beforeEvaluation(file);
  stack.afterEvaluation();
  stack.beforeEvaluation('/p/second.js');
  stack.afterEvaluation();
  stack.afterEvaluation();
  stack.beforeEvaluation('/p/second.js');
  stack.afterEvaluation();
  expect(log.filter((line) => !line.endsWith('written to'))).toEqual([
    'before: globals by executing',
    'before: all of Buffer by executing',
    'all of Buffer by /p/first.js',
    'before: all of URL by executing',
    'all of URL by /p/second.js',
    'before: globals by executing',
    'all of URL by /p/second.js',
  ]);
});

test('a module that hands a global to a function may have had it changed by that, a package is not suspected', () => {
  const looks = (file: string, code: string): string[] => {
    const { stack, log } = watchedStack(code);
    stack.beforeEvaluation(file);
    stack.afterEvaluation();
    return log.slice(1);
  };
  expect(looks('/p/user.js', 'helper.patch(URL)')).toEqual(['all of URL by /p/user.js']);
  expect(looks('/p/user.js', 'new URL(a)')).toEqual([]);
  expect(looks('/p/node_modules/a/user.js', 'helper.patch(URL)')).toEqual([]);
});

test('before a module of which nothing is known yet, all is looked at that those on the way to it may have written to', () => {
  const codes: Record<string, string> = { [TEST_FILE]: 'URL.y = 1', '/p/outer.js': 'Buffer.x = 1; URL.x = 1' };
  const { stack, log } = watchedStack(codes);
  for (const file of [TEST_FILE, '/p/outer.js']) stack.beforeEvaluation(file);
  codes['/p/middle.js'] = 'Buffer.y = 1';
  for (const file of ['/p/middle.js', '/p/unknown.js']) stack.beforeEvaluation(file);
  expect(log).toEqual([
    'before: globals by executing',
    'before: all of Buffer, URL by executing',
    'all of Buffer by /p/outer.js',
    'all of Buffer by /p/middle.js',
    'all of URL by /p/outer.js',
  ]);
});

test('a module that loads one whose functions write to a core module may have called them', () => {
  const { stack, log } = watchedStack({
    '/p/outer.js': '',
    '/p/installer.js': 'exports.install = () => { fs.x = 1; }',
    '/p/reader.js': 'exports.read = () => path.join(1)',
  });
  stack.beforeEvaluation('/p/outer.js');
  stack.beforeEvaluation('/p/installer.js');
  stack.beforeCoreModule('fs');
  stack.afterEvaluation();
  stack.beforeEvaluation('/p/reader.js');
  stack.beforeCoreModule('path');
  stack.afterEvaluation();
  stack.afterEvaluation();
  expect(log).toEqual([
    'before: globals by executing',
    'fs is given',
    'all of fs by /p/installer.js',
    'fs is written to',
    'path is given',
    'path by /p/reader.js',
    'all of fs by /p/outer.js',
  ]);
});

test('what code that cannot be read was given may be written to at any time', () => {
  const { stack, log } = watchedStack({});
  stack.beforeEvaluation('/p/unknown.js');
  stack.beforeCoreModule('node:fs/promises');
  stack.afterEvaluation();
  expect(log.at(-1)).toBe('fs is written to');
});

test('code that writes to a core module is looked at as a whole, and so is what was done before to all of it', () => {
  const { stack, log } = watchedStack({
    '/p/outer.js': "const http = require('http'); http.METHODS[0] = 1;",
    '/p/inner.js': "const http = require('http'); http.STATUS_CODES[299] = 1;",
  });
  stack.beforeCoreModule('http');
  for (const file of ['/p/outer.js', '/p/inner.js']) {
    stack.beforeEvaluation(file);
    stack.beforeCoreModule('http');
  }
  stack.afterEvaluation();
  expect(log.filter((line) => line.includes('all of'))).toEqual([
    'before: all of http by executing',
    'before: all of http by /p/outer.js',
    'all of http by /p/inner.js',
  ]);
});

test('before Node changes core modules itself, the doings of all that runs are looked at', () => {
  const { stack, log } = watchedStack();
  stack.beforeEvaluation('/p/outer.js');
  stack.beforeCoreModule('fs');
  stack.beforeCoreModule('cluster');
  expect(log.slice(2)).toEqual(['fs by /p/outer.js', 'before: everything by executing', 'cluster is given']);
});

test('before code that was never read code of the tests may have written to any global', () => {
  const { stack, log } = watchedStack({ [TEST_FILE]: 'nothing' });
  stack.beforeEvaluation(TEST_FILE);
  stack.beforeEvaluation('/p/unknown.js');
  expect(log).toEqual(['before: globals by executing', 'before: globals by executing']);
});

test('code that only reads a core module is not suspected of it, nor looked at before', () => {
  const reads = "const os = require('os'); os.cpus();";
  const { stack, log } = watchedStack({
    '/p/outer.js': "const os = require('os'); patch(os);",
    '/p/reader.js': reads,
    '/p/inner.js': "patch(require('os'));",
  });
  for (const file of ['/p/outer.js', '/p/reader.js', '/p/inner.js']) {
    stack.beforeEvaluation(file);
    stack.beforeCoreModule('os');
  }
  for (let i = 0; i < 3; i += 1) stack.afterEvaluation();
  expect(log.filter((line) => line.startsWith('os by'))).toEqual([
    'os by /p/outer.js',
    'os by /p/inner.js',
    'os by /p/outer.js',
  ]);
});
