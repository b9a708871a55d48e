import { OUTSIDE_OWNER, type FoundLeak, type LeakScope, type Receipt } from '@jest-hermetic/leak-record';
import { exampleLeak, type ExampleOptions } from './example';
import { recipeFor } from './index';

const JEST = { jest: '30.5.2' };

function leakOf(options: ExampleOptions, recipe: string, changes: Partial<FoundLeak> = {}): FoundLeak {
  return { ...exampleLeak(options), recipe, ...changes };
}

function received(test: string | null, changes: Partial<Receipt> = {}): Receipt {
  return { test, describe: null, hook: null, sameTestRetry: false, file: 'src/cart.test.ts', from: null, ...changes };
}

function scope(changes: Partial<LeakScope>): LeakScope {
  return { type: 'test', name: 'cart a', hook: null, ownerSite: null, escapedTo: null, observedBy: [], ...changes };
}

const DO_MOCK = {
  kind: 'mock-registered',
  key: 'src/config.ts',
  file: 'src/cart.test.ts',
  call: 'jest.doMock',
} as const;

test('a mock that two later tests received', () => {
  const observedBy = [received('b'), received('b'), received('c'), received('cart a', { sameTestRetry: true })];
  const leak = leakOf(DO_MOCK, 'mock-registered/doMock-in-test', {
    grade: 'observed',
    scopes: [scope({ observedBy })],
  });
  expect(recipeFor(leak, JEST)).toEqual({
    sentence: "jest.doMock('./config') is still registered after this test, and 2 later tests received it.",
    why: 'jest.resetModules() drops loaded modules but keeps registrations, and so do jest.restoreAllMocks() and jest.resetAllMocks().',
    fix: [
      'At the top level of the file, take it back and drop what was loaded with it:',
      "  afterEach(() => { jest.dontMock('./config'); jest.resetModules(); });",
      'or keep it inside, with the helper of jest-hermetic/test that puts everything back:',
      "  freshModules(() => { jest.doMock('./config', ...); /* require what needs the mock */ });",
    ],
  });
});

describe('how far it reached', () => {
  const sentenceOf = (changes: Partial<FoundLeak>, options: ExampleOptions = DO_MOCK) =>
    recipeFor(leakOf(options, 'x/y', changes), JEST).sentence;
  const is = "jest.doMock('./config') is still registered";

  test('a test and a hook received it', () => {
    const observedBy = [received('b'), received(null, { hook: 'beforeAll' })];
    expect(sentenceOf({ grade: 'observed', scopes: [scope({ observedBy })] })).toBe(
      `${is} after this test, and 1 later test and 1 hook outside received it.`,
    );
  });

  test('a test ran under it', () => {
    const escapedTo = { test: 'b', file: 'src/cart.test.ts' };
    expect(sentenceOf({ grade: 'escaped', scopes: [scope({ escapedTo }), scope({ name: 'x' })] })).toBe(
      `${is} after 2 tests, and a later test ran under it.`,
    );
  });

  test('latent, from a hook of a describe block', () => {
    expect(sentenceOf({ scopes: [scope({ type: 'describe', name: 'cart', hook: 'beforeEach' })] })).toBe(
      `${is} outside the describe block of this beforeEach, but no other test ran under it.`,
    );
  });

  const CWD = { kind: 'process-state', key: 'process.cwd', file: 'a.test.js', call: null } as const;
  const next = 'it reaches the files that run next in the same worker';

  test.each<[string, ExampleOptions, string, Partial<FoundLeak>]>([
    ['what contain can put back', CWD, `, and unless contain puts it back ${next}`, {}],
    ['what it could not', CWD, `, and ${next}`, { stays: 'it is frozen' }],
    ['what packages did', CWD, `, and ${next}`, { owner: 'node_modules/tool' }],
    ['what was there before', CWD, `, and ${next}`, { owner: OUTSIDE_OWNER }],
    ['the exit code, which contain never puts back', { ...CWD, key: 'process.exitCode' }, '', {}],
    ['exports, which end with the file', { ...CWD, kind: 'export-mutated', key: 'src/a.js#f' }, '', {}],
  ])('across files: %s', (_, options, words, changes) => {
    const scopes = [scope({ type: 'file', name: null })];
    const sentence = sentenceOf({ grade: 'escaped', scopes, ...changes }, options);
    expect(sentence.slice(sentence.indexOf(' after this file'))).toBe(` after this file${words}.`);
  });
});

describe('a property that was not there before was added, whatever added it', () => {
  const options = { kind: 'core-module-mutated', key: 'os.invented', file: 'a.test.js', call: null } as const;

  test.each([
    ['assignment', 'absent', 'added and is still there'],
    ['defined', 'absent', 'added and is still there'],
    ['assignment', 'undefined', 'overwritten and still is'],
    ['defined', 'a function', 'redefined and still is'],
  ])('%s over %s', (form, was, words) => {
    const leak = leakOf(options, `core-module-mutated/${form}`, { was, is: 'a function' });
    expect(recipeFor(leak, JEST).sentence).toBe(
      `os.invented was ${words} after this test, but no other test ran under it.`,
    );
  });

  test('a loader', () => {
    const loader = { ...options, kind: 'host-require-cache', key: 'Module._extensions[.x]' } as const;
    const sentence = (was: string) => recipeFor(leakOf(loader, 'host-require-cache/extension', { was }), JEST).sentence;
    expect(sentence('absent')).toContain('The loader for .x in Module._extensions was added and is still there after');
    expect(sentence('a function')).toContain('The loader for .x in Module._extensions is still changed after');
  });
});

describe('what undoes it depends on the version and the scope', () => {
  test.each([
    ['30.5.2', "  afterEach(() => { jest.unstable_unmockModule('./config.js'); jest.resetModules(); });"],
    ['29.7.0', "  jest.unstable_mockModule('./config.js', ...);"],
    [null, "  afterEach(() => { jest.unstable_unmockModule('./config.js'); jest.resetModules(); });"],
  ])('an ES module on Jest %s', (jest, code) => {
    const leak = leakOf(
      { ...DO_MOCK, key: 'src/config.js', call: 'jest.unstable_mockModule', esm: true },
      'mock-registered/esm-mock',
    );
    expect(recipeFor(leak, { jest }).fix[1]).toBe(code);
  });

  test('automock switched off is switched on again', () => {
    const leak = leakOf({ ...DO_MOCK, key: 'automock', call: 'jest.disableAutomock' }, 'mock-registered/automock');
    expect(recipeFor(leak, JEST).fix).toEqual([
      'At the top level of the file, take it back and drop what was loaded with it:',
      '  afterEach(() => { jest.enableAutomock(); jest.resetModules(); });',
    ]);
  });

  test.each([
    ['beforeEach', 'afterEach'],
    ['beforeAll', 'afterAll'],
    [null, 'afterAll'],
  ] as const)('the %s of a describe block is undone in its %s', (hook, undo) => {
    const scopes = [scope({ type: 'describe', name: 'cart', hook })];
    const leak = leakOf(DO_MOCK, 'mock-registered/mock-in-describe-hook', { scopes });
    expect(recipeFor(leak, JEST).fix.at(-1)).toBe(`  ${undo}(() => { jest.dontMock('./config'); });`);
  });

  test('a source module at its top level has no hooks', () => {
    const leak = leakOf(
      { kind: 'core-module-mutated', key: 'fs.promises.readFile', file: 'src/patch.js', call: null },
      'core-module-mutated/assignment',
      { scopes: [scope({ type: 'file', name: null })] },
    );
    expect(recipeFor(leak, JEST).fix).toEqual([
      'Let Jest make the change: it takes its own back at the end of every file.',
      "  jest.spyOn(fs.promises, 'readFile').mockImplementation(...);",
      "For a value that is not a function: jest.replaceProperty(fs.promises, 'readFile', ...).",
      'If tests import src/patch.js: move the change into a function that they call, and undo it in their afterAll.',
    ]);
  });

  test.each([
    ['reset-in-test', "  await freshModules(async () => { const fresh = await import('./counter.js'); ... });"],
    ['reset-as-cleanup', "  await freshModules(async () => { const fresh = await import('./counter.js'); ... });"],
    ['reset-in-describe-hook', "    await freshModules(async () => { fresh = await import('./counter.js'); });"],
    [
      'reset-inside-isolate',
      '  await freshModules(async () => { await import(...); jest.resetModules(); await import(...); });',
    ],
  ])('an ES module has no require: %s', (form, code) => {
    const options = {
      kind: 'module-purged',
      key: 'registry',
      file: 'src/a.test.js',
      call: 'jest.resetModules',
    } as const;
    const modules = [{ path: 'src/counter.js', effect: 'removed' as const }];
    const fix = (module: 'esm' | null) =>
      recipeFor(leakOf(options, `module-purged/${form}`, { modules, module }), JEST).fix;
    expect(fix('esm')).toContain(code);
    expect(fix('esm').join()).not.toContain('require');
    expect(fix(null).join()).not.toContain('import(');
  });

  test('a package', () => {
    const leak = leakOf(
      { kind: 'core-module-mutated', key: 'fs.stat', file: 'node_modules/x', call: null },
      'core-module-mutated/assignment',
    );
    expect(recipeFor(leak, JEST)).toMatchObject({
      fix: [
        expect.stringContaining('The package x does it.'),
        '  npx jest-hermetic accept node_modules/x core-module-mutated "fs.stat" --reason "..."',
      ],
      why: null,
    });
  });

  test('what was there before', () => {
    const leak = leakOf({ ...DO_MOCK, kind: 'process-state', key: 'process.cwd' }, 'process-state/cwd', {
      owner: OUTSIDE_OWNER,
      candidates: ['b.test.js'],
    });
    expect(recipeFor(leak, JEST).fix).toEqual([
      'It was there before the file began. Guard the files that ran before (b.test.js), to see which one it is.',
    ]);
  });
});

describe('a mock without a factory', () => {
  const automock = { jest: '30.5.2', sourceLine: "  jest.doMock('./config');" };

  test('is shown without one', () => {
    expect(recipeFor(leakOf(DO_MOCK, 'mock-registered/doMock-in-test'), automock).fix).toContain(
      "  freshModules(() => { jest.doMock('./config'); /* require what needs the mock */ });",
    );
    const scopes = [scope({ type: 'describe', name: 'cart', hook: 'beforeEach' })];
    const inHook = leakOf(DO_MOCK, 'mock-registered/mock-in-describe-hook', { scopes });
    expect(recipeFor(inHook, automock).fix).toContain("    jest.doMock('./config');");
  });

  test('at the top of the file is made again by Jest', () => {
    expect(recipeFor(leakOf(DO_MOCK, 'mock-registered/mock-over-top-level-mock'), JEST).fix).toContain(
      "  afterEach(() => { jest.doMock('./config', () => jest.createMockFromModule('./config')); jest.resetModules(); });",
    );
  });
});

test('what a command needs behind -- is at its end', () => {
  const leak = leakOf(
    { kind: 'core-module-mutated', key: 'fs.stat', file: 'node_modules/x', call: null },
    'core-module-mutated/assignment',
  );
  expect(recipeFor(leak, { jest: null, jestArguments: '-c unit.js' }).fix[1]).toBe(
    '  npx jest-hermetic accept node_modules/x core-module-mutated "fs.stat" --reason "..." -- -c unit.js',
  );
});

describe('a property, by what it was before', () => {
  const fixOf = (was: string | null, recipe = 'core-module-mutated/assignment', scopes = [scope({})]) =>
    recipeFor(
      leakOf({ kind: 'core-module-mutated', key: 'os.x', file: 'a.test.js', call: null }, recipe, { was, scopes }),
      JEST,
    ).fix;

  test.each([
    ['function x', "  jest.spyOn(os, 'x').mockImplementation(...);"],
    ['a mock function', "  jest.spyOn(os, 'x').mockImplementation(...);"],
    ['"a function"', "  jest.replaceProperty(os, 'x', ...);"],
  ])('%s', (was, call) => {
    expect(fixOf(was)).toEqual([
      'Let Jest make the change, and take it back at the top level of the file:',
      call,
      '  afterEach(() => { jest.restoreAllMocks(); });',
    ]);
  });

  test('a value, in a hook of a describe block', () => {
    expect(fixOf('1', undefined, [scope({ type: 'describe', name: 'd', hook: 'beforeEach' })])).toEqual([
      'Let Jest make the change. In the same describe block:',
      '  let change;',
      "  beforeEach(() => { change = jest.replaceProperty(os, 'x', ...); });",
      '  afterEach(() => { change.restore(); });',
    ]);
  });

  test.each(['core-module-mutated/assignment', 'core-module-mutated/defined'])('nothing, %s', (recipe) => {
    expect(fixOf('absent', recipe).slice(0, 2)).toEqual([
      'At the top level of the file, take away what was not there before:',
      '  afterEach(() => { delete os.x; });',
    ]);
  });
});

test.each([
  ['0o077', 'The umask is still another one (0o077) after this test, but no other test ran under it.'],
  [null, 'The umask is still another one after this test, but no other test ran under it.'],
])('a umask of %s', (is, sentence) => {
  const leak = leakOf(
    { kind: 'process-state', key: 'process.umask', file: 'a.test.js', call: null },
    'process-state/umask',
    { is },
  );
  expect(recipeFor(leak, JEST).sentence).toBe(sentence);
});

test.each([
  ['dns.getServers()', 'dns.setServers(saved)'],
  ['dns.promises.getServers()', 'dns.promises.setServers(saved)'],
  ['stream.getDefaultHighWaterMark(true)', 'stream.setDefaultHighWaterMark(true, saved)'],
])('the setting %s', (key, call) => {
  const options = { kind: 'core-module-mutated', key, file: 'a.test.js', call: null } as const;
  const { sentence, fix } = recipeFor(leakOf(options, 'core-module-mutated/assignment', { was: 'an array' }), JEST);
  expect(sentence).toBe(`${key} was overwritten and still is after this test, but no other test ran under it.`);
  expect(fix).toEqual([
    'At the top level of the file, keep it and set it again:',
    `  const saved = ${key};`,
    `  afterEach(() => { ${call}; });`,
  ]);
});
