import { byTest, inDescribe, inTest, mockLeak, SOURCES, type Situation } from './situation';

const OBSERVE_IN_TWO = `
        test('two', () => {
          expect(require('./src/env').mode).toBe('mock'); // @load
        });`;

/** Who is charged, and which line is named. */
export const owners: Situation[] = [
  {
    name: 'helper-module',
    files: {
      ...SOURCES,
      'helpers/fake.js': `
        exports.fakeEnv = () => {
          jest.doMock('../src/env', () => ({ mode: 'mock' })); // @mock
        };`,
      'a.test.js': `
        const { fakeEnv } = require('./helpers/fake');
        test('one', () => {
          fakeEnv(); // @call
        });${OBSERVE_IN_TWO}`,
    },
    leaks: [
      mockLeak({
        grade: 'observed',
        at: '@mock',
        siteIs: 'call',
        via: null,
        scopes: [inTest('one', { ownerAt: '@call', observedBy: [byTest('two', '@load')] })],
      }),
    ],
  },
  {
    name: 'helper-called-from-two-tests',
    files: {
      ...SOURCES,
      'helpers/fake.js': `
        exports.fakeEnv = (mode) => {
          jest.doMock('../src/env', () => ({ mode })); // @mock
        };`,
      'a.test.js': `
        const { fakeEnv } = require('./helpers/fake');
        beforeEach(() => {
          jest.resetModules();
        });
        test('one', () => {
          fakeEnv('one'); // @one
        });
        test('two', () => {
          expect(require('./src/env').mode).toBe('one'); // @load
        });
        test('three', () => {
          fakeEnv('three'); // @three
        });
        test('four', () => {
          expect(require('./src/env').mode).toBe('three'); // @again
        });`,
    },
    leaks: [
      mockLeak({
        grade: 'observed',
        at: '@mock',
        scopes: [
          inTest('one', { ownerAt: '@one', escapedTo: 'two', observedBy: [byTest('two', '@load')] }),
          inTest('three', { ownerAt: '@three', escapedTo: 'four', observedBy: [byTest('four', '@again')] }),
        ],
      }),
    ],
  },
  {
    name: 'helper-in-the-test-file',
    files: {
      ...SOURCES,
      'a.test.js': `
        function fakeEnv() {
          jest.doMock('./src/env', () => ({ mode: 'mock' })); // @mock
        }
        test('one', () => {
          fakeEnv();
        });${OBSERVE_IN_TWO}`,
    },
    leaks: [mockLeak({ grade: 'observed', at: '@mock', scopes: [inTest('one', { ownerAt: '@mock' })] })],
  },
  {
    name: 'helper-that-registers-hooks',
    files: {
      ...SOURCES,
      'helpers/fake.js': `
        exports.useFakeEnv = () => {
          beforeEach(() => {
            jest.doMock('../src/env', () => ({ mode: 'mock' })); // @mock
          });
        };`,
      'a.test.js': `
        const { useFakeEnv } = require('./helpers/fake');
        describe('a', () => {
          useFakeEnv();
          test('one', () => expect(require('./src/env').mode).toBe('mock'));
        });${OBSERVE_IN_TWO}`,
    },
    leaks: [
      mockLeak({
        grade: 'observed',
        at: '@mock',
        scopes: [inDescribe('a', 'beforeEach', { observedBy: [byTest('two', '@load')] })],
      }),
    ],
  },
  {
    name: 'call-inside-a-package',
    files: {
      ...SOURCES,
      'node_modules/mock-kit/index.js': `
        exports.fake = (file, value) => {
          jest.doMock(file, () => value); // @kit
        };`,
      'a.test.js': `
        const { fake } = require('mock-kit');
        test('one', () => {
          fake(require.resolve('./src/env'), { mode: 'mock' }); // @call
        });${OBSERVE_IN_TWO}`,
    },
    leaks: [
      mockLeak({
        grade: 'observed',
        at: '@kit',
        siteIs: 'call',
        via: '@call',
        scopes: [inTest('one', { ownerAt: '@call', observedBy: [byTest('two', '@load')] })],
      }),
    ],
  },
  {
    name: 'two-files-with-the-same-leak',
    files: {
      ...SOURCES,
      'a.test.js': `
        test('one', () => {
          jest.doMock('./src/env', () => ({ mode: 'mock' })); // @a
        });
        test('two', () => expect(require('./src/env').mode).toBe('mock'));`,
      'b.test.js': `
        test('one', () => {
          jest.doMock('./src/env', () => ({ mode: 'mock' })); // @b
        });
        test('two', () => expect(1 + 1).toBe(2));`,
    },
    leaks: [
      mockLeak({ grade: 'observed', at: '@a', scopes: [inTest('one')] }),
      mockLeak({ owner: './b.test.js', grade: 'escaped', at: '@b', scopes: [inTest('one')] }),
    ],
  },
  {
    name: 'two-sites-of-the-same-leak',
    files: {
      ...SOURCES,
      'a.test.js': `
        beforeEach(() => {
          jest.resetModules();
        });
        test('one', () => {
          jest.doMock('./src/env', () => ({ mode: 'first' })); // @first
        });
        test('two', () => expect(require('./src/env').mode).toBe('first'));
        test('three', () => {
          jest.doMock('./src/env', () => ({ mode: 'second' })); // @second
        });
        test('four', () => expect(require('./src/env').mode).toBe('second'));`,
    },
    leaks: [
      mockLeak({ grade: 'observed', at: '@first', scopes: [inTest('one', { escapedTo: 'two' })] }),
      mockLeak({ grade: 'observed', at: '@second', scopes: [inTest('three', { escapedTo: 'four' })] }),
    ],
  },
  {
    name: 'typescript',
    files: {
      'src/env.ts': `
        export interface Env {
          readonly mode: string;
        }

        export const mode: string = 'real';`,
      'src/app.ts': `
        interface Unused {
          a: 1;
        }

        import { mode, type Env } from './env'; // @app
        export const read = (): Env['mode'] => mode;`,
      'a.test.ts': `
        interface Row {
          name: string;
          value: number;
        }
        type Rows = Row[];

        const rows: Rows = [];

        test('one', () => {
          type Local = { mode: string };
          jest.doMock('./src/env', (): Local => ({ mode: 'mock' })); // @mock
          expect(rows).toEqual([]);
        });

        test('two', () => {
          const { read }: { read: () => string } = require('./src/app');
          expect(read()).toBe('mock');
        });`,
    },
    leaks: [
      mockLeak({
        owner: './a.test.ts',
        key: './src/env.ts',
        grade: 'observed',
        at: '@mock',
        scopes: [inTest('one', { ownerAt: '@mock', escapedTo: 'two', observedBy: [byTest('two', '@app')] })],
      }),
    ],
  },
  {
    name: 'setup-file',
    config: { setupFilesAfterEnv: ['<rootDir>/<here>/setup.js'] },
    files: {
      ...SOURCES,
      'setup.js': `
        jest.mock('./src/app', () => ({ mode: () => 'setup' }));
        beforeEach(() => {
          jest.resetModules();
        });
        afterEach(() => {
          jest.doMock('left-over', () => ({}), { virtual: true });
        });
        globalThis.fakeEnv = () => {
          jest.doMock('./src/env', () => ({ mode: 'mock' })); // @mock
        };`,
      'a.test.js': `
        test('one', () => expect(require('./src/app').mode()).toBe('setup'));
        test('two', () => expect(require('./src/app').mode()).toBe('setup'));`,
      'b.test.js': `
        test('one', () => {
          fakeEnv(); // @call
        });${OBSERVE_IN_TWO}`,
    },
    leaks: [
      mockLeak({
        owner: './b.test.js',
        grade: 'observed',
        at: '@mock',
        scopes: [inTest('one', { ownerAt: '@call', escapedTo: 'two', observedBy: [byTest('two', '@load')] })],
      }),
    ],
  },
];
