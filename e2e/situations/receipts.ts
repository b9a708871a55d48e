import { byHook, byTest, inDescribe, inTest, mockLeak, SOURCES, type ExpectedScope, type Situation } from './situation';

const LEAK = `jest.doMock('./src/env', () => ({ mode: 'mock' })); // @mock`;
const LOAD = `expect(require('./src/env').mode).toBe('mock'); // @load`;

/** Who receives a leaked mock: hooks, importers, repeated loads, and loads that do not depend on it. */
export const receipts: Situation[] = [
  inHookOfAnotherDescribe('beforeAll'),
  inHookOfAnotherDescribe('beforeEach'),
  inHookOfAnotherDescribe('afterEach'),
  inHookOfAnotherDescribe('afterAll'),
  {
    name: 'in-a-top-level-before-each',
    files: {
      ...SOURCES,
      'a.test.js': `
        let first = true;
        beforeEach(() => {
          if (first) return;
          ${LOAD}
        });
        test('one', () => {
          first = false;
          ${LEAK}
        });
        test('two', () => expect(1 + 1).toBe(2));`,
    },
    leaks: observed(inTest('one', { escapedTo: 'two', observedBy: [byHook('beforeEach', null, '@load')] })),
  },
  {
    name: 'in-a-top-level-after-all-only',
    files: {
      ...SOURCES,
      'a.test.js': `
        afterAll(() => {
          ${LOAD}
        });
        test('one', () => {
          ${LEAK}
        });`,
    },
    leaks: observed(inTest('one', { escapedTo: null, observedBy: [byHook('afterAll', null, '@load')] })),
  },
  {
    name: 'in-the-after-all-of-its-own-describe',
    files: {
      ...SOURCES,
      'a.test.js': `
        describe('a', () => {
          afterAll(() => {
            ${LOAD}
          });
          test('one', () => {
            ${LEAK}
          });
        });`,
    },
    leaks: observed(inTest('a one', { escapedTo: null, observedBy: [byHook('afterAll', 'a', '@load')] })),
  },
  {
    name: 'in-hooks-run-for-the-leaking-test',
    files: {
      ...SOURCES,
      'a.test.js': `
        afterEach(() => {
          ${LOAD}
        });
        describe('a', () => {
          afterEach(() => {
            expect(require('./src/env').mode).toBe('mock');
          });
          test('one', () => {
            ${LEAK}
          });
        });`,
    },
    leaks: [mockLeak({ grade: 'latent', at: '@mock', scopes: [inTest('a one', { escapedTo: null, observedBy: [] })] })],
  },
  {
    name: 'in-the-same-hook-run-for-the-next-test',
    files: {
      ...SOURCES,
      'a.test.js': `
        afterEach(() => {
          ${LOAD}
        });
        test('one', () => {
          ${LEAK}
        });
        test('two', () => expect(1 + 1).toBe(2));`,
    },
    leaks: observed(inTest('one', { escapedTo: 'two', observedBy: [byHook('afterEach', null, '@load')] })),
  },
  {
    name: 'loaded-anew-through-an-importer',
    files: {
      ...SOURCES,
      'a.test.js': `
        test('one', () => {
          ${LEAK}
        });
        test('two', () => expect(require('./src/app').mode()).toBe('mock'));`,
    },
    leaks: observed(inTest('one', { observedBy: [byTest('two', '@app')] })),
  },
  {
    name: 'loaded-late-by-a-source-function',
    files: {
      'src/env.js': SOURCES['src/env.js'],
      'src/lazy.js': `
        exports.mode = () => {
          return require('./env').mode; // @lazy
        };`,
      'a.test.js': `
        const lazy = require('./src/lazy');
        test('one', () => {
          ${LEAK}
        });
        test('two', () => expect(lazy.mode()).toBe('mock'));`,
    },
    leaks: observed(inTest('one', { observedBy: [byTest('two', '@lazy')] })),
  },
  {
    name: 'hit-on-an-importer-evaluated-with-the-mock',
    files: {
      ...SOURCES,
      'a.test.js': `
        test('one', () => {
          ${LEAK}
          expect(require('./src/app').mode()).toBe('mock');
        });
        test('two', () => {
          expect(require('./src/app').mode()).toBe('mock'); // @hit
        });`,
    },
    leaks: observed(inTest('one', { escapedTo: 'two', observedBy: [byTest('two', '@app')] })),
  },
  {
    name: 'hit-two-importers-away',
    files: {
      ...SOURCES,
      'src/page.js': `exports.text = () => require('./app').mode();\nrequire('./app');`,
      'a.test.js': `
        test('one', () => {
          ${LEAK}
          expect(require('./src/page').text()).toBe('mock');
        });
        test('two', () => {
          const page = require('./src/page'); // @hit
          expect(page.text()).toBe('mock');
        });`,
    },
    leaks: observed(inTest('one', { observedBy: [byTest('two', '@app')] })),
  },
  {
    name: 'hit-on-an-importer-evaluated-before',
    files: {
      ...SOURCES,
      'a.test.js': `
        require('./src/app');
        test('one', () => {
          ${LEAK}
        });
        test('two', () => expect(require('./src/app').mode()).toBe('real'));`,
    },
    leaks: [mockLeak({ grade: 'escaped', at: '@mock', scopes: [inTest('one', { escapedTo: 'two', observedBy: [] })] })],
  },
  {
    name: 'used-through-an-old-reference',
    files: {
      ...SOURCES,
      'a.test.js': `
        const env = require('./src/env');
        test('one', () => {
          ${LEAK}
        });
        test('two', () => expect(env.mode).toBe('real'));`,
    },
    leaks: [mockLeak({ grade: 'escaped', at: '@mock', scopes: [inTest('one', { escapedTo: 'two', observedBy: [] })] })],
  },
  {
    name: 'require-actual',
    files: {
      ...SOURCES,
      'a.test.js': `
        test('one', () => {
          ${LEAK}
        });
        test('two', () => expect(jest.requireActual('./src/env').mode).toBe('real'));`,
    },
    leaks: [mockLeak({ grade: 'escaped', at: '@mock', scopes: [inTest('one', { escapedTo: 'two', observedBy: [] })] })],
  },
  {
    name: 'require-mock',
    files: {
      ...SOURCES,
      'a.test.js': `
        test('one', () => {
          ${LEAK}
        });
        test('two', () => {
          expect(jest.requireMock('./src/env').mode).toBe('mock'); // @load
        });`,
    },
    leaks: observed(inTest('one', { observedBy: [byTest('two', '@load')] })),
  },
  {
    name: 'inside-isolate-modules',
    files: {
      ...SOURCES,
      'a.test.js': `
        test('one', () => {
          ${LEAK}
        });
        test('two', () => {
          jest.isolateModules(() => {
            ${LOAD}
          });
        });`,
    },
    leaks: observed(inTest('one', { escapedTo: 'two', observedBy: [byTest('two', '@load')] })),
  },
  {
    name: 'one-receipt-a-test-in-order',
    files: {
      ...SOURCES,
      'a.test.js': `
        test('one', () => {
          ${LEAK}
        });
        test('two', () => {
          ${LOAD}
          expect(require('./src/env').mode).toBe('mock');
          expect(require('./src/app').mode()).toBe('mock');
        });
        test('three', () => expect(1 + 1).toBe(2));
        test('four', () => {
          expect(require('./src/env').mode).toBe('mock'); // @fourth
        });`,
    },
    leaks: observed(
      inTest('one', { escapedTo: 'two', observedBy: [byTest('two', '@load'), byTest('four', '@fourth')] }),
    ),
  },
  {
    name: 'describe-body-reaches-an-earlier-describe',
    files: {
      ...SOURCES,
      'a.test.js': `
        describe('a', () => {
          test('one', () => {
            ${LOAD}
          });
        });
        describe('b', () => {
          jest.mock('./src/env', () => ({ mode: 'mock' })); // @mock
          test('two', () => expect(require('./src/env').mode).toBe('mock'));
        });`,
    },
    leaks: observed(inDescribe('b', null, { escapedTo: 'a one', observedBy: [byTest('a one', '@load')] })),
  },
  {
    name: 'top-level-load-after-a-describe-body',
    files: {
      ...SOURCES,
      'a.test.js': `
        describe('a', () => {
          ${LEAK}
          test('one', () => expect(require('./src/env').mode).toBe('mock'));
        });
        const { mode } = require('./src/env');
        test('two', () => expect(mode).toBe('mock'));`,
    },
    leaks: [mockLeak({ grade: 'escaped', at: '@mock', scopes: [inDescribe('a', null, { escapedTo: 'two' })] })],
  },
];

function observed(scope: ExpectedScope) {
  return [mockLeak({ grade: 'observed', at: '@mock', scopes: [scope] })];
}

function inHookOfAnotherDescribe(hook: 'beforeAll' | 'beforeEach' | 'afterEach' | 'afterAll'): Situation {
  return {
    name: `in-another-describe-${hook.toLowerCase()}`,
    files: {
      ...SOURCES,
      'a.test.js': `
        describe('a', () => {
          test('one', () => {
            ${LEAK}
          });
        });
        describe('b', () => {
          ${hook}(() => {
            ${LOAD}
          });
          test('two', () => expect(1 + 1).toBe(2));
        });`,
    },
    leaks: observed(inTest('a one', { escapedTo: 'b two', observedBy: [byHook(hook, 'b', '@load')] })),
  };
}
