import { ExecutionStack } from './execution-stack';
import type { ExecutionStackOptions } from './execution-stack';

const TEST_FILE = '/p/a.test.js';

/** A stack, and a log of what it looked at: `<modules> by <file>`; `executing` stands for who executes. */
function watchedStack(code = ''): { stack: ExecutionStack; log: string[] } {
  const log: string[] = [];
  const host = {
    look: (context: unknown) => log.push(`all by ${String(context)}`),
    lookAtModules: (names: ReadonlySet<string>, context: unknown) =>
      log.push(`${[...names].join(', ')} by ${String(context)}`),
    lookAtProcess: (context: unknown) => log.push(`process by ${String(context)}`),
  };
  const tracker = { current: () => 'executing', topLevelOf: (file: string) => file };
  const stack = new ExecutionStack({
    tracker,
    host,
    entryFiles: new Set([TEST_FILE]),
    handOut: (name: string) => log.push(`${name} is given`),
    isOfTests: (file: string) => file === TEST_FILE,
    codeOf: () => code,
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
    'fs is given',
    'all by executing',
    'fs is given',
    'path is given',
    'fs by /p/outer.js',
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
    'process by executing',
    'process by /p/source.js',
    'process by executing',
    'process by executing',
  ]);
});
