import { createProject, jestLines, runJest, type JestRun } from '../harness';
import { ES_MODULES } from '../harness/case-suite';

jest.setTimeout(120_000);

const CONFIG = {
  testEnvironment: 'jest-hermetic',
  reporters: ['default', 'jest-hermetic/reporter'],
  transform: {},
  testEnvironmentOptions: { hermetic: { failAt: 'run' } },
};

const PATCH = `
import fs, { promises } from 'node:fs';
import events from 'node:events';
import { createRequire } from 'node:module';
import { URL as Url } from 'node:url';
const { prototype } = Url;
const os = createRequire(import.meta.url)('os');
fs.hermeticData = 1;
fs.hermeticMade = function hermeticMade() { return 'made at the top level of the module'; };
if (!promises.hermeticDeep) {
  promises.hermeticDeep = true;
}
function define() {
  Object.defineProperty(os, 'hermeticDefined', { value: 1, configurable: true, writable: true });
}
define();
performance.hermeticMark = 1;
prototype.hermeticPeek = 1;
globalThis.Buffer.hermeticGlobal = 1;
events.EventEmitter.prototype.hermeticTwice = 1;
if (os.hermeticNever) os.hermeticNever = os.hermeticComputed = 1;
process.umask(0o77);
`;

const INSTALL = `
import fs from 'node:fs';
export function install() { fs.hermeticInstalled = 1; }
export const setLater = (object, name) => { object[name] = 1; };
`;

/** What a test imports. */
const LATE = `
import util from 'node:util';
util.hermeticImported = 1;
process.chdir('src');
process.exitCode = 0;
`;

/** Writes under a computed name what a module seems to write: whatever changes on that object may be of the test. */
const SECOND = `
import os from 'node:os';
import './src/patch.js';
test('three', () => {
  os['hermetic' + 'Computed'] = 1;
});
`;

const FIRST = `
import os from 'node:os';
import zlib from 'node:zlib';
import './src/patch.js';
import 'es-package';
import { install, setLater } from './src/install.js';
zlib.hermeticOfTest = 1;
install();
os.hermeticTwice = 1;
test('one', async () => {
  setLater(zlib, 'hermeticLater');
  await import('./src/late.js');
});
test('two', () => expect(zlib.hermeticOfTest).toBe(1));
`;

describe.each(jestLines())('who did it in ES modules on Jest $name', (line) => {
  let run: JestRun;

  beforeAll(async () => {
    const project = createProject(
      {
        'package.json': JSON.stringify({ type: 'module' }),
        'jest.config.cjs': `module.exports = ${JSON.stringify(CONFIG)};`,
        'src/patch.js': PATCH,
        'src/install.js': INSTALL,
        'src/late.js': LATE,
        'node_modules/es-package/package.json': JSON.stringify({ type: 'module', exports: './index.js' }),
        'node_modules/es-package/index.js': `import fs from 'node:fs';\nfs.hermeticPackage = 1;\nBuffer.hermeticPackage = 1;`,
        '1.test.js': FIRST,
        '2.test.js': SECOND,
      },
      line,
    );
    run = await runJest(project, ['-i'], { nodeOptions: ES_MODULES });
  });

  const leaksOf = (owner: string): string[] =>
    (run.report?.leaks ?? []).filter((leak) => leak.owner === owner).map(({ key }) => key);

  test('a module owns what its top-level code did, however many files import it', () => {
    expect(leaksOf('src/patch.js')).toEqual([
      'events.prototype.hermeticTwice',
      'fs.hermeticData',
      'fs.hermeticMade',
      'fs.promises.hermeticDeep',
      'os.hermeticDefined',
      'Buffer.hermeticGlobal',
      'URL.prototype.hermeticPeek',
      'performance.hermeticMark',
      'process.umask',
    ]);
  });

  test('so does one that a test imports', () => {
    expect(leaksOf('src/late.js')).toEqual(['util.hermeticImported', 'process.cwd', 'process.exitCode']);
  });

  test('a test file owns what it did, and what it had functions of modules do', () => {
    expect(leaksOf('1.test.js')).toEqual([
      'fs.hermeticInstalled',
      'os.hermeticTwice',
      'zlib.hermeticLater',
      'zlib.hermeticOfTest',
    ]);
    expect(leaksOf('2.test.js')).toEqual(['os.hermeticComputed', 'os.hermeticDefined']);
  });

  test('what a package did once is nobody’s leak', () => {
    const owners = new Set(run.report?.leaks.map(({ owner }) => owner));
    expect(owners).toEqual(new Set(['1.test.js', '2.test.js', 'src/patch.js', 'src/late.js']));
    expect(run.report?.files).toMatchObject([{ exercised: true }, { exercised: true }]);
  });
});
