import { SOURCES, byTest, inDescribe, inTest, mockLeak, type ExpectedLeak, type Situation } from './situation';

const HOOKS = ['beforeAll', 'beforeEach', 'afterEach', 'afterAll'] as const;
const MOCK = `jest.doMock('./src/env', () => ({ mode: 'mock' })); // @mock`;
const LOADED = `test('two', () => expect(require('./src/env').mode).toBe('mock')); // @load`;

/** Mocked by `scope` alone, and received by the test `two`. */
const received = (scope: ReturnType<typeof inTest>): ExpectedLeak =>
  mockLeak({
    grade: 'observed',
    at: '@mock',
    siteIs: 'call',
    candidates: [],
    scopes: [{ ...scope, escapedTo: 'two', observedBy: [byTest('two', '@load')] }],
  });

const hooksOf = (level: string): string =>
  HOOKS.map((hook) => `${hook}(() => jest.doMock('./src/${level}-${hook}', () => ({}))); // @${level}-${hook}`).join(
    '\n',
  );

const sourcesOf = (level: string): Record<string, string> =>
  Object.fromEntries(HOOKS.map((hook) => [`src/${level}-${hook}.js`, '']));

/** Every further way in which Jest runs the code of tests. */
export const waysToRun: Situation[] = [
  {
    name: 'every-hook-of-every-level',
    files: {
      ...sourcesOf('file'),
      ...sourcesOf('outer'),
      ...sourcesOf('inner'),
      'a.test.js': `
        ${hooksOf('file')}
        describe('outer', () => {
          ${hooksOf('outer')}
          describe('inner', () => {
            ${hooksOf('inner')}
            test('one', () => {});
          });
        });
        test('two', () => {});`,
    },
    leaks: ['outer', 'inner'].flatMap((level) =>
      HOOKS.map((hook) =>
        mockLeak({
          key: `./src/${level}-${hook}.js`,
          grade: 'escaped',
          at: `@${level}-${hook}`,
          siteIs: 'call',
          scopes: [inDescribe(level === 'outer' ? 'outer' : 'outer inner', hook, { escapedTo: 'two' })],
        }),
      ),
    ),
  },
  {
    name: 'bodies-of-nested-describes',
    files: {
      'src/outer.js': '',
      'src/inner.js': '',
      'a.test.js': `
        test('before', () => {});
        describe('outer', () => {
          jest.doMock('./src/outer', () => ({})); // @outer
          test('beside', () => {});
          describe('inner', () => {
            jest.doMock('./src/inner', () => ({})); // @inner
            test('one', () => {});
          });
        });`,
    },
    leaks: [
      mockLeak({
        key: './src/outer.js',
        grade: 'escaped',
        at: '@outer',
        scopes: [inDescribe('outer', null, { escapedTo: 'before' })],
      }),
      mockLeak({
        key: './src/inner.js',
        grade: 'escaped',
        at: '@inner',
        scopes: [inDescribe('outer inner', null, { escapedTo: 'before' })],
      }),
    ],
  },
  {
    name: 'row-of-a-table',
    files: {
      ...SOURCES,
      'a.test.js': `
        it.each\`
          name      | mocks
          \${'one'}   | \${false}
          \${'other'} | \${true}
        \`('row $name', async ({ mocks }) => {
          await null;
          if (mocks) ${MOCK}
        });
        ${LOADED}`,
    },
    leaks: [received(inTest('row other'))],
  },
  {
    name: 'row-with-a-done-callback',
    files: {
      ...SOURCES,
      'a.test.js': `
        test.each([[1], [2]])('row %s', (row, done) => {
          setTimeout(() => {
            if (row === 2) ${MOCK}
            done();
          }, 1);
        });
        ${LOADED}`,
    },
    leaks: [received(inTest('row 2'))],
  },
  {
    name: 'body-and-hook-of-describe-each',
    files: {
      'src/body.js': '',
      'src/hook.js': '',
      'a.test.js': `
        describe.each(['a', 'b'])('%s', (name) => {
          if (name === 'a') jest.doMock('./src/body', () => ({})); // @body
          beforeEach(async () => {
            await null;
            if (name === 'a') jest.doMock('./src/hook', () => ({})); // @hook
          });
          test('one', () => {});
        });`,
    },
    leaks: [
      mockLeak({
        key: './src/body.js',
        grade: 'escaped',
        at: '@body',
        scopes: [inDescribe('a', null, { escapedTo: 'b one' })],
      }),
      mockLeak({
        key: './src/hook.js',
        grade: 'escaped',
        at: '@hook',
        scopes: [inDescribe('a', 'beforeEach', { escapedTo: 'b one' })],
      }),
    ],
  },
  {
    name: 'test-in-describe-each',
    files: {
      ...SOURCES,
      'a.test.js': `
        describe.each(['a', 'b'])('%s', (name) => {
          test('one', async () => {
            await null;
            if (name === 'b') ${MOCK}
          });
        });
        ${LOADED}`,
    },
    leaks: [received(inTest('b one'))],
  },
  {
    name: 'failing-after-an-await',
    files: {
      ...SOURCES,
      'a.test.js': `
        test.failing('one', async () => {
          await null;
          ${MOCK}
          throw new Error('as expected');
        });
        ${LOADED}`,
    },
    leaks: [received(inTest('one'))],
  },
  {
    name: 'retried-at-once',
    files: {
      ...SOURCES,
      'a.test.js': `
        jest.retryTimes(2, { retryImmediately: true });
        let attempts = 0;
        test('one', async () => {
          attempts += 1;
          await null;
          if (attempts < 3) throw new Error('again');
          ${MOCK}
        });
        describe('b', () => {
          test('two', () => void require('./src/env')); // @load
        });`,
    },
    leaks: [
      mockLeak({
        grade: 'observed',
        at: '@mock',
        scopes: [inTest('one', { escapedTo: 'b two', observedBy: [byTest('b two', '@load')] })],
      }),
    ],
    // Jest 29 runs an attempt after the other tests of the describe, here after all of them.
    older: { than: '30.0.0', leaks: [mockLeak({ grade: 'latent', at: '@mock', scopes: [inTest('one')] })] },
  },
  {
    name: 'whole-describe-retried',
    files: {
      ...SOURCES,
      'a.test.js': `
        let runs = 0;
        describe('a', () => {
          jest.retryTimes(1, { entireDescribe: true });
          beforeAll(async () => {
            await null;
            ${MOCK}
          });
          test('one', () => {
            runs += 1;
            if (runs === 1) throw new Error('again');
          });
        });
        ${LOADED}`,
    },
    leaks: [received(inDescribe('a', 'beforeAll'))],
  },
  {
    name: 'hook-that-timed-out',
    fails: ['a one'],
    files: {
      ...SOURCES,
      'a.test.js': `
        describe('a', () => {
          beforeEach(async () => {
            await null;
            ${MOCK}
            await new Promise(() => {});
          }, 20);
          test('one', () => {});
        });
        ${LOADED}`,
    },
    leaks: [received(inDescribe('a', 'beforeEach'))],
  },
  {
    name: 'hook-with-a-done-callback',
    files: {
      ...SOURCES,
      'a.test.js': `
        describe('a', () => {
          test('zero', () => {});
          afterEach((done) => {
            setTimeout(() => {
              ${MOCK}
              done();
            }, 1);
          });
        });
        ${LOADED}`,
    },
    leaks: [received(inDescribe('a', 'afterEach'))],
  },
  {
    name: 'hook-that-is-a-generator',
    files: {
      ...SOURCES,
      'a.test.js': `
        describe('a', () => {
          test('one', () => {});
          afterAll(function* () {
            yield Promise.resolve();
            ${MOCK}
          });
        });
        ${LOADED}`,
    },
    leaks: [received(inDescribe('a', 'afterAll'))],
  },
  {
    name: 'helper-of-another-file-that-is-awaited',
    files: {
      ...SOURCES,
      'helper.js': `
        exports.mockLater = async (jest) => {
          await new Promise((resolve) => setTimeout(resolve, 1));
          ${MOCK}
        };`,
      'a.test.js': `
        const { mockLater } = require('./helper');
        test('zero', () => {});
        test('one', async () => {
          await mockLater(jest);
        });
        ${LOADED}`,
    },
    leaks: [received(inTest('one'))],
  },
  {
    name: 'asynchronous-matcher',
    files: {
      ...SOURCES,
      'a.test.js': `
        expect.extend({
          async toMockLater() {
            await null;
            ${MOCK}
            return { pass: true, message: () => '' };
          },
        });
        test('zero', () => {});
        test('one', async () => {
          await expect(1).toMockLater();
        });
        ${LOADED}`,
    },
    leaks: [received(inTest('one'))],
  },
  {
    name: 'tests-that-a-helper-declares',
    files: {
      ...SOURCES,
      'helper.js': `
        exports.behavesLikeOne = (jest) => {
          test('one', async () => {
            await null;
            ${MOCK}
          });
        };`,
      'a.test.js': `
        test('zero', () => {});
        require('./helper').behavesLikeOne(jest);
        ${LOADED}`,
    },
    leaks: [received(inTest('one'))],
  },
];
