import { inDescribe, inTest, type ExpectedLeak, type Situation } from './situation';

const coreLeak = (key: string, rest: Pick<ExpectedLeak, 'grade' | 'at'> & Partial<ExpectedLeak>): ExpectedLeak => ({
  kind: 'core-module-mutated',
  key,
  ...rest,
});

/** Core modules and host state inside one file; every file leaves them as they were. */
export const coreInFile: Situation[] = [
  {
    name: 'assigned-in-a-test-put-back-after-all',
    files: {
      'a.test.js': `
        const fs = require('fs');
        const real = fs.linkSync;
        afterAll(() => {
          fs.linkSync = real;
        });
        test('one', () => {
          fs.linkSync = () => 'fake'; // @fake
          expect(fs.linkSync()).toBe('fake');
          /* end */
        });
        test('two', () => expect(typeof fs.linkSync).toBe('function'));`,
    },
    leaks: [
      coreLeak('fs.linkSync', {
        grade: 'escaped',
        at: '@fake',
        siteIs: 'value',
        scopes: [inTest('one', { escapedTo: 'two', observedBy: [] })],
      }),
    ],
    twin: { swap: [['/* end */', 'fs.linkSync = real;']] },
  },
  {
    name: 'put-back-as-undefined-what-was-not-there',
    files: {
      'a.test.js': `
        const saved = process.stdout.notThere;
        afterEach(() => {
          process.stdout.notThere = saved;
        });
        test('one', () => { // @one
          process.stdout.notThere = 90;
        });
        test('two', () => expect(process.stdout.notThere).toBe(undefined));`,
    },
    leaks: [],
    twin: {
      swap: [
        ['process.stdout.notThere = saved;', ''],
        ['.toBe(undefined)', '.toBe(90)'],
      ],
      leaks: [
        {
          kind: 'host-object-mutated',
          key: 'process.stdout.notThere',
          grade: 'escaped',
          at: '@one',
          siteIs: 'scope',
          scopes: [inTest('one', { escapedTo: 'two', observedBy: [] })],
        },
      ],
    },
  },
  {
    name: 'hidden-by-undefined',
    files: {
      'a.test.js': `
        test('one', () => { // @one
          process.stdout.listenerCount = undefined;
        });
        afterAll(() => {
          delete process.stdout.listenerCount;
        });
        test('two', () => expect(process.stdout.listenerCount).toBe(undefined));`,
    },
    leaks: [
      {
        kind: 'host-object-mutated',
        key: 'process.stdout.listenerCount',
        grade: 'escaped',
        at: '@one',
        siteIs: 'scope',
        scopes: [inTest('one', { escapedTo: 'two', observedBy: [] })],
      },
    ],
    twin: {
      swap: [
        ['process.stdout.listenerCount = undefined;', ''],
        ['.toBe(undefined)', '.not.toBe(undefined)'],
      ],
      leaks: [],
    },
  },
  {
    name: 'deep-in-a-module-of-the-tests',
    files: {
      'a.test.js': `
        const os = require('os');
        test('zero', () => {});
        test('one', () => { // @one
          os.constants.errno.EHERMETIC = 1;
        });
        test('two', () => expect(os.constants.errno.EHERMETIC).toBe(1));
        afterAll(() => {
          delete os.constants.errno.EHERMETIC;
        });`,
    },
    leaks: [
      coreLeak('os.constants.errno.EHERMETIC', {
        grade: 'escaped',
        at: '@one',
        siteIs: 'scope',
        scopes: [inTest('one', { escapedTo: 'two', observedBy: [] })],
      }),
    ],
    twin: {
      swap: [
        ['os.constants.errno.EHERMETIC = 1;', 'os.constants.errno.EHERMETIC = 1; delete os.constants.errno.EHERMETIC;'],
        ['.toBe(1)', '.toBe(undefined)'],
      ],
      leaks: [],
    },
  },
  {
    name: 'last-test-put-back-after-all',
    files: {
      'a.test.js': `
        const fs = require('fs');
        const real = fs.linkSync;
        afterAll(() => {
          fs.linkSync = real;
        });
        test('one', () => {
          fs.linkSync = () => 'fake';
        });`,
    },
    leaks: [],
  },
  {
    name: 'put-back-by-the-next-test',
    files: {
      'a.test.js': `
        const fs = require('fs');
        const real = fs.linkSync;
        test('one', () => {
          fs.linkSync = () => 'fake'; // @fake
        });
        test('two', () => {
          fs.linkSync = real;
        });
        test('three', () => expect(fs.linkSync).toBe(real));`,
    },
    leaks: [coreLeak('fs.linkSync', { grade: 'latent', at: '@fake', scopes: [inTest('one', { escapedTo: null })] })],
  },
  {
    name: 'each-test-stubs-for-itself',
    files: {
      'a.test.js': `
        const os = require('os');
        const real = os.hostname;
        afterAll(() => {
          os.hostname = real;
        });
        function stub(name) {
          os.hostname = () => name; // @stub
        }
        test('one', () => {
          stub('1');
          expect(os.hostname()).toBe('1');
        });
        test('two', () => {
          stub('2');
          expect(os.hostname()).toBe('2');
        });`,
    },
    leaks: [coreLeak('os.hostname', { grade: 'latent', at: '@stub', scopes: [inTest('one', { escapedTo: null })] })],
  },
  {
    name: 'spy-left-in-a-test',
    files: {
      'a.test.js': `
        const os = require('os');
        afterEach(() => {
          /* after */
        });
        test('one', () => {
          jest.spyOn(os, 'hostname').mockReturnValue('spy'); // @spy
          expect(os.hostname()).toBe('spy');
        });
        test('two', () => {
          expect(typeof os.hostname()).toBe('string');
        });`,
    },
    leaks: [
      coreLeak('os.hostname', {
        grade: 'escaped',
        at: '@spy',
        siteIs: 'call',
        call: 'jest.spyOn',
        scopes: [inTest('one', { ownerAt: '@spy', escapedTo: 'two', observedBy: [] })],
      }),
    ],
    twin: { swap: [['/* after */', 'jest.restoreAllMocks();']] },
  },
  {
    name: 'spy-left-in-the-last-test',
    files: {
      'a.test.js': `
        const os = require('os');
        test('one', () => {
          jest.spyOn(os, 'hostname').mockReturnValue('spy'); // @spy
        });`,
    },
    leaks: [coreLeak('os.hostname', { grade: 'latent', at: '@spy', scopes: [inTest('one', { escapedTo: null })] })],
  },
  {
    name: 'spy-restored-by-the-next-test',
    files: {
      'a.test.js': `
        const os = require('os');
        test('one', () => {
          jest.spyOn(os, 'hostname').mockReturnValue('spy'); // @spy
        });
        test('two', () => {
          jest.restoreAllMocks();
          expect(os.hostname()).not.toBe('spy');
        });`,
    },
    leaks: [coreLeak('os.hostname', { grade: 'latent', at: '@spy', scopes: [inTest('one', { escapedTo: null })] })],
  },
  {
    name: 'spy-of-a-describe',
    files: {
      'a.test.js': `
        const os = require('os');
        describe('a', () => {
          let spy;
          beforeEach(() => {
            spy = jest.spyOn(os, 'hostname').mockReturnValue('spy'); // @spy
          });
          afterEach(() => {
            /* after */
          });
          test('one', () => expect(os.hostname()).toBe('spy'));
        });
        test('two', () => {
          expect(typeof os.hostname()).toBe('string');
        });`,
    },
    leaks: [
      coreLeak('os.hostname', {
        grade: 'escaped',
        at: '@spy',
        scopes: [inDescribe('a', 'beforeEach', { escapedTo: 'two' })],
      }),
    ],
    twin: { swap: [['/* after */', 'spy.mockRestore();']] },
  },
  {
    name: 'replaced-property',
    files: {
      'a.test.js': `
        const http = require('http');
        const real = http.globalAgent.maxSockets;
        afterEach(() => {
          /* after */
        });
        test('one', () => {
          jest.replaceProperty(http.globalAgent, 'maxSockets', 3); // @replace
        });
        test('two', () => expect(http.globalAgent.maxSockets).toBeGreaterThan(0));`,
    },
    leaks: [
      coreLeak('http.globalAgent.maxSockets', {
        grade: 'escaped',
        at: '@replace',
        siteIs: 'call',
        call: 'jest.replaceProperty',
        scopes: [inTest('one', { escapedTo: 'two' })],
      }),
    ],
    twin: { swap: [['/* after */', 'jest.restoreAllMocks();']] },
  },
  {
    name: 'top-level-put-back-after-all',
    files: {
      'a.test.js': `
        const fs = require('fs');
        const real = fs.linkSync;
        fs.linkSync = () => 'fake';
        afterAll(() => {
          fs.linkSync = real;
        });
        test('one', () => expect(fs.linkSync()).toBe('fake'));
        test('two', () => expect(fs.linkSync()).toBe('fake'));`,
    },
    leaks: [],
  },
  {
    name: 'before-all-of-a-describe',
    files: {
      'a.test.js': `
        const os = require('os');
        const real = os.hostname;
        describe('a', () => {
          beforeAll(() => {
            os.hostname = () => 'fake'; // @fake
          });
          afterAll(() => {
            /* after */
          });
          test('one', () => expect(os.hostname()).toBe('fake'));
        });
        describe('b', () => {
          test('two', () => expect(typeof os.hostname()).toBe('string'));
        });
        afterAll(() => {
          os.hostname = real;
        });`,
    },
    leaks: [
      coreLeak('os.hostname', {
        grade: 'escaped',
        at: '@fake',
        siteIs: 'value',
        scopes: [inDescribe('a', 'beforeAll', { escapedTo: 'b two' })],
      }),
    ],
    twin: { swap: [['/* after */', 'os.hostname = real;']] },
  },
  {
    name: 'nested-added-and-deleted',
    files: {
      'a.test.js': `
        const fs = require('fs');
        const os = require('os');
        const events = require('events');
        const real = { link: fs.promises.link, getPriority: os.getPriority };
        afterAll(() => {
          fs.promises.link = real.link;
          os.getPriority = real.getPriority;
          delete fs.extra;
          delete events.prototype.extra;
        });
        test('one', () => {
          require('fs/promises').link = async () => 'fake'; // @nested
        });
        test('two', () => {
          fs.extra = () => 'extra'; // @added
          events.prototype.extra = function extra() {}; // @prototype
        });
        test('three', () => { // @deletes
          delete os.getPriority;
        });
        test('four', () => expect(os.getPriority).toBeUndefined());`,
    },
    leaks: [
      coreLeak('fs.promises.link', {
        grade: 'escaped',
        at: '@nested',
        siteIs: 'value',
        scopes: [inTest('one', { escapedTo: 'two' })],
      }),
      coreLeak('fs.extra', {
        grade: 'escaped',
        at: '@added',
        siteIs: 'value',
        scopes: [inTest('two', { escapedTo: 'three' })],
      }),
      coreLeak('events.prototype.extra', {
        grade: 'escaped',
        at: '@prototype',
        siteIs: 'value',
        scopes: [inTest('two', { escapedTo: 'three' })],
      }),
      coreLeak('os.getPriority', {
        grade: 'escaped',
        at: '@deletes',
        siteIs: 'scope',
        scopes: [inTest('three', { escapedTo: 'four' })],
      }),
    ],
  },
  {
    name: 'host-object',
    files: {
      'a.test.js': `
        const real = performance.clearMarks;
        const own = Object.hasOwn(performance, 'clearMarks');
        const putBack = () => {
          if (own) performance.clearMarks = real;
          else delete performance.clearMarks;
        };
        afterAll(putBack);
        test('one', () => {
          performance.clearMarks = () => 'fake'; // @fake
          /* end */
        });
        test('two', () => expect(typeof performance.clearMarks).toBe('function'));`,
    },
    leaks: [
      {
        kind: 'host-object-mutated',
        key: 'performance.clearMarks',
        grade: 'escaped',
        at: '@fake',
        siteIs: 'value',
        scopes: [inTest('one', { escapedTo: 'two' })],
      },
    ],
    twin: { swap: [['/* end */', 'putBack();']] },
  },
  {
    name: 'working-directory',
    files: {
      'a.test.js': `
        const home = process.cwd();
        afterAll(() => process.chdir(home));
        afterEach(() => {
          /* after */
        });
        test('one', () => {
          process.chdir(__dirname); // @chdir
        });
        test('two', () => expect(typeof process.cwd()).toBe('string'));`,
    },
    leaks: [
      {
        kind: 'process-state',
        key: 'process.cwd',
        grade: 'escaped',
        at: '@chdir',
        siteIs: 'call',
        call: 'process.chdir',
        scopes: [inTest('one', { ownerAt: '@chdir', escapedTo: 'two', observedBy: [] })],
      },
    ],
    twin: { swap: [['/* after */', 'process.chdir(home);']] },
  },
  {
    name: 'umask',
    files: {
      'a.test.js': `
        const before = process.umask();
        afterAll(() => {
          process.umask(before);
        });
        afterEach(() => {
          /* after */
        });
        test('one', () => {
          process.umask(0o77); // @umask
        });
        test('two', () => expect(typeof process.umask()).toBe('number'));`,
    },
    leaks: [
      {
        kind: 'process-state',
        key: 'process.umask',
        grade: 'escaped',
        at: '@umask',
        siteIs: 'call',
        call: 'process.umask',
        scopes: [inTest('one', { escapedTo: 'two' })],
      },
    ],
    twin: { swap: [['/* after */', 'process.umask(before);']] },
  },
  {
    name: 'stream-listener',
    files: {
      'a.test.js': `
        const listener = () => {}; // @on
        afterAll(() => process.stdout.removeListener('resize', listener));
        afterEach(() => {
          /* after */
        });
        test('one', () => {
          process.stdout.on('resize', listener);
        });
        test('two', () => expect(process.stdout.listenerCount('resize')).toBeLessThan(2));`,
    },
    leaks: [
      {
        kind: 'process-state',
        key: 'process.stdout:resize',
        grade: 'escaped',
        at: '@on',
        siteIs: 'value',
        scopes: [inTest('one', { escapedTo: 'two' })],
      },
    ],
    twin: { swap: [['/* after */', `process.stdout.removeListener('resize', listener);`]] },
  },
  {
    name: 'helper-of-a-source-module-in-one-of-many-tests',
    files: {
      'src/assign.js': `exports.assign = (to, name) => { to[name] = 1; };`,
      'src/reader.js': `exports.lookup = require('dns').lookup;`,
      'a.test.js': `
        const dns = require('dns');
        const { assign } = require('./src/assign');
        const NAME = ['hermetic', 'Helped'].join('');
        test.each(Array.from({ length: 30 }, (_, i) => i + 1))('number %i', (i) => { // @tests
          if (i === 20) assign(dns, NAME);
          if (i === 22) expect(typeof require('./src/reader').lookup).toBe('function');
        });`,
    },
    leaks: [
      {
        kind: 'core-module-mutated',
        key: 'dns.hermeticHelped',
        grade: 'escaped',
        at: '@tests',
        siteIs: 'scope',
        candidates: ['number 16', 'number 17', 'number 18', 'number 19', 'number 20', 'number 21', 'number 22'],
      },
    ],
  },
  {
    name: 'prototype-that-only-source-code-has',
    files: {
      'src/mark.js': `
        const { TLSSocket } = require('tls');
        exports.mark = () => {
          TLSSocket.prototype.hermeticMark = 1;
        };`,
      'a.test.js': `const { mark } = require('./src/mark'); // @file
        test('one', () => {});
        test('two', () => mark());
        test('three', () => {});`,
    },
    leaks: [
      {
        kind: 'core-module-mutated',
        key: 'tls.TLSSocket.prototype.hermeticMark',
        grade: 'escaped',
        at: '@file',
        candidates: ['top-level code', 'one', 'two', 'three'],
      },
    ],
  },
];
