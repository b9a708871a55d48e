import { SOURCES, byHook, byTest, inDescribe, inTest, mockLeak, purgeLeak, type Situation } from './situation';

/** Who was executing: every way in which Jest runs code. */
export const executing: Situation[] = [
  {
    name: 'done-callback',
    files: {
      ...SOURCES,
      'a.test.js': `
        test('one', (done) => {
          setTimeout(() => {
            jest.doMock('./src/env', () => ({ mode: 'mock' })); // @mock
            done();
          }, 1);
        });
        test('two', (done) => {
          expect(require('./src/env').mode).toBe('mock'); // @load
          done();
        });`,
    },
    leaks: [
      mockLeak({
        grade: 'observed',
        at: '@mock',
        scopes: [inTest('one', { escapedTo: 'two', observedBy: [byTest('two', '@load')] })],
      }),
    ],
  },
  {
    name: 'generator',
    files: {
      ...SOURCES,
      'a.test.js': `
        test('one', function* () {
          yield Promise.resolve();
          jest.doMock('./src/env', () => ({ mode: 'mock' })); // @mock
        });
        test('two', function* () {
          expect(require('./src/env').mode).toBe('mock'); // @load
        });`,
    },
    leaks: [
      mockLeak({
        grade: 'observed',
        at: '@mock',
        scopes: [inTest('one', { escapedTo: 'two', observedBy: [byTest('two', '@load')] })],
      }),
    ],
  },
  {
    name: 'after-an-await',
    files: {
      ...SOURCES,
      'a.test.js': `
        test('one', async () => {
          await new Promise((resolve) => setTimeout(resolve, 1));
          await load();
        });
        test('two', async () => expect(require('./src/env').mode).toBe('mock')); // @load
        async function load() {
          await null;
          jest.doMock('./src/env', () => ({ mode: 'mock' })); // @mock
        }`,
    },
    leaks: [
      mockLeak({
        grade: 'observed',
        at: '@mock',
        scopes: [inTest('one', { escapedTo: 'two', observedBy: [byTest('two', '@load')] })],
      }),
    ],
  },
  {
    name: 'timed-out',
    fails: ['one'],
    files: {
      ...SOURCES,
      'a.test.js': `
        test('one', async () => {
          jest.doMock('./src/env', () => ({ mode: 'mock' })); // @mock
          await new Promise(() => {});
        }, 20);
        test('two', () => expect(require('./src/env').mode).toBe('mock')); // @load`,
    },
    leaks: [
      mockLeak({
        grade: 'observed',
        at: '@mock',
        scopes: [inTest('one', { escapedTo: 'two', observedBy: [byTest('two', '@load')] })],
      }),
    ],
  },
  {
    name: 'before-all-that-fails',
    fails: ['a one'],
    files: {
      ...SOURCES,
      'a.test.js': `
        describe('a', () => {
          beforeAll(() => {
            jest.doMock('./src/env', () => ({ mode: 'mock' })); // @mock
            throw new Error('no database');
          });
          test('one', () => {});
        });
        test('two', () => expect(require('./src/env').mode).toBe('mock')); // @load`,
    },
    leaks: [
      mockLeak({
        grade: 'observed',
        at: '@mock',
        scopes: [inDescribe('a', 'beforeAll', { escapedTo: 'two', observedBy: [byTest('two', '@load')] })],
      }),
    ],
  },
  {
    name: 'custom-matcher',
    files: {
      ...SOURCES,
      'matchers.js': `
        expect.extend({
          toRunMocked(mode) {
            jest.doMock('./src/env', () => ({ mode })); // @mock
            return { pass: true, message: () => '' };
          },
        });`,
      'a.test.js': `
        require('./matchers');
        test('one', () => {
          expect('mock').toRunMocked(); // @call
        });
        test('two', () => expect(require('./src/env').mode).toBe('mock')); // @load`,
    },
    leaks: [
      mockLeak({
        grade: 'observed',
        at: '@mock',
        scopes: [inTest('one', { ownerAt: '@call', escapedTo: 'two', observedBy: [byTest('two', '@load')] })],
      }),
    ],
  },
  {
    name: 'each-hook-kind-of-two-levels',
    files: {
      ...SOURCES,
      'a.test.js': `
        require('./src/env');
        describe('outer', () => {
          afterAll(() => {
            jest.resetModules(); // @outer
          });
          describe('inner', () => {
            afterEach(() => {
              jest.doMock('./src/env', () => ({ mode: 'mock' })); // @inner
            });
            test('one', () => {});
          });
          afterAll(() => {
            require('./src/env'); // @hook
          });
        });
        test('two', () => expect(require('./src/env').mode).toBe('mock')); // @load`,
    },
    leaks: [
      mockLeak({
        grade: 'observed',
        at: '@inner',
        scopes: [
          inDescribe('outer inner', 'afterEach', {
            escapedTo: 'two',
            observedBy: [byHook('afterAll', 'outer', '@hook'), byTest('two', '@load')],
          }),
        ],
      }),
      purgeLeak({ grade: 'escaped', at: '@outer', scopes: [inDescribe('outer', 'afterAll', { escapedTo: 'two' })] }),
    ],
  },
  {
    name: 'concurrent-received-after-the-group',
    files: {
      ...SOURCES,
      'a.test.js': `
        test.concurrent('one', async () => {
          await null;
          jest.doMock('./src/env', () => ({ mode: 'mock' })); // @mock
        });
        test.concurrent('two', async () => {
          await new Promise((resolve) => setTimeout(resolve, 5));
        });
        test('three', () => expect(require('./src/env').mode).toBe('mock')); // @load`,
    },
    leaks: [
      mockLeak({ grade: 'observed', at: '@mock', scopes: [inTest('one', { observedBy: [byTest('three', '@load')] })] }),
    ],
  },
  {
    name: 'concurrent-received-by-the-other',
    files: {
      ...SOURCES,
      'a.test.js': `
        const wait = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
        test.concurrent('one', async () => {
          await wait(5);
          jest.doMock('./src/env', () => ({ mode: 'mock' })); // @mock
          await wait(60);
          jest.dontMock('./src/env');
        });
        test.concurrent('two', async () => {
          await wait(30);
          expect(require('./src/env').mode).toBe('mock'); // @load
        });`,
    },
    leaks: [
      mockLeak({ grade: 'observed', at: '@mock', scopes: [inTest('one', { observedBy: [byTest('two', '@load')] })] }),
    ],
  },
  {
    name: 'hook-of-a-helper-for-the-next-test',
    files: {
      ...SOURCES,
      'a.test.js': `
        test('one', () => {
          jest.doMock('./src/env', () => ({ mode: 'mock' })); // @mock
        });
        describe('b', () => {
          beforeEach(() => {
            require('./src/app'); // @hook
          });
          test('two', () => {});
        });`,
    },
    leaks: [
      mockLeak({
        grade: 'observed',
        at: '@mock',
        scopes: [inTest('one', { escapedTo: 'b two', observedBy: [byHook('beforeEach', 'b', '@app')] })],
      }),
    ],
  },
];
