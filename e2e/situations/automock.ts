import { byTest, inDescribe, inTest, mockLeak, SOURCES, type Situation } from './situation';

const ROOTED = { 'node_modules/rooted/index.js': `exports.from = 'package';` };

/** Automock and root `__mocks__`: what a module is without any registration of its own. */
export const automock: Situation[] = [
  {
    name: 'switched-on-in-a-test',
    files: {
      ...SOURCES,
      'a.test.js': `
        afterEach(() => {
          /* after */
        });
        test('one', () => {
          jest.enableAutomock(); // @on
        });
        test('two', () => {
          expect(require('./src/app').mode()).toBeUndefined(); // @load
        });`,
    },
    leaks: [
      mockLeak({
        key: 'automock',
        grade: 'observed',
        at: '@on',
        call: 'jest.enableAutomock',
        scopes: [inTest('one', { escapedTo: 'two', observedBy: [byTest('two', '@load')] })],
      }),
    ],
    twin: {
      swap: [
        ['/* after */', 'jest.disableAutomock();'],
        ['toBeUndefined(); // @load', `toBe('real'); // @load`],
      ],
    },
  },
  {
    name: 'switched-on-and-off-in-one-body',
    files: {
      ...SOURCES,
      'a.test.js': `
        const on = () => jest.enableAutomock();
        const off = () => jest.disableAutomock();
        test('one', () => {
          on();
          expect(require('./src/app').mode()).toBeUndefined();
          off();
        });
        test('two', () => expect(require('./src/app').mode()).toBe('real'));`,
    },
    leaks: [],
  },
  {
    name: 'switched-off-in-a-test',
    files: {
      ...SOURCES,
      'a.test.js': `
        jest.enableAutomock();
        test('one', () => {
          jest.disableAutomock(); // @off
        });
        test('two', () => {
          expect(require('./src/app').mode()).toBe('real'); // @load
        });`,
    },
    leaks: [
      mockLeak({
        key: 'automock',
        grade: 'observed',
        at: '@off',
        call: 'jest.disableAutomock',
        scopes: [inTest('one', { escapedTo: 'two' })],
      }),
    ],
  },
  {
    name: 'left-on-and-nobody-loads',
    files: {
      'a.test.js': `
        test('one', () => {
          jest.enableAutomock(); // @on
        });
        test('two', () => expect(1 + 1).toBe(2));`,
    },
    leaks: [
      mockLeak({
        key: 'automock',
        grade: 'escaped',
        at: '@on',
        scopes: [inTest('one', { escapedTo: 'two', observedBy: [] })],
      }),
    ],
  },
  {
    name: 'dont-mock-is-no-way-back-under-automock',
    files: {
      ...SOURCES,
      'a.test.js': `
        jest.enableAutomock();
        beforeEach(() => {
          jest.resetModules();
        });
        describe('a', () => {
          beforeEach(() => {
            jest.doMock('./src/app', () => ({ mode: () => 'mock' }));
          });
          afterEach(() => {
            jest.dontMock('./src/app'); // @back
          });
          test('one', () => expect(require('./src/app').mode()).toBe('mock'));
        });
        test('two', () => {
          expect(jest.isMockFunction(require('./src/app').mode)).toBe(false); // @load
        });`,
    },
    leaks: [
      mockLeak({
        key: './src/app.js',
        grade: 'observed',
        at: '@back',
        call: 'jest.dontMock',
        scopes: [inDescribe('a', 'afterEach', { escapedTo: 'two', observedBy: [byTest('two', '@load')] })],
      }),
    ],
  },
  {
    name: 'unmock-in-a-test',
    files: {
      ...SOURCES,
      'a.test.js': `
        jest.enableAutomock();
        test('one', () => {
          jest.dontMock('./src/app'); // @unmock
          expect(jest.isMockFunction(require('./src/app').mode)).toBe(false);
          /* end */
        });
        test('two', () => {
          expect(jest.isMockFunction(require('./src/app').mode)).toBe(false); // @load
        });`,
    },
    leaks: [
      mockLeak({
        key: './src/app.js',
        grade: 'observed',
        at: '@unmock',
        scopes: [inTest('one', { escapedTo: 'two', observedBy: [byTest('two', '@load')] })],
      }),
    ],
    twin: {
      swap: [
        ['/* end */', `jest.doMock('./src/app');`],
        ['toBe(false); // @load', 'toBe(true); // @load'],
      ],
    },
  },
  {
    name: 'deep-unmock-in-a-test',
    files: {
      ...SOURCES,
      'a.test.js': `
        jest.enableAutomock();
        test('one', () => {
          jest.deepUnmock('./src/app'); // @unmock
          expect(require('./src/app').mode()).toBe('real');
        });
        test('two', () => {
          expect(require('./src/app').mode()).toBe('real'); // @load
        });`,
    },
    leaks: [
      mockLeak({
        key: './src/app.js',
        grade: 'observed',
        at: '@unmock',
        call: 'jest.deepUnmock',
        scopes: [inTest('one', { escapedTo: 'two', observedBy: [byTest('two', '@load')] })],
      }),
    ],
  },
  {
    name: 'automock-in-the-configuration',
    config: { automock: true },
    files: {
      ...SOURCES,
      'a.test.js': `
        test('one', () => {
          jest.disableAutomock(); // @off
          expect(require('./src/app').mode()).toBe('real');
        });
        test('two', () => {
          expect(require('./src/app').mode()).toBe('real'); // @load
        });`,
      'b.test.js': `
        describe('a', () => {
          beforeEach(() => {
            jest.dontMock('./src/env');
            jest.dontMock('./src/app');
          });
          afterEach(() => {
            jest.doMock('./src/app');
            jest.doMock('./src/env');
          });
          test('one', () => expect(require('./src/app').mode()).toBe('real'));
        });
        test('two', () => expect(require('./src/app').mode()).toBeUndefined());`,
    },
    leaks: [
      mockLeak({
        key: 'automock',
        grade: 'observed',
        at: '@off',
        scopes: [inTest('one', { escapedTo: 'two', observedBy: [byTest('two', '@load')] })],
      }),
    ],
  },
  {
    name: 'dont-mock-is-no-way-back-over-a-root-mock',
    files: {
      ...ROOTED,
      '__mocks__/rooted.js': `exports.from = 'root mock';`,
      'a.test.js': `
        beforeEach(() => {
          jest.resetModules();
        });
        describe('a', () => {
          beforeEach(() => {
            jest.doMock('rooted', () => ({ from: 'factory' }));
          });
          afterEach(() => {
            jest.dontMock('rooted'); // @back
          });
          test('one', () => expect(require('rooted').from).toBe('factory'));
        });
        test('two', () => {
          expect(require('rooted').from).toBe('package'); // @load
        });`,
    },
    leaks: [
      mockLeak({
        key: 'rooted',
        grade: 'observed',
        at: '@back',
        call: 'jest.dontMock',
        scopes: [inDescribe('a', 'afterEach', { escapedTo: 'two', observedBy: [byTest('two', '@load')] })],
      }),
    ],
  },
  {
    name: 'root-mock-put-back',
    files: {
      'node_modules/grounded/index.js': `exports.from = 'package';`,
      '__mocks__/grounded.js': `exports.from = 'root mock';`,
      'a.test.js': `
        beforeEach(() => {
          jest.resetModules();
        });
        describe('a', () => {
          beforeEach(() => {
            jest.dontMock('grounded');
          });
          afterEach(() => {
            jest.doMock('grounded');
          });
          test('one', () => expect(require('grounded').from).toBe('package'));
        });
        test('two', () => expect(require('grounded').from).toBe('root mock'));`,
    },
    leaks: [],
  },
];
