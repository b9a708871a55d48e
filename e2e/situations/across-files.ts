import { inDescribe, inFile, inTest, type ExpectedLeak, type Situation } from './situation';

type Rest = Partial<ExpectedLeak> & { at: string };
const leakOf = (kind: ExpectedLeak['kind'], key: string, rest: Rest): ExpectedLeak => ({
  owner: './1.test.js',
  grade: 'escaped',
  kind,
  key,
  ...rest,
});
const coreLeak = (key: string, rest: Rest) => leakOf('core-module-mutated', key, rest);
const hostLeak = (key: string, rest: Rest) => leakOf('host-object-mutated', key, rest);
const processLeak = (key: string, rest: Rest) => leakOf('process-state', key, rest);

const LATER_FILE = `test('later', () => expect(1 + 1).toBe(2));`;

/** What outlives a file: each situation uses slots that no other one touches, for they share a process. */
export const acrossFiles: Situation[] = [
  {
    name: 'assigned-in-the-only-test',
    files: {
      '1.test.js': `
        const fs = require('fs');
        const real = fs.symlinkSync;
        afterEach(() => {
          /* after */
        });
        test('one', () => {
          fs.symlinkSync = () => 'fake'; // @fake
        });`,
      '2.test.js': `test('two', () => expect(typeof require('fs').symlinkSync).toBe('function'));`,
    },
    leaks: [coreLeak('fs.symlinkSync', { at: '@fake', siteIs: 'value', scopes: [inTest('one', { escapedTo: null })] })],
    twin: { swap: [['/* after */', 'fs.symlinkSync = real;']] },
  },
  {
    name: 'assigned-in-a-test-with-tests-after-it',
    files: {
      '1.test.js': `
        const fs = require('fs');
        test('one', () => {
          fs.truncateSync = () => 'fake'; // @fake
        });
        test('two', () => expect(fs.truncateSync()).toBe('fake'));`,
      '2.test.js': LATER_FILE,
    },
    leaks: [coreLeak('fs.truncateSync', { at: '@fake', siteIs: 'value', scopes: [inTest('one')] })],
  },
  {
    name: 'put-back-after-all',
    files: {
      '1.test.js': `
        const fs = require('fs');
        const real = fs.utimesSync;
        afterAll(() => {
          fs.utimesSync = real;
        });
        test('one', () => {
          fs.utimesSync = () => 'fake'; // @fake
        });
        test('two', () => expect(fs.utimesSync()).toBe('fake'));`,
      '2.test.js': `test('three', () => expect(String(require('fs').utimesSync)).not.toContain('fake'));`,
    },
    leaks: [coreLeak('fs.utimesSync', { at: '@fake', siteIs: 'value', scopes: [inTest('one', { escapedTo: 'two' })] })],
  },
  {
    name: 'spy-never-restored',
    files: {
      '1.test.js': `
        const os = require('os');
        test('one', () => {
          jest.spyOn(os, 'loadavg').mockReturnValue([]); // @spy
        });
        test('two', () => expect(os.loadavg()).toEqual([]));`,
      '2.test.js': `test('three', () => expect(require('os').loadavg()).toHaveLength(3));`,
    },
    leaks: [
      coreLeak('os.loadavg', {
        at: '@spy',
        siteIs: 'call',
        call: 'jest.spyOn',
        scopes: [inTest('one', { escapedTo: 'two' })],
      }),
    ],
  },
  {
    name: 'spy-of-the-file',
    files: {
      '1.test.js': `
        const os = require('os');
        jest.spyOn(os, 'freemem').mockReturnValue(1);
        beforeEach(() => {
          jest.spyOn(os, 'totalmem').mockReturnValue(2);
        });
        test('one', () => expect([os.freemem(), os.totalmem()]).toEqual([1, 2]));
        test('two', () => expect([os.freemem(), os.totalmem()]).toEqual([1, 2]));`,
      '2.test.js': `test('three', () => expect(require('os').freemem()).toBeGreaterThan(1));`,
    },
    leaks: [],
  },
  {
    name: 'top-level-code',
    files: {
      '1.test.js': `
        const os = require('os');
        os.release = () => 'fake'; // @fake
        test('one', () => expect(os.release()).toBe('fake'));
        test('two', () => expect(os.release()).toBe('fake'));`,
      '2.test.js': `test('three', () => expect(require('os').release()).toBe('fake'));`,
    },
    leaks: [coreLeak('os.release', { at: '@fake', siteIs: 'value', scopes: [inFile(null, { escapedTo: null })] })],
  },
  {
    name: 'top-level-hook',
    files: {
      '1.test.js': `
        const os = require('os');
        afterAll(() => {
          os.version = () => 'fake'; // @fake
        });
        test('one', () => expect(os.version()).not.toBe('fake'));`,
      '2.test.js': LATER_FILE,
    },
    leaks: [
      coreLeak('os.version', { at: '@fake', siteIs: 'value', scopes: [inFile('afterAll', { escapedTo: null })] }),
    ],
  },
  {
    name: 'hook-of-a-describe',
    files: {
      '1.test.js': `
        const os = require('os');
        describe('a', () => {
          beforeAll(() => {
            os.machine = () => 'fake'; // @fake
          });
          test('one', () => expect(os.machine()).toBe('fake'));
        });`,
      '2.test.js': LATER_FILE,
    },
    leaks: [
      coreLeak('os.machine', {
        at: '@fake',
        siteIs: 'value',
        scopes: [inDescribe('a', 'beforeAll', { escapedTo: null })],
      }),
    ],
  },
  {
    name: 'two-files-over-each-other',
    files: {
      '1.test.js': `
        test('one', () => {
          require('os').networkInterfaces = () => 1; // @first
        });`,
      '2.test.js': `
        test('two', () => {
          require('os').networkInterfaces = () => 2; // @second
        });`,
      '3.test.js': `test('three', () => expect(require('os').networkInterfaces()).toBe(2));`,
    },
    leaks: [
      coreLeak('os.networkInterfaces', { at: '@first', scopes: [inTest('one', { escapedTo: null })] }),
      coreLeak('os.networkInterfaces', {
        owner: './2.test.js',
        at: '@second',
        scopes: [inTest('two', { escapedTo: null })],
      }),
    ],
  },
  {
    name: 'second-file-puts-it-back',
    files: {
      '1.test.js': `
        test('one', () => {
          require('fs').hermeticExtra = () => 'extra'; // @added
        });`,
      '2.test.js': `
        const fs = require('fs');
        test('two', () => {
          expect(fs.hermeticExtra()).toBe('extra');
          delete fs.hermeticExtra;
        });
        test('three', () => expect(fs.hermeticExtra).toBeUndefined());`,
    },
    leaks: [coreLeak('fs.hermeticExtra', { at: '@added', scopes: [inTest('one', { escapedTo: null })] })],
  },
  {
    name: 'second-file-stubs-over-it-and-restores',
    files: {
      '1.test.js': `
        test('one', () => {
          require('os').userInfo = () => 1; // @first
        });`,
      '2.test.js': `
        const os = require('os');
        const found = os.userInfo;
        afterEach(() => {
          os.userInfo = found;
        });
        test('two', () => {
          os.userInfo = () => 2;
          expect(os.userInfo()).toBe(2);
        });`,
    },
    leaks: [coreLeak('os.userInfo', { at: '@first', scopes: [inTest('one', { escapedTo: null })] })],
  },
  {
    name: 'plain-values',
    files: {
      '1.test.js': `
        const tls = require('tls');
        const https = require('https');
        test('one', () => { // @one
          tls.DEFAULT_MIN_VERSION = 'TLSv1.3';
        });
        describe('a', () => {
          beforeEach(() => { // @hook
            https.globalAgent.maxSockets = 7;
          });
          test('two', () => expect(https.globalAgent.maxSockets).toBe(7));
        });`,
      '2.test.js': LATER_FILE,
    },
    leaks: [
      coreLeak('tls.DEFAULT_MIN_VERSION', { at: '@one', siteIs: 'scope', scopes: [inTest('one')] }),
      coreLeak('https.globalAgent.maxSockets', {
        at: '@hook',
        siteIs: 'scope',
        scopes: [inDescribe('a', 'beforeEach')],
      }),
    ],
  },
  {
    name: 'helper-module-is-the-site',
    files: {
      'helpers/fake-disk.js': `
        exports.fakeDisk = () => {
          require('fs').linkSync = () => 'fake'; // @fake
        };`,
      '1.test.js': `
        const { fakeDisk } = require('./helpers/fake-disk');
        test('one', () => {
          fakeDisk();
        });`,
      '2.test.js': LATER_FILE,
    },
    leaks: [coreLeak('fs.linkSync', { at: '@fake', siteIs: 'value', scopes: [inTest('one', { escapedTo: null })] })],
  },
  {
    name: 'source-module',
    files: {
      'src/patch.js': `
        const os = require('os');
        os.homedir = () => 'patched'; // @patch
        exports.home = () => os.homedir();`,
      '1.test.js': `test('one', () => expect(require('./src/patch').home()).toBe('patched'));`,
      '2.test.js': `
        const { home } = require('./src/patch');
        test('two', () => expect(home()).toBe('patched'));`,
    },
    leaks: [coreLeak('os.homedir', { owner: './src/patch.js', at: '@patch', siteIs: 'value' })],
  },
  {
    name: 'package-that-listens-in-each-file',
    alone: true,
    files: {
      'node_modules/p-listen/index.js': `
        process.stdout.on('resize', () => {}); // @listen`,
      '1.test.js': `
        require('p-listen');
        test('one', () => {});`,
      '2.test.js': `
        require('p-listen');
        test('two', () => {});`,
    },
    leaks: [
      {
        kind: 'process-state',
        key: 'process.stdout:resize',
        grade: 'escaped',
        owner: 'node_modules/p-listen',
        at: '@listen',
        siteIs: 'value',
      },
    ],
    twin: { swap: [["require('p-listen');\n        test('two'", "test('two'"]], leaks: [] },
  },
  {
    name: 'package-that-patches-once-and-leaves-a-mark',
    alone: true,
    files: {
      'node_modules/p-once/index.js': `
        exports.patch = () => {
          const https = require('https');
          if (https.hermeticMark) return;
          https.hermeticMark = true;
          const { request } = https;
          https.request = function (...args) {
            return request.apply(this, args);
          };
        };`,
      '1.test.js': `
        const { patch } = require('p-once');
        test('one', () => patch());`,
      '2.test.js': `
        const { patch } = require('p-once');
        test('two', () => patch());`,
    },
    leaks: [],
  },
  {
    name: 'source-module-and-what-it-was-not-handed-whole',
    alone: true,
    files: {
      'src/patch.js': `
        require('events').prototype.hermeticMark = () => 'patched'; // @patch
        process.umask(0o077); // @umask`,
      '1.test.js': `
        require('./src/patch');
        test('one', () => {});`,
      '2.test.js': `
        require('./src/patch');
        test('two', () => {});`,
    },
    leaks: [
      coreLeak('events.prototype.hermeticMark', { owner: './src/patch.js', at: '@patch', siteIs: 'value' }),
      {
        kind: 'process-state',
        key: 'process.umask',
        grade: 'escaped',
        owner: './src/patch.js',
        at: '@umask',
        siteIs: 'call',
      },
    ],
    twin: {
      swap: [
        ["() => 'patched';", "() => 'patched'; delete require('events').prototype.hermeticMark;"],
        ['process.umask(0o077);', 'process.umask(process.umask(0o077));'],
      ],
      leaks: [],
    },
  },
  {
    name: 'source-modules-and-host-globals',
    files: {
      'src/inner.js': `performance.hermeticInner = 'data'; // @inner
        Buffer.prototype.hermeticInner = 1;
        exports.later = () => { AbortSignal.hermeticLater = 1; };`,
      'src/outer.js': `Buffer.hermeticBefore = 1; // @outer
        const { later } = require('./inner');
        URL.prototype.hermeticAfter = 1;
        later();`,
      'src/reader.js': `
        exports.size = Buffer.byteLength('four');
        exports.url = String(new URL('http://a.b'));`,
      'node_modules/bookkeeper/index.js': `
        Buffer.hermeticPool = 1;`,
      '1.test.js': `URL.hermeticOfTest = 1; // @first
        require('./src/outer');
        require('bookkeeper');
        test('one', () => { // @one
          Buffer.hermeticOfTest = 1;
          expect(require('./src/reader').size).toBe(4);
        });`,
      '2.test.js': `
        require('./src/outer');
        require('bookkeeper');
        test('two', () => { // @two
          Buffer.hermeticSecond = 1;
          expect(require('./src/reader').size).toBe(4);
        });`,
    },
    leaks: [
      hostLeak('performance.hermeticInner', { owner: './src/inner.js', at: '@inner', siteIs: 'scope' }),
      hostLeak('Buffer.prototype.hermeticInner', { owner: './src/inner.js', at: '@inner', siteIs: 'scope' }),
      hostLeak('Buffer.hermeticBefore', { owner: './src/outer.js', at: '@outer', siteIs: 'scope' }),
      hostLeak('URL.prototype.hermeticAfter', { owner: './src/outer.js', at: '@outer', siteIs: 'scope' }),
      hostLeak('AbortSignal.hermeticLater', { owner: './src/outer.js', at: '@outer', siteIs: 'scope' }),
      hostLeak('URL.hermeticOfTest', { at: '@first', siteIs: 'scope', scopes: [inFile()] }),
      hostLeak('Buffer.hermeticOfTest', { at: '@one', siteIs: 'scope', scopes: [inTest('one')] }),
      hostLeak('Buffer.hermeticSecond', { owner: './2.test.js', at: '@two', siteIs: 'scope', scopes: [inTest('two')] }),
    ],
  },
  {
    name: 'source-modules-that-call-each-other',
    files: {
      'src/installer.js': `
        const zlib = require('zlib');
        exports.install = () => {
          zlib.hermeticInstalled = 1;
        };`,
      'src/outer.js': `require('./middle').install(); // @outer`,
      'src/middle.js': `exports.install = require('./installer').install;`,
      'src/unrelated.js': `require('./reader');`,
      'src/reader.js': `exports.gunzip = require('zlib').gunzip;`,
      '1.test.js': `
        const zlib = require('zlib');
        test('one', () => { // @one
          zlib.hermeticOfTest = 1;
          require('./src/unrelated');
        });
        test('two', () => { // @two
          zlib.hermeticOfTwo = 1;
          require('./src/outer');
        });`,
      '2.test.js': `
        require('./src/outer');
        test('three', () => expect(require('zlib').hermeticInstalled).toBe(1));`,
    },
    leaks: [
      coreLeak('zlib.hermeticOfTest', { at: '@one', siteIs: 'scope', scopes: [inTest('one')] }),
      coreLeak('zlib.hermeticOfTwo', { at: '@two', siteIs: 'scope', scopes: [inTest('two')] }),
      coreLeak('zlib.hermeticInstalled', { owner: './src/outer.js', at: '@outer', siteIs: 'scope' }),
    ],
    twin: {
      swap: [
        ['zlib.hermeticOfTest = 1;', ''],
        ['zlib.hermeticOfTwo = 1;', ''],
        ['zlib.hermeticInstalled = 1;', 'zlib.hermeticInstalled = 1; delete zlib.hermeticInstalled;'],
        ["expect(require('zlib').hermeticInstalled).toBe(1)", '{}'],
      ],
    },
  },
  {
    name: 'source-modules-and-deep-parts',
    alone: true,
    files: {
      'src/deep.js': `require('http').STATUS_CODES[299] = 'mine'; // @deep
        Object.defineProperty(URL, 'hermeticHidden', { value: 1, configurable: true });
        Object.defineProperty(Buffer, 'hermeticHidden', { value: 1, configurable: true });
        process.stdout.hermeticMark = 1;`,
      'src/reads.js': `exports.length = URL.length + process.stdout.listenerCount('x');`,
      'src/loads-cluster.js': `exports.isPrimary = require('cluster').isPrimary;`,
      'src/might.js': `if (global.never) URL.hermeticComputed = 1;`,
      '1.test.js': `
        require('./src/deep');
        require('./src/reads');
        test('one', () => { // @one
          require('os').hermeticOfTest = 1;
          require('./src/loads-cluster');
        });
        test('two', () => { // @two
          global['UR' + 'L']['hermetic' + 'Computed'] = 3;
          require('./src/might');
        });
        test('three', () => { // @three
          Object.defineProperty(Buffer, 'hermeticOfTest', { value: 1, configurable: true });
        });`,
      '2.test.js': `
        require('./src/deep');
        require('./src/reads');
        test('four', () => expect(require('http').STATUS_CODES[299]).toBe('mine'));`,
    },
    leaks: [
      coreLeak('http.STATUS_CODES.299', { owner: './src/deep.js', at: '@deep' }),
      ...['URL.hermeticHidden', 'Buffer.hermeticHidden', 'process.stdout.hermeticMark'].map((key) =>
        hostLeak(key, { owner: './src/deep.js', at: '@deep' }),
      ),
      coreLeak('os.hermeticOfTest', { at: '@one', scopes: [inTest('one')] }),
      hostLeak('URL.hermeticComputed', { at: '@two', scopes: [inTest('two')] }),
      hostLeak('Buffer.hermeticOfTest', { at: '@three', candidates: [], scopes: [inTest('three')] }),
    ],
  },
  {
    name: 'packages-that-wrap-loaders',
    alone: true,
    files: {
      'node_modules/hook-kit/index.js': `
        const Module = require('module');
        exports.addHook = (extension) => {
          const next = Module._extensions[extension];
          Module._extensions[extension] = (module, file) => next(module, file); // @kit
        };`,
      'node_modules/hooker/index.js': `require('hook-kit').addHook('.hermetic-by-package');`,
      'node_modules/direct/index.js': `
        const { _extensions } = require('module');
        const next = _extensions['.hermetic-direct'];
        _extensions['.hermetic-direct'] = (module, file) => next(module, file); // @direct`,
      '1.test.js': `
        require('hooker');
        require('direct');
        test('one', () => {});`,
      '2.test.js': `
        require('hooker');
        require('direct');
        test('two', () => {});`,
      '3.test.js': `
        test('three', () => { // @three
          require('hook-kit').addHook('.hermetic-by-test');
        });`,
    },
    leaks: [
      leakOf('host-require-cache', 'Module._extensions[.hermetic-by-package]', {
        owner: 'node_modules/hook-kit',
        at: '@kit',
      }),
      leakOf('host-require-cache', 'Module._extensions[.hermetic-direct]', {
        owner: 'node_modules/direct',
        at: '@direct',
      }),
      leakOf('host-require-cache', 'Module._extensions[.hermetic-by-test]', {
        owner: './3.test.js',
        at: '@three',
        scopes: [inTest('three')],
      }),
    ],
    twin: {
      swap: [
        [`require('hooker');\n        require('direct');\n        test('two'`, `test('two'`],
        ["require('hook-kit').addHook('.hermetic-by-test');", ''],
      ],
    },
  },
  {
    name: 'setup-files',
    config: { setupFiles: ['<rootDir>/<here>/early.js'], setupFilesAfterEnv: ['<rootDir>/<here>/setup.js'] },
    alone: true,
    files: {
      'early.js': `
        require('os').release = () => 'early'; // @early`,
      'setup.js': `
        const os = require('os');
        const real = os.hostname;
        beforeAll(() => {
          os.uptime = () => 1; // @setup
        });
        beforeEach(() => {
          os.hostname = () => 'each';
        });
        afterEach(() => {
          os.hostname = real;
        });`,
      '1.test.js': `
        const os = require('os');
        test('one', () => expect([os.release(), os.uptime(), os.hostname()]).toEqual(['early', 1, 'each']));`,
      '2.test.js': LATER_FILE,
    },
    leaks: [
      coreLeak('os.release', {
        owner: './early.js',
        at: '@early',
        siteIs: 'value',
      }),
      coreLeak('os.uptime', { owner: './setup.js', at: '@setup', siteIs: 'value' }),
    ],
  },
  {
    name: 'host-objects',
    files: {
      '1.test.js': `
        test('one', () => {
          URL.canParse = () => 'fake'; // @replaced
        });
        test('two', () => {
          Buffer.prototype.hermeticPeek = function hermeticPeek() {}; // @added
        });
        test('three', () => { // @deletes
          delete URL.revokeObjectURL;
        });
        test('four', () => {
          Object.defineProperty(performance, 'clearMeasures', { value: () => 'fake', configurable: true }); // @defined
        });
        describe('a', () => {
          beforeAll(() => {
            require('url').URL.hermeticMark = () => 'added'; // @through
          });
          test('five', () => expect(URL.hermeticMark()).toBe('added'));
        });`,
      '2.test.js': `test('six', () => expect(URL.canParse()).toBe('fake'));`,
    },
    leaks: [
      hostLeak('URL.canParse', { at: '@replaced', siteIs: 'value', scopes: [inTest('one')] }),
      hostLeak('Buffer.prototype.hermeticPeek', { at: '@added', siteIs: 'value', scopes: [inTest('two')] }),
      hostLeak('URL.revokeObjectURL', { at: '@deletes', siteIs: 'scope', scopes: [inTest('three')] }),
      hostLeak('performance.clearMeasures', { at: '@defined', siteIs: 'value', scopes: [inTest('four')] }),
      hostLeak('URL.hermeticMark', { at: '@through', siteIs: 'value', scopes: [inDescribe('a', 'beforeAll')] }),
    ],
  },
  {
    name: 'host-objects-put-back',
    files: {
      '1.test.js': `
        const real = { toString: URL.prototype.toString, write: process.stderr.write };
        afterEach(() => {
          URL.prototype.toString = real.toString;
          process.stderr.write = real.write;
          delete Buffer.hermeticExtra;
        });
        test('one', () => {
          URL.prototype.toString = () => 'fake';
          Buffer.hermeticExtra = 1;
          expect(String(new URL('http://a.b'))).toBe('fake');
        });
        test('two', () => {
          const spy = jest.spyOn(Buffer, 'alloc').mockReturnValue('fake');
          expect(Buffer.alloc(1)).toBe('fake');
          spy.mockRestore();
        });`,
      '2.test.js': LATER_FILE,
    },
    leaks: [],
    latentToo: true,
  },
  {
    name: 'stream-listeners',
    files: {
      '1.test.js': `
        const gone = () => {};
        test('one', () => {
          process.stderr.on('resize', gone);
          process.stderr.removeListener('resize', gone);
          process.stdout.on('resize', () => {}); // @left
        });`,
      '2.test.js': `test('two', () => expect(process.stdout.listenerCount('resize')).toBe(1));`,
    },
    leaks: [
      processLeak('process.stdout:resize', {
        at: '@left',
        siteIs: 'value',
        scopes: [inTest('one', { escapedTo: null })],
      }),
    ],
  },
  {
    name: 'umask-left',
    alone: true,
    files: {
      '1.test.js': `
        test('one', () => {
          process.umask(0o27); // @umask
        });`,
      '2.test.js': LATER_FILE,
    },
    leaks: [
      processLeak('process.umask', {
        at: '@umask',
        siteIs: 'call',
        call: 'process.umask',
        scopes: [inTest('one', { escapedTo: null })],
      }),
    ],
  },
  {
    name: 'working-directory-left',
    alone: true,
    files: {
      'helpers/go.js': `
        exports.go = (to) => {
          process.chdir(to); // @chdir
        };`,
      '1.test.js': `
        const { go } = require('./helpers/go');
        test('one', () => {
          go(__dirname); // @call
        });`,
      '2.test.js': `test('two', () => expect(process.cwd()).toBe(__dirname));`,
    },
    leaks: [
      processLeak('process.cwd', {
        at: '@chdir',
        siteIs: 'call',
        call: 'process.chdir',
        scopes: [inTest('one', { ownerAt: '@call', escapedTo: null })],
      }),
    ],
  },
  {
    name: 'exit-code-left',
    alone: true,
    files: {
      '1.test.js': `
        test('one', () => {
          process.exitCode = 3; // @one
        });`,
      '2.test.js': LATER_FILE,
    },
    leaks: [
      processLeak('process.exitCode', { at: '@one', siteIs: 'call', scopes: [inTest('one', { escapedTo: null })] }),
    ],
  },
  {
    name: 'exit-code-put-back',
    files: {
      '1.test.js': `
        const before = process.exitCode;
        test('one', () => {
          process.exitCode = 3;
          expect(process.exitCode).toBe(3);
          process.exitCode = before;
        });`,
      '2.test.js': LATER_FILE,
    },
    leaks: [],
  },
];
