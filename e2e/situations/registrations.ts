import { byTest, inTest, mockLeak, SOURCES, type Situation } from './situation';

/** Every call that registers or takes away a mock, left in force by a test. */
export const registrations: Situation[] = [
  {
    name: 'do-mock-reaches-next-test',
    files: {
      ...SOURCES,
      'a.test.js': `
        test('one', () => {
          jest.doMock('./src/env', () => ({ mode: 'mock' })); // @mock
          expect(require('./src/env').mode).toBe('mock');
          /* end */
        });
        test('two', () => {
          expect(require('./src/env').mode).toBe('mock'); // @load
        });`,
    },
    leaks: [
      mockLeak({
        grade: 'observed',
        at: '@mock',
        siteIs: 'call',
        call: 'jest.doMock',
        via: null,
        virtual: false,
        module: 'cjs',
        scopes: [inTest('one', { ownerAt: '@mock', escapedTo: 'two', observedBy: [byTest('two', '@load')] })],
      }),
    ],
    twin: {
      swap: [
        ['/* end */', `jest.dontMock('./src/env');`],
        [`toBe('mock'); // @load`, `toBe('real'); // @load`],
      ],
    },
  },
  {
    name: 'nobody-loads',
    files: {
      ...SOURCES,
      'a.test.js': `
        test('one', () => {
          jest.doMock('./src/env', () => ({ mode: 'mock' })); // @mock
        });
        test('two', () => expect(1 + 1).toBe(2));
        test('three', () => expect(1 + 1).toBe(2));`,
    },
    leaks: [mockLeak({ grade: 'escaped', at: '@mock', scopes: [inTest('one', { escapedTo: 'two', observedBy: [] })] })],
  },
  {
    name: 'in-the-last-test',
    files: {
      ...SOURCES,
      'a.test.js': `
        test('one', () => expect(require('./src/env').mode).toBe('real'));
        test('two', () => {
          jest.doMock('./src/env', () => ({ mode: 'mock' })); // @mock
          expect(require('./src/env').mode).toBe('mock');
        });`,
    },
    leaks: [mockLeak({ grade: 'latent', at: '@mock', scopes: [inTest('two', { escapedTo: null, observedBy: [] })] })],
  },
  {
    name: 'mock-with-factory-in-a-test',
    files: {
      ...SOURCES,
      'a.test.js': `
        test('one', () => {
          expect(require('./src/env').mode).toBe('mock');
          jest.mock('./src/env', () => ({ mode: 'mock' })); // @mock
        });
        test('two', () => {
          expect(require('./src/env').mode).toBe('mock'); // @load
        });`,
    },
    leaks: [
      mockLeak({
        grade: 'observed',
        at: '@mock',
        call: 'jest.mock',
        scopes: [inTest('one', { escapedTo: 'two', observedBy: [byTest('two', '@load')] })],
      }),
    ],
  },
  {
    name: 'mock-without-factory-in-a-test',
    files: {
      ...SOURCES,
      'a.test.js': `
        test('one', () => {
          jest.doMock('./src/app'); // @mock
        });
        test('two', () => {
          expect(require('./src/app').mode()).toBeUndefined(); // @load
        });`,
    },
    leaks: [
      mockLeak({
        key: './src/app.js',
        grade: 'observed',
        at: '@mock',
        call: 'jest.doMock',
        scopes: [inTest('one', { observedBy: [byTest('two', '@load')] })],
      }),
    ],
  },
  {
    name: 'set-mock',
    files: {
      ...SOURCES,
      'a.test.js': `
        test('one', () => {
          jest.setMock('./src/env', { mode: 'mock' }); // @mock
        });
        test('two', () => {
          expect(require('./src/env').mode).toBe('mock'); // @load
        });`,
    },
    leaks: [
      mockLeak({
        grade: 'observed',
        at: '@mock',
        call: 'jest.setMock',
        scopes: [inTest('one', { observedBy: [byTest('two', '@load')] })],
      }),
    ],
  },
  {
    name: 'virtual-bare-name',
    files: {
      'a.test.js': `
        test('one', () => {
          jest.doMock('made-up', () => ({ mode: 'mock' }), { virtual: true }); // @mock
          expect(require('made-up').mode).toBe('mock');
          /* end */
        });
        test('two', () => {
          expect(require('made-up').mode).toBe('mock'); // @load
        });`,
    },
    leaks: [
      mockLeak({
        key: 'made-up',
        grade: 'observed',
        at: '@mock',
        virtual: true,
        scopes: [inTest('one', { observedBy: [byTest('two', '@load')] })],
      }),
    ],
    twin: {
      swap: [
        ['/* end */', `jest.dontMock('made-up');`],
        [`expect(require('made-up').mode).toBe('mock'); // @load`, `expect(() => require('made-up')).toThrow();`],
      ],
    },
  },
  {
    name: 'virtual-relative-name',
    files: {
      'a.test.js': `
        test('one', () => {
          jest.doMock('./src/nowhere', () => ({ mode: 'mock' }), { virtual: true }); // @mock
        });
        test('two', () => {
          expect(require('./src/nowhere').mode).toBe('mock'); // @load
        });`,
    },
    leaks: [
      mockLeak({
        key: './src/nowhere',
        grade: 'observed',
        at: '@mock',
        virtual: true,
        scopes: [inTest('one', { observedBy: [byTest('two', '@load')] })],
      }),
    ],
  },
  {
    name: 'core-module',
    files: {
      'a.test.js': `
        test('one', () => {
          jest.doMock('os', () => ({ hostname: () => 'mock' })); // @mock
        });
        test('two', () => {
          expect(require('os').hostname()).toBe('mock'); // @load
        });`,
    },
    leaks: [
      mockLeak({
        key: 'node:os',
        grade: 'observed',
        at: '@mock',
        scopes: [inTest('one', { observedBy: [byTest('two', '@load')] })],
      }),
    ],
  },
  {
    name: 'packages-as-requested',
    files: {
      'node_modules/left/index.js': `exports.side = 'left';`,
      'node_modules/left/deep.js': `exports.side = 'deep';`,
      'node_modules/@acme/kit/index.js': `exports.side = 'kit';`,
      'a.test.js': `
        test('one', () => {
          jest.doMock('left', () => ({ side: 'mock' })); // @left
          jest.doMock('left/deep', () => ({ side: 'mock' })); // @deep
          jest.doMock('@acme/kit', () => ({ side: 'mock' })); // @kit
        });
        test('two', () => {
          expect(require('left').side).toBe('mock');
          expect(require('@acme/kit').side).toBe('mock');
        });`,
    },
    leaks: [
      mockLeak({ key: 'left', grade: 'observed', at: '@left', scopes: [inTest('one')] }),
      mockLeak({ key: 'left/deep', grade: 'escaped', at: '@deep', scopes: [inTest('one', { escapedTo: 'two' })] }),
      mockLeak({ key: '@acme/kit', grade: 'observed', at: '@kit', scopes: [inTest('one')] }),
    ],
  },
  {
    name: 'unmock-of-a-hoisted-mock',
    files: {
      ...SOURCES,
      'a.test.js': `
        jest.mock('./src/env', () => ({ mode: 'mock' }));
        test('one', () => {
          jest.unmock('./src/env'); // @unmock
          expect(require('./src/env').mode).toBe('real');
        });
        test('two', () => {
          expect(require('./src/env').mode).toBe('real'); // @load
        });`,
    },
    leaks: [
      mockLeak({
        grade: 'observed',
        at: '@unmock',
        call: 'jest.unmock',
        scopes: [inTest('one', { escapedTo: 'two', observedBy: [byTest('two', '@load')] })],
      }),
    ],
  },
  {
    name: 'dont-mock-of-what-the-file-mocked',
    files: {
      ...SOURCES,
      'a.test.js': `
        const fake = () => ({ mode: 'mock' });
        jest.doMock('./src/env', fake);
        test('one', () => {
          jest.dontMock('./src/env'); // @unmock
          expect(require('./src/env').mode).toBe('real');
          /* end */
        });
        test('two', () => {
          expect(require('./src/env').mode).toBe('real'); // @load
        });`,
    },
    leaks: [
      mockLeak({
        grade: 'observed',
        at: '@unmock',
        call: 'jest.dontMock',
        scopes: [inTest('one', { observedBy: [byTest('two', '@load')] })],
      }),
    ],
    twin: {
      swap: [
        ['/* end */', `jest.doMock('./src/env', fake);`],
        [`toBe('real'); // @load`, `toBe('mock'); // @load`],
      ],
    },
  },
  {
    name: 'dont-mock-of-what-was-never-mocked',
    files: {
      ...SOURCES,
      'a.test.js': `
        test('one', () => {
          jest.dontMock('./src/env');
          jest.unmock('./src/app');
          expect(require('./src/app').mode()).toBe('real');
        });
        test('two', () => expect(require('./src/app').mode()).toBe('real'));`,
    },
    leaks: [],
  },
  {
    name: 'do-mock-inside-isolate-modules',
    files: {
      ...SOURCES,
      'a.test.js': `
        test('one', () => {
          jest.isolateModules(() => {
            jest.doMock('./src/env', () => ({ mode: 'mock' })); // @mock
            expect(require('./src/env').mode).toBe('mock');
          });
        });
        test('two', () => {
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
    name: 'jest-imported-from-its-globals',
    files: {
      ...SOURCES,
      'a.test.js': `
        const imported = require('@jest/globals').jest;
        test('one', () => {
          imported.doMock('./src/env', () => ({ mode: 'mock' })); // @mock
        });
        test('two', () => {
          expect(require('./src/env').mode).toBe('mock'); // @load
        });`,
    },
    leaks: [
      mockLeak({
        grade: 'observed',
        at: '@mock',
        call: 'jest.doMock',
        scopes: [inTest('one', { ownerAt: '@mock', observedBy: [byTest('two', '@load')] })],
      }),
    ],
  },
  {
    name: 'implementation-of-a-mock-of-the-file',
    files: {
      ...SOURCES,
      'a.test.js': `
        jest.mock('./src/app');
        const app = require('./src/app');
        test('one', () => {
          app.mode.mockReturnValue('one');
          expect(require('./src/app').mode()).toBe('one');
        });
        test('two', () => expect(app.mode()).toBe('one'));`,
    },
    leaks: [],
  },
];
