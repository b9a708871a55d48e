import { byHook, byTest, inDescribe, inTest, mockLeak, purgeLeak, SOURCES, type Situation } from './situation';

const ENV_REPLACED = [{ path: './src/env.js', effect: 'replaced' as const }];
const ENV_REMOVED = [{ path: './src/env.js', effect: 'removed' as const }];

/** `jest.resetModules()` and what it takes from whom. */
export const purges: Situation[] = [
  {
    name: 'reset-in-a-test',
    files: {
      ...SOURCES,
      'a.test.js': `
        const env = require('./src/env');
        test('one', () => {
          jest.resetModules(); // @reset
        });
        test('two', () => {
          expect(require('./src/env')).not.toBe(env); // @load
        });`,
    },
    leaks: [
      purgeLeak({
        grade: 'observed',
        at: '@reset',
        modules: ENV_REPLACED,
        scopes: [inTest('one', { ownerAt: '@reset', escapedTo: 'two', observedBy: [byTest('two', '@load')] })],
      }),
    ],
    twin: { swap: [[`const env = require('./src/env');`, `const env = {};`]] },
  },
  {
    name: 'nobody-loads-again',
    files: {
      ...SOURCES,
      'a.test.js': `
        const env = require('./src/env');
        test('one', () => {
          jest.resetModules(); // @reset
        });
        test('two', () => expect(env.mode).toBe('real'));`,
    },
    leaks: [
      purgeLeak({
        grade: 'escaped',
        at: '@reset',
        modules: ENV_REMOVED,
        scopes: [inTest('one', { escapedTo: 'two', observedBy: [] })],
      }),
    ],
  },
  {
    name: 'in-the-last-test',
    files: {
      ...SOURCES,
      'a.test.js': `
        const env = require('./src/env');
        test('one', () => expect(env.mode).toBe('real'));
        test('two', () => {
          jest.resetModules(); // @reset
        });`,
    },
    leaks: [
      purgeLeak({
        grade: 'latent',
        at: '@reset',
        modules: ENV_REMOVED,
        scopes: [inTest('two', { escapedTo: null, observedBy: [] })],
      }),
    ],
  },
  {
    name: 'through-an-importer-loaded-anew',
    files: {
      ...SOURCES,
      'a.test.js': `
        require('./src/env');
        test('one', () => {
          jest.resetModules(); // @reset
        });
        test('two', () => expect(require('./src/app').mode()).toBe('real'));`,
    },
    leaks: [
      purgeLeak({
        grade: 'observed',
        at: '@reset',
        modules: ENV_REPLACED,
        scopes: [inTest('one', { observedBy: [byTest('two', '@app')] })],
      }),
    ],
  },
  {
    name: 'hit-on-an-importer-evaluated-with-the-other-instance',
    files: {
      ...SOURCES,
      'a.test.js': `
        require('./src/env');
        test('one', () => {
          jest.resetModules(); // @reset
          expect(require('./src/app').mode()).toBe('real');
        });
        test('two', () => {
          expect(require('./src/app').mode()).toBe('real'); // @hit
        });`,
    },
    leaks: [
      purgeLeak({
        grade: 'observed',
        at: '@reset',
        modules: ENV_REPLACED,
        scopes: [inTest('one', { escapedTo: 'two', observedBy: [byTest('two', '@app')] })],
      }),
    ],
  },
  {
    name: 'modules-of-an-earlier-test',
    files: {
      ...SOURCES,
      'a.test.js': `
        test('one', () => expect(require('./src/app').mode()).toBe('real'));
        test('two', () => {
          jest.resetModules();
          expect(require('./src/app').mode()).toBe('real');
        });
        test('three', () => expect(require('./src/app').mode()).toBe('real'));`,
    },
    leaks: [],
  },
  {
    name: 'modules-of-another-describe',
    files: {
      ...SOURCES,
      'a.test.js': `
        describe('a', () => {
          let env;
          beforeAll(() => {
            env = require('./src/env');
          });
          test('one', () => expect(env.mode).toBe('real'));
        });
        test('two', () => {
          jest.resetModules();
        });
        test('three', () => expect(require('./src/env').mode).toBe('real'));`,
    },
    leaks: [],
  },
  {
    name: 'only-what-an-enclosing-scope-loaded',
    files: {
      ...SOURCES,
      'src/late.js': `exports.late = true;`,
      'src/data.json': `{ "list": [] }`,
      'a.test.js': `
        require('./src/env');
        require('./src/data.json');
        test('one', () => expect(require('./src/late').late).toBe(true));
        test('two', () => {
          jest.resetModules(); // @reset
        });
        test('three', () => {
          require('./src/late');
          expect(require('./src/env').mode).toBe('real'); // @load
        });`,
    },
    leaks: [
      purgeLeak({
        grade: 'observed',
        at: '@reset',
        modules: [
          { path: './src/data.json', effect: 'removed' },
          { path: './src/env.js', effect: 'replaced' },
        ],
        scopes: [inTest('two', { escapedTo: 'three', observedBy: [byTest('three', '@load')] })],
      }),
    ],
  },
  {
    name: 'watched-and-unwatched-packages',
    files: {
      'node_modules/zod/index.js': `exports.z = require('./part');`,
      'node_modules/zod/part.js': `exports.part = 1;`,
      'node_modules/unheard-of/index.js': `exports.u = 1;`,
      'a.test.js': `
        const zod = require('zod');
        require('unheard-of');
        test('one', () => {
          jest.resetModules(); // @reset
        });
        test('two', () => {
          require('unheard-of');
          expect(require('zod')).not.toBe(zod); // @load
        });`,
    },
    leaks: [
      purgeLeak({
        grade: 'observed',
        at: '@reset',
        modules: [{ path: 'zod', effect: 'replaced' }],
        scopes: [inTest('one', { observedBy: [byTest('two')] })],
      }),
    ],
    twin: { swap: [[`const zod = require('zod');`, `const zod = {};`]] },
  },
  {
    name: 'isolate-modules-alone',
    files: {
      ...SOURCES,
      'a.test.js': `
        const env = require('./src/env');
        test('one', () => {
          jest.isolateModules(() => {
            expect(require('./src/env')).not.toBe(env);
          });
        });
        test('two', async () => {
          await jest.isolateModulesAsync(async () => {
            await null;
            expect(require('./src/env')).not.toBe(env);
          });
        });
        test('three', () => expect(require('./src/env')).toBe(env));`,
    },
    leaks: [],
  },
  {
    name: 'reset-inside-isolate-modules',
    files: {
      ...SOURCES,
      'a.test.js': `
        const env = require('./src/env');
        test('one', () => {
          jest.isolateModules(() => {
            jest.resetModules(); // @reset
          });
        });
        test('two', () => {
          expect(require('./src/env')).not.toBe(env); // @load
        });`,
    },
    leaks: [
      purgeLeak({
        grade: 'observed',
        at: '@reset',
        modules: ENV_REPLACED,
        scopes: [inTest('one', { escapedTo: 'two', observedBy: [byTest('two', '@load')] })],
      }),
    ],
  },
  {
    name: 'private-copy-of-a-purged-module',
    files: {
      ...SOURCES,
      'a.test.js': `
        const env = require('./src/env');
        test('one', () => {
          jest.resetModules(); // @reset
        });
        test('two', () => {
          jest.isolateModules(() => {
            expect(require('./src/env')).not.toBe(env);
          });
        });`,
    },
    leaks: [
      purgeLeak({ grade: 'escaped', at: '@reset', scopes: [inTest('one', { escapedTo: 'two', observedBy: [] })] }),
    ],
  },
  {
    name: 'cleanup-in-the-after-each-of-a-describe',
    files: {
      ...SOURCES,
      'a.test.js': `
        const env = require('./src/env');
        describe('a', () => {
          afterEach(() => {
            jest.resetModules(); // @reset
          });
          test('one', () => expect(require('./src/env')).toBe(env));
          test('two', () => expect(require('./src/env')).not.toBe(env));
        });
        test('three', () => {
          expect(require('./src/env')).not.toBe(env); // @load
        });`,
    },
    leaks: [
      purgeLeak({
        grade: 'observed',
        at: '@reset',
        modules: ENV_REPLACED,
        scopes: [inDescribe('a', 'afterEach', { escapedTo: 'three', observedBy: [byTest('three', '@load')] })],
      }),
    ],
    twin: {
      swap: [
        [`const env = require('./src/env');`, `const env = {};`],
        [`expect(require('./src/env')).toBe(env)`, `expect(require('./src/env').mode).toBe('real')`],
      ],
    },
  },
  {
    name: 'hooks-of-the-file',
    files: {
      ...SOURCES,
      'a.test.js': `
        const env = require('./src/env');
        beforeEach(() => {
          jest.resetModules();
        });
        test('one', () => expect(require('./src/env')).not.toBe(env));
        test('two', () => expect(require('./src/env')).not.toBe(env));`,
      'b.test.js': `
        const env = require('./src/env');
        afterEach(() => {
          jest.resetModules();
        });
        test('one', () => expect(require('./src/env')).toBe(env));
        test('two', () => expect(require('./src/env')).not.toBe(env));`,
      'c.test.js': `
        const env = require('./src/env');
        jest.resetModules();
        test('one', () => expect(require('./src/env')).not.toBe(env));`,
    },
    leaks: [],
  },
  {
    name: 'nested-before-each-reaches-the-sibling',
    files: {
      ...SOURCES,
      'a.test.js': `
        const env = require('./src/env');
        describe('outer', () => {
          describe('inner', () => {
            beforeEach(() => {
              jest.resetModules(); // @reset
            });
            test('one', () => expect(require('./src/env')).not.toBe(env));
          });
          describe('sibling', () => {
            test('two', () => {
              expect(require('./src/env')).not.toBe(env); // @load
            });
          });
        });`,
    },
    leaks: [
      purgeLeak({
        grade: 'observed',
        at: '@reset',
        modules: ENV_REPLACED,
        scopes: [
          inDescribe('outer inner', 'beforeEach', {
            escapedTo: 'outer sibling two',
            observedBy: [byTest('outer sibling two', '@load')],
          }),
        ],
      }),
    ],
  },
  {
    name: 'in-a-describe-body',
    files: {
      ...SOURCES,
      'a.test.js': `
        const env = require('./src/env');
        describe('a', () => {
          jest.resetModules(); // @reset
          test('one', () => expect(1 + 1).toBe(2));
        });
        test('two', () => {
          expect(require('./src/env')).not.toBe(env); // @load
        });`,
    },
    leaks: [
      purgeLeak({
        grade: 'observed',
        at: '@reset',
        scopes: [inDescribe('a', null, { escapedTo: 'two', observedBy: [byTest('two', '@load')] })],
      }),
    ],
  },
  {
    name: 'loaded-by-the-before-all-of-the-describe',
    files: {
      ...SOURCES,
      'a.test.js': `
        describe('a', () => {
          let env;
          beforeAll(() => {
            env = require('./src/env');
          });
          test('one', () => {
            jest.resetModules(); // @reset
          });
          test('two', () => {
            expect(require('./src/env')).not.toBe(env); // @load
          });
        });`,
    },
    leaks: [
      purgeLeak({
        grade: 'observed',
        at: '@reset',
        modules: ENV_REPLACED,
        scopes: [inTest('a one', { escapedTo: 'a two', observedBy: [byTest('a two', '@load')] })],
      }),
    ],
  },
  {
    name: 'loaded-again-by-a-hook-of-the-file',
    files: {
      ...SOURCES,
      'a.test.js': `
        let env;
        beforeEach(() => {
          env = require('./src/env'); // @load
        });
        test('one', () => {
          jest.resetModules(); // @reset
        });
        test('two', () => expect(env.mode).toBe('real'));`,
    },
    leaks: [
      purgeLeak({
        grade: 'observed',
        at: '@reset',
        modules: ENV_REPLACED,
        scopes: [inTest('one', { escapedTo: 'two', observedBy: [byHook('beforeEach', null, '@load')] })],
      }),
    ],
  },
  {
    name: 'superseded-by-a-reset-in-a-hook-of-the-file',
    files: {
      ...SOURCES,
      'a.test.js': `
        let env;
        beforeEach(() => {
          jest.resetModules();
          env = require('./src/env');
        });
        test('one', () => {
          jest.resetModules(); // @reset
          expect(require('./src/env')).not.toBe(env);
        });
        test('two', () => expect(require('./src/env')).toBe(env));`,
    },
    leaks: [purgeLeak({ grade: 'latent', at: '@reset', scopes: [inTest('one', { escapedTo: null, observedBy: [] })] })],
  },
  {
    name: 'superseded-by-a-reset-in-the-next-body',
    files: {
      ...SOURCES,
      'a.test.js': `
        const env = require('./src/env');
        test('one', () => {
          jest.resetModules(); // @reset
          expect(require('./src/env')).not.toBe(env);
        });
        test('two', () => {
          jest.resetModules();
          expect(require('./src/env')).not.toBe(env);
        });`,
    },
    leaks: [purgeLeak({ grade: 'latent', at: '@reset', scopes: [inTest('one', { escapedTo: null, observedBy: [] })] })],
  },
  {
    name: 'superseded-by-another-describe',
    files: {
      ...SOURCES,
      'a.test.js': `
        const env = require('./src/env');
        test('one', () => {
          jest.resetModules(); // @reset
          expect(require('./src/env')).not.toBe(env);
        });
        describe('b', () => {
          beforeEach(() => {
            jest.resetModules();
          });
          test('two', () => expect(require('./src/env')).not.toBe(env));
          test('three', () => expect(require('./src/env')).not.toBe(env));
        });`,
    },
    leaks: [purgeLeak({ grade: 'latent', at: '@reset', scopes: [inTest('one', { escapedTo: null, observedBy: [] })] })],
  },
  {
    name: 'second-purge-is-no-writer',
    files: {
      ...SOURCES,
      'a.test.js': `
        const env = require('./src/env');
        test('one', () => {
          jest.resetModules(); // @reset
        });
        test('two', () => {
          jest.resetModules();
          expect(require('./src/env')).not.toBe(env);
        });
        test('three', () => {
          expect(require('./src/env')).not.toBe(env); // @load
        });`,
    },
    leaks: [
      purgeLeak({
        grade: 'observed',
        at: '@reset',
        modules: ENV_REPLACED,
        scopes: [inTest('one', { escapedTo: 'three', observedBy: [byTest('three', '@load')] })],
      }),
    ],
  },
  {
    name: 'received-before-the-next-reset',
    files: {
      ...SOURCES,
      'a.test.js': `
        const env = require('./src/env');
        test('one', () => {
          jest.resetModules(); // @reset
        });
        test('two', () => {
          expect(require('./src/env')).not.toBe(env); // @load
          jest.resetModules();
        });`,
    },
    leaks: [
      purgeLeak({
        grade: 'observed',
        at: '@reset',
        modules: ENV_REPLACED,
        scopes: [inTest('one', { observedBy: [byTest('two', '@load')] })],
      }),
    ],
  },
  {
    name: 'mock-instance-of-the-file',
    files: {
      ...SOURCES,
      'a.test.js': `
        jest.mock('./src/env', () => ({ mode: 'mock' }));
        const env = require('./src/env');
        test('one', () => {
          jest.resetModules(); // @reset
        });
        test('two', () => {
          expect(require('./src/env')).not.toBe(env); // @load
        });`,
    },
    leaks: [
      purgeLeak({
        grade: 'observed',
        at: '@reset',
        modules: ENV_REPLACED,
        scopes: [inTest('one', { observedBy: [byTest('two', '@load')] })],
      }),
    ],
  },
  {
    name: 'reset-and-mock-in-one-test',
    files: {
      ...SOURCES,
      'a.test.js': `
        const app = require('./src/app');
        test('one', () => {
          jest.resetModules(); // @reset
          jest.doMock('./src/env', () => ({ mode: 'mock' })); // @mock
          expect(require('./src/app').mode()).toBe('mock');
        });
        test('two', () => expect(app.mode()).toBe('real'));
        test('three', () => {
          expect(require('./src/app').mode()).toBe('mock'); // @hit
        });`,
    },
    leaks: [
      purgeLeak({
        grade: 'observed',
        at: '@reset',
        scopes: [inTest('one', { escapedTo: 'two', observedBy: [byTest('three', '@hit')] })],
      }),
      mockLeak({
        grade: 'observed',
        at: '@mock',
        scopes: [inTest('one', { escapedTo: 'two', observedBy: [byTest('three', '@app')] })],
      }),
    ],
  },
  {
    name: 'describe-that-is-the-whole-file',
    files: {
      ...SOURCES,
      'a.test.js': `
        const env = require('./src/env');
        describe('a', () => {
          beforeEach(() => {
            jest.resetModules(); // @reset
          });
          test('one', () => expect(require('./src/env')).not.toBe(env));
          test('two', () => expect(require('./src/env')).not.toBe(env));
        });`,
    },
    leaks: [
      purgeLeak({
        grade: 'latent',
        at: '@reset',
        scopes: [inDescribe('a', 'beforeEach', { escapedTo: null, observedBy: [] })],
      }),
    ],
  },
];
