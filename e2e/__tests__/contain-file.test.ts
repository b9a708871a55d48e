import { createProject, jestLines, runJest, withHermetic, type JestLine, type JestRun } from '../harness';

jest.setTimeout(180_000);

const SEQUENCER = `
module.exports = class PathOrderSequencer {
  sort(tests) { return [...tests].sort((a, b) => (a.path < b.path ? -1 : 1)); }
  shard(tests) { return tests; }
  allFailedTests(tests) { return tests; }
  cacheResults() {}
};`;

/** Files whose names begin with 1 leave something, and those that begin with 2 look for it. */
const FILES = {
  'jest.config.js': `module.exports = {
    testEnvironment: 'node',
    testSequencer: '<rootDir>/sequencer.js',
    setupFiles: ['<rootDir>/setup.js'],
    transform: { '\\\\.js$': '<rootDir>/transform.js' },
  };`,
  'sequencer.js': SEQUENCER,
  // Host code, which runs while the first file does.
  'transform.js': `
    exports.process = (code, path) => {
      if (path.includes('1-tests')) {
        require('dgram').createSocket = function fromTransform() {};
        require('timers').fromTransform = 1;
      }
      return { code };
    };`,
  'setup.js': `
    if (__filename && !globalThis.__setUp) {
      globalThis.__setUp = true;
      require('vm').isContext = () => 'of the setup file';
    }`,
  'src/patch.js': `require('zlib').gzipSync = () => 'of a source module';`,
  'src/marked.js': `
    const tty = require('tty');
    const mark = Symbol.for('marked-tty');
    if (!tty[mark]) {
      Object.defineProperty(tty, mark, { value: true });
      tty.isatty = Object.assign(() => 'patched', { original: tty.isatty });
    }
    exports.isPatched = () => tty.isatty() === 'patched';`,
  'node_modules/patcher/index.js': `
    const readline = require('readline');
    if (!readline.patched) {
      readline.patched = true;
      readline.clearLine = () => 'of a package';
    }
    exports.install = () => { require('repl').start = () => 'installed in a test'; };`,

  '1-tests.test.js': `
    const fs = require('fs');
    const os = require('os');
    require('./src/patch');
    test('leaves this and that', () => {
      fs.readFileSync = () => 'fake';
      delete fs.truncateSync;
      Object.defineProperty(fs, 'added', { get: () => 1, configurable: true });
      fs.promises.readFile = async () => 'fake';
      require('stream').Readable.prototype.read = () => 'fake';
      require('events').defaultMaxListeners = 3;
      require('https').globalAgent.maxSockets = 7;
      URL.prototype.toJSON = () => 'fake';
      process.stdout.on('resize', () => {});
      process.umask(0o077);
      require('module')._extensions['.leaked'] = () => {};
      require('module')._cache['/leaked.js'] = { exports: 1 };
    });
    test('a second test sees it', () => expect(fs.readFileSync()).toBe('fake'));
    afterAll(() => {
      os.hostname = () => 'fake';
      process.chdir('/');
      process.exitCode = 3;
    });`,
  '1-stays.test.js': `
    const path = require('path');
    require('patcher').install();
    test('leaves what cannot be put back', () => {
      Object.defineProperty(path, 'fixed', { value: 1 });
      path.added = 1;
      path.posix.added = 1;
    });
    test('a package installs something', () => require('patcher').install());`,
  '1-marked.test.js': `
    const { freshModules } = require('jest-hermetic/test');
    test('patched, whoever loads it', () => {
      expect(freshModules(() => require('./src/marked').isPatched())).toBe(true);
      expect(require('./src/marked').isPatched()).toBe(true);
    });`,

  '2-tests.test.js': `
    const fs = require('fs');
    const cwd = process.cwd();
    test('finds nothing of it', () => {
      expect(fs.readFileSync(__filename, 'utf8')).toContain('finds nothing');
      expect(typeof fs.truncateSync).toBe('function');
      expect('added' in fs).toBe(false);
      expect(String(fs.promises.readFile)).not.toContain('fake');
      expect(String(require('stream').Readable.prototype.read)).not.toContain('fake');
      expect(require('events').defaultMaxListeners).toBe(10);
      expect(require('https').globalAgent.maxSockets).toBe(Infinity);
      expect(JSON.stringify(new URL('http://x/'))).toBe('"http://x/"');
      expect(process.stdout.listenerCount('resize')).toBe(0);
      expect(process.umask()).not.toBe(0o077);
      expect(require('module')._extensions['.leaked']).toBe(undefined);
      expect(require('module')._cache['/leaked.js']).toBe(undefined);
      expect(require('os').hostname()).not.toBe('fake');
      expect(cwd).toBe(__dirname);
      expect(String(require('zlib').gzipSync)).not.toContain('source module');
      expect(process.exitCode).toBe(undefined);
    });
    test('finds what is not of the tests', () => {
      expect(require('readline').clearLine()).toBe('of a package');
      expect(require('repl').start()).toBe('installed in a test');
      expect(require('dgram').createSocket.name).toBe('fromTransform');
      // Plain data looks like the tests' own.
      expect(require('timers').fromTransform).toBe(undefined);
    });
    test('finds what could not be put back, whole', () => {
      expect(require('path').fixed).toBe(1);
      expect(require('path').added).toBe(1);
    });`,
  '2-marked.test.js': `test('a library that marks what it patched still works', () =>
    expect(require('./src/marked').isPatched()).toBe(true));`,
};

const LEAKS = [
  '1-stays.test.js core-module-mutated path.added',
  '1-stays.test.js core-module-mutated path.fixed',
  '1-tests.test.js core-module-mutated dgram.createSocket',
  '1-tests.test.js core-module-mutated events.defaultMaxListeners',
  '1-tests.test.js core-module-mutated fs.added',
  '1-tests.test.js core-module-mutated fs.promises.readFile',
  '1-tests.test.js core-module-mutated fs.readFileSync',
  '1-tests.test.js core-module-mutated fs.truncateSync',
  '1-tests.test.js core-module-mutated https.globalAgent.maxSockets',
  '1-tests.test.js core-module-mutated os.hostname',
  '1-tests.test.js core-module-mutated stream.Readable.prototype.read',
  '1-tests.test.js core-module-mutated timers.fromTransform',
  '1-tests.test.js host-object-mutated URL.prototype.toJSON',
  '1-tests.test.js host-require-cache Module._cache',
  '1-tests.test.js host-require-cache Module._extensions[.leaked]',
  '1-tests.test.js process-state process.cwd',
  '1-tests.test.js process-state process.exitCode',
  '1-tests.test.js process-state process.stdout:resize',
  '1-tests.test.js process-state process.umask',
  'node_modules/patcher core-module-mutated repl.start',
  'setup.js core-module-mutated vm.isContext',
  'src/marked.js core-module-mutated tty.isatty',
  'src/marked.js core-module-mutated tty[Symbol(marked-tty)]',
  'src/patch.js core-module-mutated zlib.gzipSync',
];

const STAYS = [
  'path.added: it belongs to one change with path.fixed, which stays',
  'path.fixed: it cannot be written any more',
  'tty.isatty: it belongs to one change with tty[Symbol(marked-tty)], which stays',
  'tty[Symbol(marked-tty)]: it cannot be written any more',
];

function project(line: JestLine, contain: 'off' | 'file') {
  return withHermetic(createProject(FILES, line), { options: { failAt: 'run', contain } });
}

function failures({ results }: JestRun) {
  return results?.tests.filter(({ status }) => status === 'failed').map(({ file, name }) => `${file} ${name}`);
}

function identities({ report }: JestRun): string[] {
  return [...new Set(report?.leaks.map(({ owner, kind, key }) => `${owner} ${kind} ${key}`))].sort();
}

describe.each(jestLines())("contain: 'file' on Jest $name", (line) => {
  let run: JestRun;

  beforeAll(async () => {
    run = await runJest(project(line, 'file'), ['-i']);
  });

  test('what tests, setup files and source modules left reaches no other file', () => {
    expect(failures(run)).toEqual([]);
    expect(run.results?.brokenFiles).toEqual([]);
    expect(run.report?.problems).toEqual([]);
  });

  test('all of it is still reported, and gates', () => {
    expect(identities(run)).toEqual(LEAKS);
    expect(run.report?.leaks.every(({ verdict }) => verdict === 'new')).toBe(true);
    expect(run.exitCode).toBe(1);
  });

  test('what cannot be put back says so, and stays whole', () => {
    const stays = run.report?.leaks.filter((leak) => leak.stays !== undefined);
    expect(stays?.map(({ key, stays: why }) => `${key}: ${why}`)).toEqual(STAYS);
    expect(run.output).toContain('It was not put back: it cannot be written any more.');
  });
});

test("with contain: 'off' it does", async () => {
  const run = await runJest(project(jestLines()[0] as JestLine, 'off'), ['-i']);
  expect(failures(run)).toContain('2-tests.test.js finds nothing of it');
});

describe.each(jestLines())('what is found only at the end of a file, on Jest $name', (line) => {
  const files = {
    'package.json': {
      jest: {
        testEnvironment: 'jest-hermetic',
        reporters: ['default', 'jest-hermetic/reporter'],
        testSequencer: '<rootDir>/sequencer.js',
        transform: {},
      },
    },
    'sequencer.js': SEQUENCER,
    'src.js': "const os = require('os'); exports.load = () => os; exports.hostname = () => os.hostname();",
    'a.test.js': `
      const { hostname, load } = require('./src');
      test('stubs the host name', () => {
        load().hostname = function stub() { return 'stub'; };
        load().stubbed = 1;
        expect(hostname()).toBe('stub');
      });
      test('other', () => {});`,
    'b.test.js': `
      const os = require('os');
      test('finds it as it was', () => expect([os.hostname() === 'stub', os.stubbed]).toEqual([false, undefined]));`,
  };

  test('is put back for the next file, and reported', async () => {
    const { report, exitCode, results } = await runJest(createProject(files, line), ['-i']);
    expect(results?.tests.map(({ name, status }) => `${name} ${status}`)).toContain('finds it as it was passed');
    expect(report?.leaks.map(({ owner, key, verdict }) => `${owner} ${key} ${verdict}`)).toEqual([
      'a.test.js os.hostname new',
      'a.test.js os.stubbed new',
    ]);
    expect(exitCode).toBe(1);
  });
});
