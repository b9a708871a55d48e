import { byTest, inDescribe, inTest, mockLeak, SOURCES, type Situation } from './situation';

/** Several registrations of one module on top of each other: which one is in force, and for whom it is superseded. */
export const lastWriter: Situation[] = [
  {
    name: 'buried-by-another-describe',
    files: {
      ...SOURCES,
      'a.test.js': `
        beforeEach(() => {
          jest.resetModules();
        });
        describe('a', () => {
          beforeAll(() => {
            jest.doMock('./src/env', () => ({ mode: 'a' })); // @a
          });
          test('one', () => expect(require('./src/env').mode).toBe('a'));
        });
        describe('b', () => {
          beforeAll(() => {
            jest.doMock('./src/env', () => ({ mode: 'b' })); // @b
          });
          test('two', () => expect(require('./src/env').mode).toBe('b'));
        });
        test('three', () => {
          expect(require('./src/env').mode).toBe('b'); // @load
        });`,
    },
    leaks: [
      mockLeak({
        grade: 'latent',
        at: '@a',
        scopes: [inDescribe('a', 'beforeAll', { escapedTo: null, observedBy: [] })],
      }),
      mockLeak({
        grade: 'observed',
        at: '@b',
        scopes: [inDescribe('b', 'beforeAll', { escapedTo: 'three', observedBy: [byTest('three', '@load')] })],
      }),
    ],
  },
  {
    name: 'restored-and-so-alive-again',
    files: {
      ...SOURCES,
      'a.test.js': `
        const a = () => ({ mode: 'a' });
        beforeEach(() => {
          jest.resetModules();
        });
        describe('a', () => {
          beforeAll(() => {
            jest.doMock('./src/env', a); // @a
          });
          test('one', () => expect(require('./src/env').mode).toBe('a'));
        });
        describe('b', () => {
          beforeAll(() => {
            jest.doMock('./src/env', () => ({ mode: 'b' }));
          });
          afterAll(() => {
            jest.doMock('./src/env', a);
          });
          test('two', () => expect(require('./src/env').mode).toBe('b'));
        });
        test('three', () => {
          expect(require('./src/env').mode).toBe('a'); // @load
        });`,
    },
    leaks: [
      mockLeak({
        grade: 'observed',
        at: '@a',
        scopes: [inDescribe('a', 'beforeAll', { escapedTo: 'three', observedBy: [byTest('three', '@load')] })],
      }),
    ],
  },
  {
    name: 'superseded-by-the-before-each-of-another-describe',
    files: {
      ...SOURCES,
      'a.test.js': `
        test('one', () => {
          jest.doMock('./src/env', () => ({ mode: 'one' })); // @one
        });
        describe('b', () => {
          beforeEach(() => {
            jest.doMock('./src/env', () => ({ mode: 'b' })); // @b
          });
          afterEach(() => {
            jest.dontMock('./src/env');
          });
          test('two', () => expect(require('./src/env').mode).toBe('b'));
        });
        test('three', () => expect(require('./src/env').mode).toBe('real'));`,
    },
    leaks: [mockLeak({ grade: 'latent', at: '@one', scopes: [inTest('one', { escapedTo: null, observedBy: [] })] })],
    twin: {
      swap: [
        [`jest.dontMock('./src/env');`, ''],
        [`test('three', () => expect(require('./src/env').mode).toBe('real'));`, ''],
      ],
      leaks: [
        mockLeak({ grade: 'latent', at: '@one', scopes: [inTest('one', { escapedTo: null, observedBy: [] })] }),
        mockLeak({ grade: 'latent', at: '@b', scopes: [inDescribe('b', 'beforeEach', { escapedTo: null })] }),
      ],
    },
  },
  {
    name: 'helper-that-resets-and-mocks-again',
    files: {
      ...SOURCES,
      'a.test.js': `
        function loadApp(mode) {
          jest.resetModules();
          jest.doMock('./src/env', () => ({ mode })); // @mock
          return require('./src/app');
        }
        test('one', () => expect(loadApp('1').mode()).toBe('1'));
        test('two', () => expect(loadApp('2').mode()).toBe('2'));
        test('three', () => expect(loadApp('3').mode()).toBe('3'));`,
    },
    leaks: [
      mockLeak({
        grade: 'latent',
        at: '@mock',
        scopes: ['one', 'two', 'three'].map((name) => inTest(name, { escapedTo: null, observedBy: [] })),
      }),
    ],
  },
  {
    name: 'one-test-that-forgets-the-helper',
    files: {
      ...SOURCES,
      'a.test.js': `
        function loadApp(mode) {
          jest.resetModules();
          jest.doMock('./src/env', () => ({ mode })); // @mock
          return require('./src/app');
        }
        test('one', () => expect(loadApp('1').mode()).toBe('1'));
        test('two', () => expect(loadApp('2').mode()).toBe('2'));
        test('three', () => {
          expect(require('./src/app').mode()).toBe('2'); // @load
        });`,
    },
    leaks: [
      mockLeak({
        grade: 'observed',
        at: '@mock',
        scopes: [
          inTest('one', { escapedTo: null, observedBy: [] }),
          inTest('two', { escapedTo: 'three', observedBy: [byTest('three', '@app')] }),
        ],
      }),
    ],
  },
  {
    name: 'received-before-it-was-registered-again',
    files: {
      ...SOURCES,
      'a.test.js': `
        test('one', () => {
          jest.doMock('./src/env', () => ({ mode: 'one' })); // @one
        });
        test('two', () => {
          expect(require('./src/env').mode).toBe('one'); // @load
          jest.resetModules();
          jest.doMock('./src/env', () => ({ mode: 'two' })); // @two
          expect(require('./src/env').mode).toBe('two');
        });`,
    },
    leaks: [
      mockLeak({ grade: 'observed', at: '@one', scopes: [inTest('one', { observedBy: [byTest('two', '@load')] })] }),
      mockLeak({ grade: 'latent', at: '@two', scopes: [inTest('two', { escapedTo: null })] }),
    ],
  },
  {
    name: 'cached-mock-outlives-a-new-registration',
    files: {
      ...SOURCES,
      'a.test.js': `
        test('one', () => {
          jest.doMock('./src/env', () => ({ mode: 'one' })); // @one
          expect(require('./src/env').mode).toBe('one');
        });
        test('two', () => {
          jest.doMock('./src/env', () => ({ mode: 'two' })); // @two
          expect(require('./src/env').mode).toBe('one'); // @load
        });`,
    },
    leaks: [
      mockLeak({ grade: 'observed', at: '@one', scopes: [inTest('one', { observedBy: [byTest('two', '@load')] })] }),
      mockLeak({ grade: 'latent', at: '@two', scopes: [inTest('two')] }),
    ],
  },
  {
    name: 'file-hook-registers-before-each-test',
    files: {
      ...SOURCES,
      'a.test.js': `
        const base = () => ({ mode: 'base' });
        beforeEach(() => {
          jest.resetModules();
          jest.doMock('./src/env', base);
        });
        test('one', () => {
          jest.doMock('./src/env', () => ({ mode: 'one' }));
          expect(require('./src/env').mode).toBe('one');
        });
        test('two', () => expect(require('./src/env').mode).toBe('base'));`,
    },
    leaks: [],
    latentToo: true,
  },
  {
    name: 'second-leak-over-a-first-that-reached-nobody-else',
    files: {
      ...SOURCES,
      'a.test.js': `
        test('one', () => {
          jest.doMock('./src/env', () => ({ mode: 'one' })); // @one
        });
        test('two', () => expect(1 + 1).toBe(2));
        test('three', () => {
          jest.doMock('./src/env', () => ({ mode: 'three' })); // @three
        });
        test('four', () => {
          expect(require('./src/env').mode).toBe('three'); // @load
        });`,
    },
    leaks: [
      mockLeak({ grade: 'escaped', at: '@one', scopes: [inTest('one', { escapedTo: 'two', observedBy: [] })] }),
      mockLeak({
        grade: 'observed',
        at: '@three',
        scopes: [inTest('three', { escapedTo: 'four', observedBy: [byTest('four', '@load')] })],
      }),
    ],
  },
];
