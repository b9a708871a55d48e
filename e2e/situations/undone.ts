import { byTest, inDescribe, inTest, mockLeak, SOURCES, type Situation } from './situation';

/** Net effect: who takes back what, and what counts as taken back. */
export const undone: Situation[] = [
  {
    name: 'hooks-of-one-describe',
    files: {
      ...SOURCES,
      'a.test.js': `
        describe('a', () => {
          beforeEach(() => {
            jest.doMock('./src/env', () => ({ mode: 'mock' })); // @mock
          });
          afterEach(() => {
            jest.dontMock('./src/env');
          });
          test('one', () => expect(require('./src/env').mode).toBe('mock'));
          test('two', () => expect(require('./src/env').mode).toBe('mock'));
        });
        test('three', () => {
          expect(require('./src/env').mode).toBe('real'); // @load
        });`,
    },
    leaks: [],
    twin: {
      swap: [
        [`jest.dontMock('./src/env');`, ''],
        [`toBe('real'); // @load`, `toBe('mock'); // @load`],
      ],
      leaks: [
        mockLeak({
          grade: 'observed',
          at: '@mock',
          scopes: [inDescribe('a', 'beforeEach', { escapedTo: 'three', observedBy: [byTest('three', '@load')] })],
        }),
      ],
    },
  },
  {
    name: 'all-hooks-of-one-describe',
    files: {
      ...SOURCES,
      'a.test.js': `
        describe('a', () => {
          beforeAll(() => {
            jest.doMock('./src/env', () => ({ mode: 'mock' })); // @mock
          });
          afterAll(() => {
            jest.dontMock('./src/env');
          });
          test('one', () => expect(require('./src/env').mode).toBe('mock'));
        });
        test('two', () => {
          expect(require('./src/env').mode).toBe('real'); // @load
        });`,
    },
    leaks: [],
    twin: {
      swap: [
        [`jest.dontMock('./src/env');`, `jest.resetModules();`],
        [`toBe('real'); // @load`, `toBe('mock'); // @load`],
      ],
      leaks: [
        mockLeak({
          grade: 'observed',
          at: '@mock',
          scopes: [inDescribe('a', 'beforeAll', { escapedTo: 'two', observedBy: [byTest('two', '@load')] })],
        }),
      ],
    },
  },
  {
    name: 'by-a-top-level-after-each',
    files: {
      ...SOURCES,
      'a.test.js': `
        afterEach(() => {
          jest.dontMock('./src/env');
        });
        test('one', () => {
          jest.doMock('./src/env', () => ({ mode: 'mock' }));
          expect(require('./src/env').mode).toBe('mock');
        });
        test('two', () => expect(require('./src/env').mode).toBe('real'));
        test('three', () => {
          jest.doMock('./src/env', () => ({ mode: 'again' }));
        });`,
    },
    leaks: [],
  },
  {
    name: 'by-a-top-level-before-each',
    files: {
      ...SOURCES,
      'a.test.js': `
        beforeEach(() => {
          jest.dontMock('./src/env');
        });
        test('one', () => {
          jest.doMock('./src/env', () => ({ mode: 'first' })); // @first
        });
        test('two', () => expect(require('./src/env').mode).toBe('real'));
        test('three', () => {
          jest.doMock('./src/env', () => ({ mode: 'last' })); // @last
        });`,
    },
    leaks: [mockLeak({ grade: 'latent', at: '@last', scopes: [inTest('three')] })],
  },
  {
    name: 'by-the-after-each-of-the-enclosing-describe',
    files: {
      ...SOURCES,
      'a.test.js': `
        describe('outer', () => {
          afterEach(() => {
            jest.dontMock('./src/env');
          });
          describe('inner', () => {
            beforeEach(() => {
              jest.doMock('./src/env', () => ({ mode: 'hook' }));
            });
            test('one', () => {
              jest.doMock('./src/env', () => ({ mode: 'mock' }));
              expect(require('./src/env').mode).toBe('mock');
            });
          });
          test('two', () => expect(require('./src/env').mode).toBe('real'));
        });`,
    },
    leaks: [],
  },
  {
    name: 'by-the-after-all-of-the-enclosing-describe',
    files: {
      ...SOURCES,
      'a.test.js': `
        describe('a', () => {
          afterAll(() => {
            jest.dontMock('./src/env');
          });
          test('one', () => {
            jest.doMock('./src/env', () => ({ mode: 'mock' })); // @mock
          });
          test('two', () => {
            expect(require('./src/env').mode).toBe('mock'); // @load
          });
        });
        test('three', () => expect(require('./src/env').mode).toBe('real'));`,
    },
    leaks: [
      mockLeak({
        grade: 'observed',
        at: '@mock',
        scopes: [inTest('a one', { escapedTo: 'a two', observedBy: [byTest('a two', '@load')] })],
      }),
    ],
  },
  {
    name: 'by-an-after-all-straight-after-the-test',
    files: {
      ...SOURCES,
      'a.test.js': `
        describe('a', () => {
          afterAll(() => {
            jest.dontMock('./src/env');
          });
          test('one', () => {
            jest.doMock('./src/env', () => ({ mode: 'mock' }));
          });
        });
        test('two', () => expect(require('./src/env').mode).toBe('real'));`,
    },
    leaks: [],
  },
  {
    name: 'by-the-next-test',
    files: {
      ...SOURCES,
      'a.test.js': `
        test('one', () => {
          jest.doMock('./src/env', () => ({ mode: 'mock' })); // @mock
        });
        test('two', () => {
          jest.dontMock('./src/env');
          expect(require('./src/env').mode).toBe('real');
        });
        test('three', () => expect(require('./src/env').mode).toBe('real'));`,
    },
    leaks: [mockLeak({ grade: 'latent', at: '@mock', scopes: [inTest('one', { escapedTo: null, observedBy: [] })] })],
  },
  {
    name: 'by-the-next-test-once-it-has-received-it',
    files: {
      ...SOURCES,
      'a.test.js': `
        test('one', () => {
          jest.doMock('./src/env', () => ({ mode: 'mock' })); // @mock
        });
        test('two', () => {
          expect(require('./src/env').mode).toBe('mock'); // @load
          jest.dontMock('./src/env');
          jest.resetModules();
        });
        test('three', () => expect(require('./src/env').mode).toBe('real'));`,
    },
    leaks: [
      mockLeak({
        grade: 'observed',
        at: '@mock',
        scopes: [inTest('one', { escapedTo: null, observedBy: [byTest('two', '@load')] })],
      }),
    ],
    twin: {
      swap: [["expect(require('./src/env').mode).toBe('mock'); // @load", '']],
      leaks: [mockLeak({ grade: 'latent', at: '@mock', scopes: [inTest('one', { escapedTo: null, observedBy: [] })] })],
    },
  },
  {
    name: 'by-a-later-test',
    files: {
      ...SOURCES,
      'a.test.js': `
        test('one', () => {
          jest.doMock('./src/env', () => ({ mode: 'mock' })); // @mock
        });
        test('two', () => expect(1 + 1).toBe(2));
        test('three', () => {
          jest.dontMock('./src/env');
          expect(require('./src/env').mode).toBe('real');
        });
        test('four', () => expect(require('./src/env').mode).toBe('real'));`,
    },
    leaks: [mockLeak({ grade: 'escaped', at: '@mock', scopes: [inTest('one', { escapedTo: 'two', observedBy: [] })] })],
  },
  {
    name: 'by-another-describe',
    files: {
      ...SOURCES,
      'a.test.js': `
        describe('a', () => {
          test('one', () => {
            jest.doMock('./src/env', () => ({ mode: 'mock' })); // @mock
          });
        });
        describe('b', () => {
          beforeAll(() => {
            jest.dontMock('./src/env');
          });
          test('two', () => expect(require('./src/env').mode).toBe('real'));
        });
        test('three', () => expect(require('./src/env').mode).toBe('real'));`,
    },
    leaks: [mockLeak({ grade: 'latent', at: '@mock', scopes: [inTest('a one', { escapedTo: null, observedBy: [] })] })],
  },
  {
    name: 'same-factory-put-back',
    files: {
      ...SOURCES,
      'a.test.js': `
        const top = () => ({ mode: 'top' });
        jest.doMock('./src/env', top);
        beforeEach(() => {
          jest.resetModules();
        });
        describe('a', () => {
          beforeEach(() => {
            jest.doMock('./src/env', () => ({ mode: 'mock' }));
          });
          afterEach(() => {
            jest.doMock('./src/env', top); // @back
          });
          test('one', () => expect(require('./src/env').mode).toBe('mock'));
        });
        test('two', () => {
          expect(require('./src/env').mode).toBe('top'); // @load
        });`,
    },
    leaks: [],
    twin: {
      swap: [[`'./src/env', top); // @back`, `'./src/env', () => ({ mode: 'top' })); // @back`]],
      leaks: [
        mockLeak({
          grade: 'observed',
          at: '@back',
          scopes: [inDescribe('a', 'afterEach', { escapedTo: 'two', observedBy: [byTest('two', '@load')] })],
        }),
      ],
    },
  },
  {
    name: 'dont-mock-over-a-factory-of-the-file',
    files: {
      ...SOURCES,
      'a.test.js': `
        jest.mock('./src/env', () => ({ mode: 'top' }));
        beforeEach(() => {
          jest.resetModules();
        });
        describe('a', () => {
          beforeEach(() => {
            jest.doMock('./src/env', () => ({ mode: 'mock' }));
          });
          afterEach(() => {
            jest.dontMock('./src/env'); // @back
          });
          test('one', () => expect(require('./src/env').mode).toBe('mock'));
        });
        test('two', () => {
          expect(require('./src/env').mode).toBe('real'); // @load
        });`,
    },
    leaks: [
      mockLeak({
        grade: 'observed',
        at: '@back',
        call: 'jest.dontMock',
        scopes: [inDescribe('a', 'afterEach', { escapedTo: 'two', observedBy: [byTest('two', '@load')] })],
      }),
    ],
  },
  {
    name: 'dont-mock-in-after-each-over-a-mock-of-the-body',
    files: {
      ...SOURCES,
      'a.test.js': `
        jest.mock('./src/env', () => ({ mode: 'top' }));
        beforeEach(() => {
          jest.resetModules();
        });
        describe('a', () => {
          afterEach(() => {
            jest.dontMock('./src/env'); // @back
          });
          test('one', () => {
            jest.doMock('./src/env', () => ({ mode: 'mock' }));
            expect(require('./src/env').mode).toBe('mock');
          });
        });
        test('two', () => {
          expect(require('./src/env').mode).toBe('real'); // @load
        });`,
    },
    leaks: [
      mockLeak({
        grade: 'observed',
        at: '@back',
        call: 'jest.dontMock',
        scopes: [inDescribe('a', 'afterEach', { observedBy: [byTest('two', '@load')] })],
      }),
    ],
    latentToo: true,
  },
  {
    name: 'factory-left-behind-and-run-later',
    files: {
      ...SOURCES,
      'a.test.js': `
        beforeEach(() => {
          jest.resetModules();
        });
        describe('a', () => {
          beforeEach(() => {
            jest.doMock('./src/app', () => ({ mode: () => 'left behind' })); // @first
          });
          afterEach(() => {
            jest.dontMock('./src/app');
          });
          test('one', () => expect(require('./src/app').mode()).toBe('left behind'));
        });
        test('two', () => {
          jest.doMock('./src/app'); // @bare
          expect(require('./src/app').mode()).toBe('left behind'); // @load
        });`,
    },
    leaks: [
      mockLeak({
        key: './src/app.js',
        grade: 'observed',
        at: '@first',
        scopes: [inDescribe('a', 'beforeEach', { observedBy: [byTest('two', '@load')] })],
      }),
      mockLeak({ key: './src/app.js', grade: 'latent', at: '@bare', scopes: [inTest('two')] }),
    ],
    twin: {
      swap: [
        [`jest.doMock('./src/app'); // @bare`, ''],
        [`toBe('left behind'); // @load`, `toBe('real'); // @load`],
      ],
    },
  },
  {
    name: 'importer-built-with-a-mock-that-was-taken-back',
    files: {
      ...SOURCES,
      'a.test.js': `
        describe('a', () => {
          beforeEach(() => {
            jest.doMock('./src/env', () => ({ mode: 'mock' }));
          });
          afterEach(() => {
            jest.dontMock('./src/env');
          });
          test('one', () => expect(require('./src/app').mode()).toBe('mock'));
        });
        test('two', () => expect(require('./src/app').mode()).toBe('mock'));`,
    },
    leaks: [],
  },
  {
    name: 'describe-body-undone-in-its-after-all',
    files: {
      ...SOURCES,
      'a.test.js': `
        /* before */
        describe('b', () => {
          jest.doMock('./src/env', () => ({ mode: 'mock' })); // @mock
          afterAll(() => {
            jest.dontMock('./src/env');
          });
          test('one', () => expect(require('./src/env').mode).toBe('mock'));
        });
        describe('c', () => {
          test('two', () => expect(require('./src/env').mode).toBe('real'));
        });`,
    },
    leaks: [],
    twin: {
      swap: [
        [
          '/* before */',
          `describe('a', () => {
            test('zero', () => {
              expect(require('./src/env').mode).toBe('mock'); // @load
            });
          });`,
        ],
      ],
      leaks: [
        mockLeak({
          grade: 'observed',
          at: '@mock',
          scopes: [inDescribe('b', null, { escapedTo: 'a zero', observedBy: [byTest('a zero', '@load')] })],
        }),
      ],
    },
  },
  {
    name: 'factory-that-requires-the-actual-module',
    files: {
      ...SOURCES,
      'a.test.js': `
        describe('a', () => {
          beforeEach(() => {
            jest.resetModules();
            jest.doMock('./src/env', () => ({ ...jest.requireActual('./src/env'), extra: 1 }));
          });
          afterEach(() => {
            jest.dontMock('./src/env');
            jest.resetModules();
          });
          test('one', () => expect(require('./src/env')).toEqual({ mode: 'real', extra: 1 }));
        });
        test('two', () => expect(require('./src/env')).toEqual({ mode: 'real' }));`,
    },
    leaks: [],
  },
];
