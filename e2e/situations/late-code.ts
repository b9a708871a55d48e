import {
  SOURCES,
  byTest,
  inDescribe,
  inTest,
  mockLeak,
  purgeLeak,
  type ExpectedLeak,
  type Situation,
} from './situation';

const WAIT = `const wait = (ms) => new Promise((resolve) => setTimeout(resolve, ms));`;

const NOW_MOCKED = `
        test('two', async () => {
          await wait(30);
          expect(require('./src/env').mode).toBe('mock'); // @load
        });`;

/** Mocked by the test `one`, received by the body of the test `two` that is executing then. */
const chargedToOne: ExpectedLeak = mockLeak({
  grade: 'observed',
  at: '@mock',
  siteIs: 'call',
  scopes: [inTest('one', { escapedTo: 'two', observedBy: [byTest('two', '@load')] })],
});

/** Nothing tells that it is not the executing test that mocked it; the last test of the file, it leaks to nobody. */
const chargedToTwo: ExpectedLeak = mockLeak({
  grade: 'latent',
  at: '@mock',
  siteIs: 'call',
  scopes: [inTest('two', { escapedTo: null, observedBy: [] })],
});

/** Code that runs on after the test, hook or body that started it has ended. */
export const lateCode: Situation[] = [
  {
    name: 'callback-of-a-hook-wrapped-by-what-wraps-the-late-code-too',
    files: {
      ...SOURCES,
      'a.test.js': `
        ${WAIT}
        const wrap = (fn) => (...args) => fn(...args);
        beforeEach(wrap(() => {}));
        test('one', () => {
          setTimeout(wrap(() => {
            jest.doMock('./src/env', () => ({ mode: 'mock' })); // @mock
          }), 10);
        });${NOW_MOCKED}`,
    },
    leaks: [chargedToOne],
  },
  {
    name: 'function-whose-text-stands-in-another-test-too',
    files: {
      'a.test.js': `
        ${WAIT}
        const os = require('os');
        const real = os.uptime;
        test('starter', () => {
          setTimeout(() => { os.uptime = () => 1; }, 10); // @late
        });
        test('bystander', () => wait(40));
        test('other', () => {
          os.uptime = () => 1;
          os.uptime = real;
        });
        afterAll(() => {
          os.uptime = real;
        });`,
    },
    leaks: [
      {
        kind: 'core-module-mutated',
        key: 'os.uptime',
        grade: 'escaped',
        at: '@late',
        siteIs: 'value',
        scopes: [inTest('starter', { escapedTo: 'bystander', observedBy: [] })],
      },
    ],
  },
  {
    name: 'timer',
    files: {
      ...SOURCES,
      'a.test.js': `
        ${WAIT}
        test('one', () => {
          setTimeout(() => {
            jest.doMock('./src/env', () => ({ mode: 'mock' })); // @mock
          }, 10);
        });${NOW_MOCKED}`,
    },
    leaks: [chargedToOne],
    twin: {
      swap: [
        [
          '}, 10);\n        });',
          '}, 10);\n          return wait(20).then(() => jest.dontMock("./src/env"));\n        });',
        ],
        [".toBe('mock')", ".toBe('real')"],
      ],
    },
  },
  {
    name: 'promise-of-a-typescript-test',
    files: {
      ...SOURCES,
      'a.test.ts': `
        const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
        test('one', async () => {
          void wait(10).then(() => {
            jest.doMock('./src/env', () => ({ mode: 'mock' })); // @mock
          });
        });
        interface Nothing {}
        test('two', async () => {
          const nothing: Nothing = {};
          await wait(30);
          expect(require('./src/env').mode).toBe('mock'); // @load
          expect(nothing).toEqual({});
        });`,
    },
    leaks: [{ ...chargedToOne, owner: './a.test.ts' }],
  },
  {
    name: 'function-within-the-test-that-nobody-awaits',
    files: {
      ...SOURCES,
      'a.test.js': `
        ${WAIT}
        test('one', () => {
          const mockLater = async () => {
            await wait(10);
            jest.doMock('./src/env', () => ({ mode: 'mock' })); // @mock
          };
          void mockLater();
        });${NOW_MOCKED}`,
    },
    leaks: [chargedToOne],
  },
  {
    name: 'helper-that-nobody-awaits',
    files: {
      ...SOURCES,
      'a.test.js': `
        ${WAIT}
        async function mockLater() {
          await wait(10);
          jest.doMock('./src/env', () => ({ mode: 'mock' })); // @mock
        }
        test('one', () => void mockLater());${NOW_MOCKED}`,
    },
    leaks: [chargedToOne],
    older: { than: '30.5.0', leaks: [chargedToTwo] },
  },
  {
    name: 'helper-of-another-file-that-nobody-awaits',
    files: {
      ...SOURCES,
      'helper.js': `
        exports.mockLater = async (jest) => {
          await new Promise((resolve) => setTimeout(resolve, 10));
          jest.doMock('./src/env', () => ({ mode: 'mock' })); // @mock
        };`,
      'a.test.js': `
        ${WAIT}
        const { mockLater } = require('./helper');
        test('one', () => void mockLater(jest));${NOW_MOCKED}`,
    },
    leaks: [chargedToOne],
    older: { than: '30.5.0', leaks: [chargedToTwo] },
  },
  {
    name: 'callback-handed-to-a-helper',
    files: {
      ...SOURCES,
      'helper.js': `exports.later = (work) => setTimeout(() => work(), 10);`,
      'a.test.js': `
        ${WAIT}
        const { later } = require('./helper');
        test('one', () => {
          later(() => {
            jest.doMock('./src/env', () => ({ mode: 'mock' })); // @mock
          });
        });${NOW_MOCKED}`,
    },
    leaks: [chargedToOne],
  },
  {
    name: 'executing-test-awaits-a-helper',
    files: {
      ...SOURCES,
      'a.test.js': `
        ${WAIT}
        async function mockLater() {
          await wait(10);
          jest.doMock('./src/env', () => ({ mode: 'mock' })); // @mock
        }
        test('one', () => {});
        test('two', async () => {
          await mockLater();
        });
        test('three', () => expect(require('./src/env').mode).toBe('mock')); // @load`,
    },
    leaks: [
      mockLeak({
        grade: 'observed',
        at: '@mock',
        scopes: [inTest('two', { escapedTo: 'three', observedBy: [byTest('three', '@load')] })],
      }),
    ],
  },
  {
    name: 'stored-by-one-and-called-by-two',
    files: {
      ...SOURCES,
      'a.test.js': `
        let stored;
        test('one', () => {
          stored = () => {
            jest.doMock('./src/env', () => ({ mode: 'mock' })); // @mock
          };
        });
        test('two', async () => {
          await null;
          stored();
        });
        test('three', () => expect(require('./src/env').mode).toBe('mock')); // @load`,
    },
    leaks: [
      mockLeak({
        grade: 'observed',
        at: '@mock',
        scopes: [inTest('two', { escapedTo: 'three', observedBy: [byTest('three', '@load')] })],
      }),
    ],
  },
  {
    name: 'two-tests-on-one-line',
    files: {
      ...SOURCES,
      'a.test.js': `
        ${WAIT}
        test('one', () => void setTimeout(() => jest.doMock('./src/env', () => ({ mode: 'mock' })), 10)); test('two', async () => { await wait(30); expect(require('./src/env').mode).toBe('mock'); }); // @line`,
    },
    leaks: [
      mockLeak({
        grade: 'observed',
        at: '@line',
        scopes: [inTest('one', { escapedTo: 'two', observedBy: [byTest('two', '@line')] })],
      }),
    ],
  },
  {
    name: 'two-tests-with-the-same-text',
    files: {
      ...SOURCES,
      'a.test.js': `
        ${WAIT}
        describe('a', () => {
          let runs = 0;
          test('one', async () => {
            if (runs++ === 0) setTimeout(() => jest.doMock('./src/env', () => ({ mode: 'mock' })), 10); // @mock
          });
        });
        describe('b', () => {
          let runs = 1;
          test('one', async () => {
            if (runs++ === 0) setTimeout(() => jest.doMock('./src/env', () => ({ mode: 'mock' })), 10);
          });
        });${NOW_MOCKED}`,
    },
    leaks: [
      mockLeak({
        grade: 'observed',
        at: '@mock',
        scopes: [inTest('a one', { escapedTo: 'two', observedBy: [byTest('two', '@load')] })],
      }),
    ],
  },
  {
    name: 'each',
    files: {
      ...SOURCES,
      'a.test.js': `
        ${WAIT}
        test.each(['one', 'other'])('%s', (name) => {
          if (name === 'one') return;
          setTimeout(() => {
            jest.doMock('./src/env', () => ({ mode: 'mock' })); // @mock
          }, 10);
        });${NOW_MOCKED}`,
    },
    leaks: [
      mockLeak({
        grade: 'observed',
        at: '@mock',
        scopes: [inTest('other', { escapedTo: 'two', observedBy: [byTest('two', '@load')] })],
      }),
    ],
  },
  {
    name: 'each-of-two-rows',
    files: {
      ...SOURCES,
      'a.test.js': `
        ${WAIT}
        test.each([10, 0])('row %s', (delay) => {
          if (delay === 0) return wait(30);
          setTimeout(() => {
            jest.doMock('./src/env', () => ({ mode: 'mock' })); // @mock
          }, delay);
        });
        test('two', () => expect(require('./src/env').mode).toBe('mock')); // @load`,
    },
    leaks: [
      mockLeak({
        grade: 'observed',
        at: '@mock',
        scopes: [inTest('row 10', { escapedTo: 'row 0', observedBy: [byTest('two', '@load')] })],
      }),
    ],
    older: {
      than: '30.5.0',
      leaks: [
        mockLeak({
          grade: 'observed',
          at: '@mock',
          scopes: [inTest('row 0', { escapedTo: 'two', observedBy: [byTest('two', '@load')] })],
        }),
      ],
    },
  },
  {
    name: 'executing-each-acts-after-an-await',
    files: {
      ...SOURCES,
      'a.test.js': `
        test.each(['one', 'two'])('%s', async (name) => {
          await null;
          if (name === 'two') jest.doMock('./src/env', () => ({ mode: 'mock' })); // @mock
        });
        test('three', () => expect(require('./src/env').mode).toBe('mock')); // @load`,
    },
    leaks: [
      mockLeak({
        grade: 'observed',
        at: '@mock',
        scopes: [inTest('two', { escapedTo: 'three', observedBy: [byTest('three', '@load')] })],
      }),
    ],
  },
  {
    name: 'done-called-too-early',
    files: {
      ...SOURCES,
      'a.test.js': `
        ${WAIT}
        test('one', (done) => {
          setTimeout(() => {
            jest.doMock('./src/env', () => ({ mode: 'mock' })); // @mock
          }, 10);
          done();
        });${NOW_MOCKED}`,
    },
    leaks: [chargedToOne],
  },
  {
    name: 'timed-out-generator',
    fails: ['one'],
    files: {
      ...SOURCES,
      'a.test.js': `
        ${WAIT}
        test('one', function* () {
          yield wait(40);
          jest.doMock('./src/env', () => ({ mode: 'mock' })); // @mock
        }, 10);
        test('two', async () => {
          await wait(60);
          expect(require('./src/env').mode).toBe('mock'); // @load
        });`,
    },
    leaks: [chargedToOne],
  },
  {
    name: 'timed-out-async-test',
    fails: ['one'],
    files: {
      ...SOURCES,
      'a.test.js': `
        ${WAIT}
        test('one', async () => {
          await wait(40);
          jest.doMock('./src/env', () => ({ mode: 'mock' })); // @mock
        }, 10);
        test('two', async () => {
          await wait(60);
          expect(require('./src/env').mode).toBe('mock'); // @load
        });`,
    },
    leaks: [chargedToOne],
  },
  {
    name: 'earlier-attempt',
    files: {
      ...SOURCES,
      'a.test.js': `
        ${WAIT}
        jest.retryTimes(1);
        let attempts = 0;
        test('one', () => {
          if (attempts++ > 0) return;
          setTimeout(() => {
            jest.doMock('./src/env', () => ({ mode: 'mock' })); // @mock
          }, 10);
          throw new Error('again');
        });${NOW_MOCKED}`,
    },
    leaks: [chargedToOne],
  },
  {
    name: 'failing-as-expected',
    files: {
      ...SOURCES,
      'a.test.js': `
        ${WAIT}
        test.failing('one', () => {
          setTimeout(() => {
            jest.doMock('./src/env', () => ({ mode: 'mock' })); // @mock
          }, 10);
          throw new Error('as expected');
        });${NOW_MOCKED}`,
    },
    leaks: [chargedToOne],
  },
  {
    name: 'before-each-of-a-describe',
    files: {
      ...SOURCES,
      'a.test.js': `
        ${WAIT}
        describe('a', () => {
          beforeEach(() => {
            setTimeout(() => {
              jest.doMock('./src/env', () => ({ mode: 'mock' })); // @mock
            }, 10);
          });
          test('one', () => {});
        });${NOW_MOCKED}`,
    },
    leaks: [
      mockLeak({
        grade: 'observed',
        at: '@mock',
        scopes: [inDescribe('a', 'beforeEach', { escapedTo: 'two', observedBy: [byTest('two', '@load')] })],
      }),
    ],
  },
  {
    name: 'before-each-during-its-own-test',
    files: {
      ...SOURCES,
      'a.test.js': `
        ${WAIT}
        describe('a', () => {
          test('zero', () => {});
          describe('b', () => {
            beforeEach(() => {
              setTimeout(() => {
                jest.doMock('./src/env', () => ({ mode: 'mock' })); // @mock
              }, 10);
            });
            test('one', () => wait(30));
            test('more', () => {});
          });
          test('two', () => expect(require('./src/env').mode).toBe('mock')); // @load
        });`,
    },
    leaks: [
      mockLeak({
        grade: 'observed',
        at: '@mock',
        scopes: [inDescribe('a b', 'beforeEach', { escapedTo: 'a two', observedBy: [byTest('a two', '@load')] })],
      }),
    ],
  },
  {
    name: 'after-all-of-a-describe',
    files: {
      ...SOURCES,
      'a.test.js': `
        ${WAIT}
        describe('a', () => {
          test('one', () => {});
          afterAll(() => {
            setTimeout(() => {
              jest.doMock('./src/env', () => ({ mode: 'mock' })); // @mock
            }, 10);
          });
        });${NOW_MOCKED}`,
    },
    leaks: [
      mockLeak({
        grade: 'observed',
        at: '@mock',
        scopes: [inDescribe('a', 'afterAll', { escapedTo: 'two', observedBy: [byTest('two', '@load')] })],
      }),
    ],
  },
  {
    name: 'during-a-hook',
    files: {
      ...SOURCES,
      'a.test.js': `
        ${WAIT}
        afterEach(() => wait(30));
        test('one', () => {});
        test('late', () => {
          setTimeout(() => {
            jest.doMock('./src/env', () => ({ mode: 'mock' })); // @mock
          }, 45);
        });
        test('two', () => {});
        test('three', () => expect(require('./src/env').mode).toBe('mock')); // @load`,
    },
    leaks: [
      mockLeak({
        grade: 'observed',
        at: '@mock',
        scopes: [inTest('late', { escapedTo: 'three', observedBy: [byTest('three', '@load')] })],
      }),
    ],
  },
  {
    name: 'purge',
    files: {
      ...SOURCES,
      'a.test.js': `
        ${WAIT}
        const env = require('./src/env');
        test('one', () => {
          setTimeout(() => {
            jest.resetModules(); // @purge
          }, 10);
        });
        test('two', async () => {
          await wait(30);
          expect(require('./src/env')).not.toBe(env); // @load
        });`,
    },
    leaks: [
      purgeLeak({
        grade: 'observed',
        at: '@purge',
        scopes: [inTest('one', { escapedTo: 'two', observedBy: [byTest('two', '@load')] })],
      }),
    ],
  },
  {
    name: 'its-own-load-is-no-receipt',
    files: {
      ...SOURCES,
      'a.test.js': `
        ${WAIT}
        test('one', () => {
          jest.doMock('./src/env', () => ({ mode: 'mock' })); // @mock
          setTimeout(() => {
            require('./src/env');
          }, 10);
        });
        test('two', () => wait(30));`,
    },
    leaks: [mockLeak({ grade: 'escaped', at: '@mock', scopes: [inTest('one', { escapedTo: 'two', observedBy: [] })] })],
  },
  {
    name: 'export-written-with-a-function',
    files: {
      ...SOURCES,
      'a.test.js': `
        ${WAIT}
        const app = require('./src/app');
        test('one', () => {
          setTimeout(() => {
            app.mode = () => 'stub'; // @stub
          }, 10);
        });
        test('two', async () => {
          await wait(30);
          expect(app.mode()).toBe('stub');
        });`,
    },
    leaks: [
      {
        kind: 'export-mutated',
        key: './src/app.js#mode',
        grade: 'escaped',
        at: '@stub',
        siteIs: 'value',
        scopes: [inTest('one', { escapedTo: 'two' })],
      },
    ],
  },
  {
    name: 'export-spied-on',
    files: {
      ...SOURCES,
      'a.test.js': `
        ${WAIT}
        const app = require('./src/app');
        test('one', () => {
          setTimeout(() => {
            jest.spyOn(app, 'mode').mockReturnValue('spy'); // @spy
          }, 10);
        });
        test('two', async () => {
          await wait(30);
          expect(app.mode()).toBe('spy');
        });`,
    },
    leaks: [
      {
        kind: 'export-mutated',
        key: './src/app.js#mode',
        grade: 'escaped',
        at: '@spy',
        siteIs: 'call',
        scopes: [inTest('one', { escapedTo: 'two' })],
      },
    ],
  },
  {
    name: 'export-written-with-a-mock-during-a-hook',
    files: {
      ...SOURCES,
      'a.test.js': `
        ${WAIT}
        const app = require('./src/app');
        beforeEach(() => wait(30));
        test('one', () => {
          setTimeout(() => {
            app.mode = jest.fn(() => 'stub'); // @stub
          }, 10);
        });
        test('two', () => expect(app.mode()).toBe('stub'));`,
    },
    leaks: [
      {
        kind: 'export-mutated',
        key: './src/app.js#mode',
        grade: 'escaped',
        at: '@stub',
        siteIs: 'value',
        scopes: [inTest('one', { escapedTo: 'two' })],
      },
    ],
  },
  {
    name: 'export-written-and-put-back-in-time',
    files: {
      ...SOURCES,
      'a.test.js': `
        const app = require('./src/app');
        const { mode } = app;
        afterEach(() => {
          app.mode = mode;
        });
        test('one', () => {
          app.mode = () => 'one';
        });
        test('two', () => {
          app.mode = () => 'two';
        });`,
    },
    leaks: [],
  },
  {
    name: 'core-module-written-with-a-function',
    files: {
      'a.test.js': `
        ${WAIT}
        const os = require('os');
        test('one', () => {
          setTimeout(() => {
            os.arch = () => 'stub'; // @stub
          }, 10);
        });
        test('two', async () => {
          await wait(30);
          expect(os.arch()).toBe('stub');
        });`,
    },
    leaks: [
      {
        kind: 'core-module-mutated',
        key: 'os.arch',
        grade: 'escaped',
        at: '@stub',
        siteIs: 'value',
        scopes: [inTest('one', { escapedTo: 'two' })],
      },
    ],
  },
  {
    name: 'after-the-last-test-ended',
    files: {
      'a.test.js': `
        const os = require('os');
        afterAll(() => new Promise((resolve) => setTimeout(resolve, 30)));
        test('one', () => {
          setTimeout(() => {
            os.endianness = () => 'stub'; // @stub
          }, 10);
        });`,
    },
    leaks: [
      {
        kind: 'core-module-mutated',
        key: 'os.endianness',
        grade: 'escaped',
        at: '@stub',
        siteIs: 'value',
        scopes: [inTest('one', { escapedTo: null })],
      },
    ],
  },
  {
    name: 'listener-on-a-stream',
    files: {
      'a.test.js': `
        ${WAIT}
        test('one', () => {
          setTimeout(() => {
            process.stderr.on('late', () => {}); // @listen
          }, 10);
        });
        test('two', () => wait(30));`,
    },
    leaks: [
      {
        kind: 'process-state',
        key: 'process.stderr:late',
        grade: 'escaped',
        at: '@listen',
        siteIs: 'value',
        scopes: [inTest('one', { escapedTo: 'two' })],
      },
    ],
  },
  {
    name: 'umask-left-by-a-call',
    files: {
      'a.test.js': `
        ${WAIT}
        const before = process.umask();
        afterAll(() => void process.umask(before));
        test('one', () => {
          setTimeout(() => {
            process.umask(0o77); // @call
          }, 10);
        });
        test('two', () => wait(30));`,
    },
    leaks: [
      {
        kind: 'process-state',
        key: 'process.umask',
        grade: 'escaped',
        at: '@call',
        siteIs: 'call',
        scopes: [inTest('one', { escapedTo: 'two' })],
      },
    ],
  },
  {
    name: 'plain-data-names-who-executes',
    files: {
      'src/list.json': `{ "list": [] }`,
      'a.test.js': `
        ${WAIT}
        const data = require('./src/list.json');
        test('one', () => {
          setTimeout(() => data.list.push(1), 10);
        });
        test('two', () => wait(30)); // @two
        test('three', () => {});`,
    },
    leaks: [
      {
        kind: 'export-mutated',
        key: './src/list.json#list',
        grade: 'escaped',
        at: '@two',
        siteIs: 'scope',
        scopes: [inTest('two', { escapedTo: 'three' })],
      },
    ],
  },
  {
    name: 'body-of-a-describe-names-who-executes',
    files: {
      ...SOURCES,
      'a.test.js': `
        ${WAIT}
        describe('a', () => {
          setTimeout(() => {
            jest.doMock('./src/env', () => ({ mode: 'mock' })); // @mock
          }, 10);
          test('one', () => wait(30));
        });
        test('two', () => expect(require('./src/env').mode).toBe('mock')); // @load`,
    },
    leaks: [
      mockLeak({
        grade: 'observed',
        at: '@mock',
        scopes: [inTest('a one', { escapedTo: 'two', observedBy: [byTest('two', '@load')] })],
      }),
    ],
  },
];
