import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { JestEnvironmentConfig } from '@jest/environment';
import { classIn, loadBaseEnvironment } from './base-environment';

class Found {}

test.each<[title: string, exported: unknown]>([
  ['itself', Found],
  ['default', { default: Found }],
  ['TestEnvironment', { TestEnvironment: Found }],
  ['both names: TestEnvironment', { TestEnvironment: Found, default: class Other {} }],
  ['a default in a default', { __esModule: true, default: { default: Found } }],
])('a module exports its class as %s', (_title, exported) => {
  expect(classIn(exported, 'x')).toBe(Found);
});

test.each([undefined, null, {}, { default: {} }, 'text'])(
  '%j has no class, and the error says what to export',
  (exported) => {
    expect(() => classIn(exported, './env.js')).toThrow(
      'jest-hermetic: "./env.js" exports no environment class. Export it as default or as TestEnvironment.',
    );
  },
);

describe('where a base environment is looked for', () => {
  let dir: string;

  beforeEach(() => {
    dir = mkdtempSync(join(tmpdir(), 'base-'));
    for (const place of ['project', 'jest']) {
      const home = join(dir, place, 'node_modules');
      for (const name of ['jest-environment-node', 'jest-environment-own']) {
        mkdirSync(join(home, name), { recursive: true });
        writeFileSync(join(home, name, 'index.js'), `exports.default = class { from = '${place}'; };`);
      }
    }
  });
  afterEach(() => rmSync(dir, { recursive: true }));

  function load(name: string): { from?: string } {
    const projectConfig = { rootDir: join(dir, 'project'), runner: join(dir, 'jest', 'runner.js') };
    const Base = loadBaseEnvironment(name, { projectConfig } as unknown as JestEnvironmentConfig);
    return new (Base as unknown as new () => { from?: string })();
  }

  test('the default one comes from the running Jest, so that its version fits', () => {
    expect(load('jest-environment-node').from).toBe('jest');
  });

  test('any other comes from the project', () => {
    expect(load('jest-environment-own').from).toBe('project');
  });

  test('from Jest when the project has none', () => {
    rmSync(join(dir, 'project/node_modules/jest-environment-own'), { recursive: true });
    expect(load('jest-environment-own').from).toBe('jest');
  });

  test('a file of the project', () => {
    writeFileSync(join(dir, 'project/env.js'), `module.exports = class { from = 'file'; };`);
    expect(load('./env.js').from).toBe('file');
  });

  test('nowhere: the error says what to install and which option to correct', () => {
    expect(() => load('jest-environment-none')).toThrow(
      `jest-hermetic: the environment "jest-environment-none" cannot be found from ${join(dir, 'project')}. ` +
        'Install it (npm install --save-dev jest-environment-none), or correct testEnvironmentOptions.hermetic.baseEnvironment.',
    );
  });

  test('an error of its own code stays as it is', () => {
    writeFileSync(join(dir, 'project/env.js'), `throw new TypeError('broken environment');`);
    expect(() => load('./env.js')).toThrow('broken environment');
  });
});
