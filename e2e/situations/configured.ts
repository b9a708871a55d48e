import { byTest, inTest, mockLeak, SOURCES, type ExpectedLeak, type Situation } from './situation';

const hostname = (rest: Pick<ExpectedLeak, 'grade' | 'at'> & Partial<ExpectedLeak>): ExpectedLeak => ({
  kind: 'core-module-mutated',
  key: 'os.hostname',
  ...rest,
});

/** What Jest's own options take back before each test, and what they do not. */
export const configured: Situation[] = [
  {
    name: 'reset-modules-keeps-registrations',
    config: { resetModules: true },
    files: {
      ...SOURCES,
      'a.test.js': `
        const env = require('./src/env');
        test('one', () => {
          jest.doMock('./src/env', () => ({ mode: 'mock' })); // @mock
          expect(env.mode).toBe('real');
        });
        test('two', () => {
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
    name: 'reset-modules-purges-for-the-file',
    config: { resetModules: true },
    files: {
      ...SOURCES,
      'a.test.js': `
        const env = require('./src/env');
        test('one', () => expect(require('./src/env')).not.toBe(env));
        test('two', () => {
          jest.resetModules();
          expect(require('./src/app').mode()).toBe('real');
        });
        describe('a', () => {
          beforeEach(() => {
            jest.resetModules();
          });
          test('three', () => expect(require('./src/env')).not.toBe(env));
        });
        test('four', () => expect(require('./src/env')).not.toBe(env));`,
    },
    leaks: [],
  },
  {
    name: 'restore-mocks-takes-spies-back',
    config: { restoreMocks: true },
    files: {
      'a.test.js': `
        const os = require('os');
        test('one', () => {
          jest.spyOn(os, 'hostname').mockReturnValue('spy');
          expect(os.hostname()).toBe('spy');
        });
        describe('a', () => {
          beforeEach(() => {
            jest.spyOn(os, 'uptime').mockReturnValue(1);
          });
          test('two', () => expect([os.hostname() === 'spy', os.uptime()]).toEqual([false, 1]));
        });
        test('three', () => expect(os.uptime()).not.toBe(1));`,
    },
    leaks: [],
  },
  {
    name: 'restore-mocks-after-the-last-test',
    config: { restoreMocks: true },
    files: {
      'a.test.js': `
        const os = require('os');
        test('one', () => expect(os.hostname()).not.toBe('spy'));
        test('two', () => {
          jest.spyOn(os, 'hostname').mockReturnValue('spy');
        });`,
    },
    leaks: [],
    latentToo: true,
  },
  {
    name: 'restore-mocks-leaves-assignments',
    config: { restoreMocks: true },
    files: {
      'a.test.js': `
        const os = require('os');
        const real = os.hostname;
        afterAll(() => {
          os.hostname = real;
        });
        test('one', () => {
          os.hostname = jest.fn(() => 'fake'); // @fake
        });
        test('two', () => expect(jest.isMockFunction(os.hostname)).toBe(true));`,
    },
    leaks: [
      hostname({ grade: 'escaped', at: '@fake', siteIs: 'value', scopes: [inTest('one', { escapedTo: 'two' })] }),
    ],
  },
  {
    name: 'reset-mocks-leaves-spies',
    config: { resetMocks: true },
    files: {
      'a.test.js': `
        const os = require('os');
        test('one', () => {
          jest.spyOn(os, 'hostname'); // @spy
        });
        test('two', () => expect(jest.isMockFunction(os.hostname)).toBe(true));`,
    },
    leaks: [
      hostname({
        grade: 'escaped',
        at: '@spy',
        siteIs: 'call',
        call: 'jest.spyOn',
        scopes: [inTest('one', { escapedTo: 'two' })],
      }),
    ],
  },
];
