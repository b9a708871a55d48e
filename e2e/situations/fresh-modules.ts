import { byTest, inTest, mockLeak, purgeLeak, SOURCES, type Situation } from './situation';

const HELPER = `const { freshModules } = require('jest-hermetic/test');`;

/** The same test with the helper, and with what it stands for. */
export const fresh: Situation[] = [
  {
    name: 'purge',
    files: {
      ...SOURCES,
      'a.test.js': `
        ${HELPER}
        const env = require('./src/env');
        const withFresh = freshModules;
        test('one', () => withFresh(() => expect(require('./src/env')).not.toBe(env)));
        test('two', () => expect(require('./src/app').mode()).toBe('real')); // @two`,
    },
    leaks: [],
    twin: {
      swap: [
        ['const withFresh = freshModules;', 'const withFresh = (fn) => { jest.resetModules(); fn(); }; // @purge'],
      ],
      leaks: [purgeLeak({ grade: 'observed', at: '@purge', scopes: [inTest('one', { escapedTo: 'two' })] })],
    },
  },
  {
    name: 'registration',
    files: {
      ...SOURCES,
      'a.test.js': `
        ${HELPER}
        const withFresh = freshModules;
        test('one', () =>
          withFresh(() => {
            jest.doMock('./src/env', () => ({ mode: 'mock' })); // @mock
            expect(require('./src/app').mode()).toBe('mock');
          }));
        test('two', () => expect(require('./src/env').mode).toEqual(expect.any(String))); // @two`,
    },
    leaks: [],
    twin: {
      swap: [['const withFresh = freshModules;', 'const withFresh = (fn) => fn();']],
      leaks: [mockLeak({ grade: 'observed', at: '@mock' })],
    },
  },
  {
    name: 'resets-and-registrations-of-part-of-the-modules',
    files: {
      ...SOURCES,
      'src/other.js': `exports.name = 'other';`,
      'a.test.js': `
        ${HELPER}
        const other = require('./src/other');
        const app = require('./src/app');
        const withFresh = freshModules;
        test('one', () =>
          withFresh(['**/src/env.js'], () => {
            jest.doMock('./src/env', () => ({ mode: 'mock' })); // @mock
            jest.resetModules(); // @purge
            require('./src/other');
            expect(require('./src/app').mode()).toBe('mock');
          }));
        test('two', () => {
          require('./src/other'); // @other
          require('./src/app'); // @app-again
        });`,
    },
    leaks: [],
    twin: {
      swap: [['const withFresh = freshModules;', 'const withFresh = (_, fn) => fn();']],
      leaks: [mockLeak({ grade: 'observed', at: '@mock' }), purgeLeak({ grade: 'observed', at: '@purge' })],
    },
  },
  {
    name: 'asynchronous',
    files: {
      ...SOURCES,
      'a.test.js': `
        ${HELPER}
        const env = require('./src/env');
        const withFresh = freshModules;
        test('one', () =>
          withFresh(async () => {
            await null;
            jest.resetModules(); // @purge
            jest.doMock('./src/env', () => ({ mode: 'mock' })); // @mock
            await null;
            expect(require('./src/app').mode()).toBe('mock');
          }));
        test('two', () => expect([require('./src/env').mode, env.mode]).toContain('real')); // @two`,
    },
    leaks: [],
    twin: {
      swap: [['const withFresh = freshModules;', 'const withFresh = (fn) => fn();']],
      leaks: [purgeLeak({ grade: 'escaped', at: '@purge' }), mockLeak({ grade: 'observed', at: '@mock' })],
    },
  },
  {
    name: 'a-leaked-mock-is-received-inside',
    files: {
      ...SOURCES,
      'a.test.js': `
        ${HELPER}
        test('one', () => {
          jest.doMock('./src/env', () => ({ mode: 'mock' })); // @mock
        });
        test('two', () =>
          freshModules(() => {
            /* own mock */
            expect(require('./src/app').mode()).toBe('mock'); // @load
          }));`,
    },
    leaks: [
      mockLeak({
        grade: 'observed',
        at: '@mock',
        scopes: [inTest('one', { escapedTo: 'two', observedBy: [byTest('two')] })],
      }),
    ],
    twin: {
      // Nothing that test saw would have been another, had the leak been undone.
      swap: [['/* own mock */', `jest.doMock('./src/env', () => ({ mode: 'mock' }));`]],
      leaks: [mockLeak({ grade: 'latent', at: '@mock', scopes: [inTest('one', { escapedTo: null, observedBy: [] })] })],
    },
  },
  {
    name: 'a-leaked-mock-is-received-after-it',
    files: {
      ...SOURCES,
      'a.test.js': `
        ${HELPER}
        test('one', () => {
          jest.doMock('./src/env', () => ({ mode: 'mock' })); // @mock
        });
        test('two', () => {
          freshModules(() => {
            jest.doMock('./src/env', () => ({ mode: 'own' }));
            expect(require('./src/app').mode()).toBe('own');
          });
          expect(require('./src/env').mode).toBe('mock'); // @load
        });`,
    },
    leaks: [
      mockLeak({
        grade: 'observed',
        at: '@mock',
        scopes: [inTest('one', { observedBy: [byTest('two', '@load')] })],
      }),
    ],
  },
  {
    name: 'a-leaked-purge-reaches-nobody-who-has-fresh-modules',
    files: {
      ...SOURCES,
      'a.test.js': `
        ${HELPER}
        const env = require('./src/env');
        const withFresh = freshModules;
        test('one', () => {
          jest.resetModules(); // @purge
          expect(env.mode).toBe('real');
        });
        test('two', () => withFresh(() => expect(require('./src/env')).not.toBe(env)));`,
    },
    leaks: [purgeLeak({ grade: 'latent', at: '@purge' })],
    twin: {
      swap: [['const withFresh = freshModules;', 'const withFresh = (fn) => fn();']],
      leaks: [purgeLeak({ grade: 'observed', at: '@purge' })],
    },
  },
  {
    name: 'exports-of-what-stays',
    files: {
      ...SOURCES,
      'src/clock.js': `exports.now = () => 0;`,
      'a.test.js': `
        ${HELPER}
        const clock = require('./src/clock');
        const withFresh = freshModules;
        test('one', () =>
          withFresh('**/src/env.js', () => {
            jest.spyOn(clock, 'now').mockReturnValue(1); // @spy
            expect(clock.now()).toBe(1);
          }));
        test('two', () => expect([0, 1]).toContain(clock.now()));`,
    },
    leaks: [],
    twin: {
      swap: [['const withFresh = freshModules;', 'const withFresh = (_, fn) => fn();']],
      leaks: [{ kind: 'export-mutated', key: './src/clock.js#now', grade: 'escaped', at: '@spy' }],
    },
  },
  {
    name: 'host-state-stays-the-act-of-the-caller',
    files: {
      'a.test.js': `
        ${HELPER}
        const os = require('os');
        const real = os.hostname;
        afterAll(() => {
          os.hostname = real;
        });
        test('one', () =>
          freshModules(() => {
            require('os').hostname = jest.fn(() => 'fake'); // @fake
          }));
        test('two', () => expect(os.hostname()).toBe('fake'));`,
    },
    leaks: [
      {
        kind: 'core-module-mutated',
        key: 'os.hostname',
        grade: 'escaped',
        at: '@fake',
        scopes: [inTest('one', { escapedTo: 'two' })],
      },
    ],
  },
];
