import { byRetry, byTest, inDescribe, inTest, mockLeak, SOURCES, type Situation } from './situation';

const LEAK = `jest.doMock('./src/env', () => ({ mode: 'mock' })); // @mock`;
const LOAD = `expect(require('./src/env').mode).toBe('mock'); // @load`;

/** Which scope an act belongs to, for every form of test and describe that Jest has. */
export const scopes: Situation[] = [
  {
    name: 'nested-describe',
    files: {
      ...SOURCES,
      'a.test.js': `
        describe('outer', () => {
          describe('inner', () => {
            beforeAll(() => {
              ${LEAK}
            });
            test('one', () => expect(require('./src/env').mode).toBe('mock'));
          });
          test('two', () => {
            ${LOAD}
          });
        });`,
    },
    leaks: [
      mockLeak({
        grade: 'observed',
        at: '@mock',
        scopes: [
          inDescribe('outer inner', 'beforeAll', {
            escapedTo: 'outer two',
            observedBy: [byTest('outer two', '@load')],
          }),
        ],
      }),
    ],
  },
  {
    name: 'outer-hook-reaches-inner-tests',
    files: {
      ...SOURCES,
      'a.test.js': `
        beforeAll(() => {
          jest.doMock('./src/app', () => ({ mode: () => 'file' }));
        });
        describe('outer', () => {
          beforeAll(() => {
            ${LEAK}
          });
          describe('inner', () => {
            test('one', () => {
              expect(require('./src/env').mode).toBe('mock');
              expect(require('./src/app').mode()).toBe('file');
            });
          });
        });`,
    },
    leaks: [mockLeak({ grade: 'latent', at: '@mock', scopes: [inDescribe('outer', 'beforeAll')] })],
  },
  {
    name: 'mock-made-in-an-after-each',
    files: {
      ...SOURCES,
      'a.test.js': `
        describe('a', () => {
          afterEach(() => {
            ${LEAK}
          });
          test('one', () => expect(require('./src/env').mode).toBe('real'));
        });
        test('two', () => {
          ${LOAD}
        });`,
    },
    leaks: [
      mockLeak({
        grade: 'observed',
        at: '@mock',
        scopes: [inDescribe('a', 'afterEach', { escapedTo: 'two', observedBy: [byTest('two', '@load')] })],
      }),
    ],
  },
  {
    name: 'code-of-the-file',
    files: {
      ...SOURCES,
      'a.test.js': `
        jest.doMock('./src/env', () => ({ mode: 'top' }));
        beforeAll(() => {
          jest.doMock('./src/app', () => ({ mode: () => 'all' }));
        });
        afterEach(() => {
          jest.doMock('left-over', () => ({}), { virtual: true });
        });
        test('one', () => expect(require('./src/app').mode()).toBe('all'));
        test('two', () => expect(require('./src/env').mode).toBe('top'));`,
    },
    leaks: [],
  },
  {
    name: 'after-an-await',
    files: {
      ...SOURCES,
      'a.test.js': `
        test('one', async () => {
          await new Promise((resolve) => setTimeout(resolve, 5));
          ${LEAK}
        });
        test('two', (done) => {
          setTimeout(() => {
            ${LOAD}
            done();
          }, 5);
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
    name: 'test-each-sets-up-for-itself',
    files: {
      ...SOURCES,
      'a.test.js': `
        test.each(['a', 'b', 'c'])('mode %s', (mode) => {
          jest.resetModules();
          jest.doMock('./src/env', () => ({ mode })); // @mock
          expect(require('./src/app').mode()).toBe(mode);
        });`,
    },
    leaks: [
      mockLeak({
        grade: 'latent',
        at: '@mock',
        scopes: ['a', 'b', 'c'].map((mode) => inTest(`mode ${mode}`, { escapedTo: null, observedBy: [] })),
      }),
    ],
  },
  {
    name: 'test-each-reaches-the-next-row',
    files: {
      ...SOURCES,
      'a.test.js': `
        test.each([1, 2])('row %i', (row) => {
          if (row === 1) {
            ${LEAK}
          } else {
            ${LOAD}
          }
        });`,
    },
    leaks: [
      mockLeak({
        grade: 'observed',
        at: '@mock',
        scopes: [inTest('row 1', { escapedTo: 'row 2', observedBy: [byTest('row 2', '@load')] })],
      }),
    ],
  },
  {
    name: 'describe-each-with-hooks',
    files: {
      ...SOURCES,
      'a.test.js': `
        describe.each(['a', 'b'])('mode %s', (mode) => {
          beforeEach(() => {
            jest.resetModules();
            jest.doMock('./src/env', () => ({ mode })); // @mock
          });
          afterEach(() => {
            jest.dontMock('./src/env');
          });
          test('one', () => expect(require('./src/app').mode()).toBe(mode));
          test('two', () => expect(require('./src/app').mode()).toBe(mode));
        });`,
    },
    leaks: [],
    twin: {
      swap: [[`jest.dontMock('./src/env');`, '']],
      leaks: [
        mockLeak({
          grade: 'latent',
          at: '@mock',
          scopes: ['a', 'b'].map((mode) =>
            inDescribe(`mode ${mode}`, 'beforeEach', { escapedTo: null, observedBy: [] }),
          ),
        }),
      ],
    },
  },
  {
    name: 'failed-test',
    files: {
      ...SOURCES,
      'a.test.js': `
        test('one', () => {
          ${LEAK}
          expect(1).toBe(2);
          jest.dontMock('./src/env');
        });
        test('two', () => {
          ${LOAD}
        });`,
    },
    fails: ['one'],
    leaks: [
      mockLeak({
        grade: 'observed',
        at: '@mock',
        scopes: [inTest('one', { escapedTo: 'two', observedBy: [byTest('two', '@load')] })],
      }),
    ],
  },
  {
    name: 'victim-that-fails',
    files: {
      ...SOURCES,
      'a.test.js': `
        test('one', () => {
          ${LEAK}
        });
        test('two', () => {
          expect(require('./src/env').mode).toBe('real'); // @load
        });`,
    },
    fails: ['two'],
    leaks: [
      mockLeak({
        grade: 'observed',
        at: '@mock',
        scopes: [inTest('one', { escapedTo: 'two', observedBy: [byTest('two', '@load')] })],
      }),
    ],
  },
  {
    name: 'test-failing',
    files: {
      ...SOURCES,
      'a.test.js': `
        test.failing('one', () => {
          ${LEAK}
          throw new Error('as expected');
        });
        test('two', () => {
          ${LOAD}
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
    name: 'skipped-tests-between',
    files: {
      ...SOURCES,
      'a.test.js': `
        test('one', () => {
          ${LEAK}
        });
        test.skip('skipped', () => expect(require('./src/env').mode).toBe('mock'));
        test.todo('to do');
        test('three', () => {
          ${LOAD}
        });`,
    },
    leaks: [
      mockLeak({
        grade: 'observed',
        at: '@mock',
        scopes: [inTest('one', { escapedTo: 'three', observedBy: [byTest('three', '@load')] })],
      }),
    ],
  },
  {
    name: 'only-skipped-tests-after',
    files: {
      ...SOURCES,
      'a.test.js': `
        test('one', () => {
          ${LEAK}
        });
        test.skip('skipped', () => expect(require('./src/env').mode).toBe('mock'));
        describe.skip('a', () => {
          beforeAll(() => require('./src/env'));
          test('two', () => expect(require('./src/env').mode).toBe('mock'));
        });`,
    },
    leaks: [mockLeak({ grade: 'latent', at: '@mock', scopes: [inTest('one', { escapedTo: null, observedBy: [] })] })],
  },
  {
    name: 'test-only',
    files: {
      ...SOURCES,
      'a.test.js': `
        test('zero', () => {
          jest.doMock('./src/app', () => ({}));
        });
        test.only('one', () => {
          ${LEAK}
        });
        test('two', () => expect(require('./src/env').mode).toBe('mock'));
        test.only('three', () => {
          ${LOAD}
        });`,
    },
    leaks: [
      mockLeak({
        grade: 'observed',
        at: '@mock',
        scopes: [inTest('one', { escapedTo: 'three', observedBy: [byTest('three', '@load')] })],
      }),
    ],
  },
  {
    name: 'later-attempt-received-it',
    files: {
      ...SOURCES,
      'a.test.js': `
        jest.retryTimes(1);
        let attempts = 0;
        test('one', () => {
          attempts += 1;
          if (attempts === 1) {
            ${LEAK}
            throw new Error('first attempt');
          }
          ${LOAD}
        });`,
    },
    leaks: [
      mockLeak({
        grade: 'latent',
        at: '@mock',
        scopes: [inTest('one', { escapedTo: null, observedBy: [byRetry('one', '@load')] })],
      }),
    ],
  },
  {
    name: 'other-test-between-two-attempts',
    files: {
      ...SOURCES,
      'a.test.js': `
        jest.retryTimes(1);
        let attempts = 0;
        test('one', () => {
          attempts += 1;
          if (attempts === 1) {
            ${LEAK}
            throw new Error('first attempt');
          }
          expect(require('./src/env').mode).toBe('mock'); // @again
        });
        test('two', () => {
          ${LOAD}
        });`,
    },
    leaks: [
      mockLeak({
        grade: 'observed',
        at: '@mock',
        scopes: [inTest('one', { escapedTo: 'two', observedBy: [byTest('two', '@load'), byRetry('one', '@again')] })],
      }),
    ],
  },
  {
    name: 'every-attempt-leaks',
    files: {
      ...SOURCES,
      'a.test.js': `
        jest.retryTimes(2);
        let attempts = 0;
        describe('a', () => {
          test('one', () => {
            ${LEAK}
            attempts += 1;
            if (attempts < 3) throw new Error('again');
          });
        });
        test('two', () => {
          ${LOAD}
        });`,
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
