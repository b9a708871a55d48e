import type { Leak, LeakScope, Report } from '@jest-hermetic/leak-record';
import chalk from 'chalk';
import { sampleEntry, sampleFile, sampleLeak, sampleReceipt, sampleReport, sampleScope } from '../testing/samples';
import { renderProblems, renderTerminal, type TerminalOptions } from './render-terminal';

const SOURCES: Record<string, string> = {
  'src/cart.test.ts': `test('applies the discount', () => {
  jest.setMock('./config', { discount: 0.5 });
  const { total } = require('./cart');
});
`,
  'src/page.test.ts': '/** @jest-environment jsdom */\n',
};
const plain = new chalk.Instance({ level: 0 });

function render(report: Report, options: Partial<TerminalOptions> = {}): string {
  return renderTerminal(report, {
    columns: 100,
    color: plain,
    sources: (path) => SOURCES[path] ?? null,
    verbose: false,
    ...options,
  });
}

test('where only who executed is known, the command that finds the line', () => {
  const scoped = sampleLeak({ kind: 'core-module-mutated', key: 'os.arch', siteIs: 'scope', call: null });
  const text = (leak: Leak): string => render(sampleReport({ leaks: [leak] }));
  expect(text(scoped)).toContain('   exact line    npx jest-hermetic trace src/cart.test.ts\n');
  expect(text({ ...scoped, siteIs: 'value' })).not.toContain('jest-hermetic trace');
  expect(text({ ...scoped, kind: 'host-require-cache' })).not.toContain('jest-hermetic trace');
});

test('where one of several made it, all are named and the whole file is to be run', () => {
  const names = Array.from({ length: 12 }, (_, index) => `t${index}`);
  const leak = sampleLeak({ scopes: [sampleScope({ name: 't11' })], candidates: names });
  const text = render(sampleReport({ leaks: [leak] }));
  expect(text).toContain(' NEW  src/cart.test.ts › t11 (or one of 11 others)\n');
  expect(text).toMatch(/ {3}one of {8}t0\n/);
  expect(text).toContain(' +2 more\n');
  const file = sampleLeak({
    scopes: [sampleScope({ type: 'file', name: null })],
    candidates: ['top-level code', 't0', 't1'],
  });
  expect(render(sampleReport({ leaks: [file] }))).toContain('› top level (or one of 2 others)\n');
});

const NEW = sampleReport({
  leaks: [sampleLeak()],
  files: [
    sampleFile('src/cart.test.ts'),
    sampleFile('src/page.test.ts', { guarded: false, unexercisedBecause: 'it ran under another environment' }),
  ],
  baseline: {
    entries: 4,
    new: [sampleEntry()],
    known: ['a', 'b', 'c'].map((key, index) => sampleEntry({ key, owner: index < 2 ? 'x.test.ts' : 'y.test.ts' })),
    fixed: [
      sampleEntry({
        owner: 'test/setup.ts',
        kind: 'core-module-mutated',
        key: 'fs.readFileSync',
        line: 14,
        because: 'test/setup.ts ran in 42 files and fs.readFileSync was as before after each',
      }),
    ],
  },
});

const NEW_TEXT = ` LEAKS  1 new · 1 stale · 3 known                                                  leak-baseline.txt

 NEW  src/cart.test.ts › cart applies the discount
   jest.setMock('./config') is still registered after this test, and 2 later tests received it.
   mock-registered, observed

   at src/cart.test.ts:2:8
      1 | test('applies the discount', () => {
    > 2 |   jest.setMock('./config', { discount: 0.5 });
        |        ^
      3 |   const { total } = require('./cart');

   received by   cart is empty    loaded at src/cart.ts:3
                 cart rounds up   loaded at src/cart.ts:3
   fix           There is no unsetMock, and jest.resetModules() keeps registrations; jest.dontMock()
                 takes it back.
                 At the top level of the file, take it back and drop what was loaded with it:
                   afterEach(() => { jest.dontMock('./config'); jest.resetModules(); });
   reproduce     npx jest src/cart.test.ts -t '^(cart applies the discount|cart is empty)$'
   more          npx jest-hermetic explain mock-registered

 STALE  leak-baseline.txt:14  test/setup.ts core-module-mutated fs.readFileSync
   fixed: test/setup.ts ran in 42 files and fs.readFileSync was as before after each
   do            npx jest-hermetic prune

 known  3 leaks of 2 files, as listed.
 unguarded  1 file (src/page.test.ts): for @jest-environment jsdom write @jest-environment
            jest-hermetic/jsdom

 1 new (fix it, or: npx jest-hermetic accept src/cart.test.ts --reason "...") · 1 stale (npx jest-hermetic prune)
`;

test('new, stale, known and unguarded', () => {
  expect(render(NEW)).toBe(NEW_TEXT);
});

test('colour changes no word', () => {
  const coloured = render(NEW, { color: new chalk.Instance({ level: 1 }) });
  expect(coloured).not.toBe(NEW_TEXT);
  // eslint-disable-next-line no-control-regex -- escape sequences begin with a control character
  expect(coloured.replace(/\u001B\[\d+m/g, '')).toBe(NEW_TEXT);
});

test('only stale: kind words, and the command', () => {
  const because = 'src/old.test.ts does not exist any more';
  const gone = [sampleEntry({ owner: 'src/old.test.ts', line: 2, allowed: 1, because })];
  const moved = [sampleEntry({ line: 3, movedTo: 'test/cart.test.ts', because: 'git knows it as its new name' })];
  expect(render(sampleReport({ baseline: { entries: 2, gone, moved } }))).toBe(
    ` LEAKS  2 stale                                                                    leak-baseline.txt

 STALE  leak-baseline.txt:2  src/old.test.ts mock-registered src/config.ts
   gone: src/old.test.ts does not exist any more
 STALE  leak-baseline.txt:3  src/cart.test.ts mock-registered src/config.ts
   moved: the leak is now of test/cart.test.ts: git knows it as its new name.
   do            npx jest-hermetic prune

 Nothing new leaked, and something was fixed. Take their lines off the list: npx jest-hermetic prune
`,
  );
});

test('grown: one site more than the baseline allows, in force while another test ran', () => {
  const leak = sampleLeak({
    kind: 'process-state',
    key: 'process.cwd',
    recipe: 'process-state/cwd',
    call: 'process.chdir',
    grade: 'escaped',
    verdict: 'grown',
    scopes: [sampleScope(), sampleScope({ name: 'x' })],
    reproduce: null,
  });
  const grown = [sampleEntry({ kind: 'process-state', key: 'process.cwd', allowed: 1, sites: 2, line: 2 })];
  expect(render(sampleReport({ leaks: [leak], baseline: { entries: 1, grown } }))).toBe(
    ` LEAKS  1 grown                                                                    leak-baseline.txt

 GROWN  src/cart.test.ts › cart applies the discount (+1 more)
   The working directory is still another one after 2 tests, and a later test ran under it.
   process-state, escaped
   leak-baseline.txt:2 allows 1 site of it, and 2 leak now. One of them is too many.

   at src/cart.test.ts:2:8
      1 | test('applies the discount', () => {
    > 2 |   jest.setMock('./config', { discount: 0.5 });
        |        ^
      3 |   const { total } = require('./cart');

   ran under it  cart is empty
   fix           Jest does not restore the working directory, not even between files.
                 At the top level of the file, keep it and put it back:
                   const cwd = process.cwd();
                   afterEach(() => { process.chdir(cwd); });
   more          npx jest-hermetic explain process-state

 1 grown (fix it, or: npx jest-hermetic accept src/cart.test.ts --reason "...")
`,
  );
});

test('clean, with no baseline: one line', () => {
  expect(render(sampleReport())).toBe(' LEAKS  none in 1 file\n');
});

test('everything else that a run may have to say', () => {
  const unexercised = [
    sampleEntry({ owner: 'a.test.ts', because: '-t was set' }),
    sampleEntry({ owner: 'b.test.ts', because: '-t was set' }),
  ];
  const report = sampleReport({
    files: [
      sampleFile('src/cart.test.ts', { watched: { modules: 0, acts: 0 } }),
      sampleFile('src/menu.test.ts', { watched: { modules: 0, acts: 0 }, unobservable: ['module-purged'] }),
      sampleFile('src/crash.test.ts', {
        guarded: false,
        unexercisedBecause: 'it could not be run to its end: out of memory',
      }),
    ],
    leaks: [
      sampleLeak({
        owner: '(outside)',
        kind: 'process-state',
        key: 'process.umask',
        verdict: 'unattributed',
        candidates: ['a.js', 'b.js'],
      }),
      sampleLeak({ verdict: 'allowed', allowed: 'PROJ-1' }),
      sampleLeak({ verdict: 'below-gate', grade: 'latent' }),
    ],
    advice: [
      {
        kind: 'require-cache-ineffective',
        owner: 'a.test.js',
        key: 'src/x.js',
        site: { file: 'a.test.js', line: 4, column: 1 },
        instead: 'jest.isolateModules(...)',
      },
    ],
    ignored: 2,
    problems: ['leak-baseline.txt:3: this is wrong.\nThe file was left alone.'],
    baseline: { unexercised },
  });
  const text = ` LEAKS  none in 3 files, of which 1 did not run to its end

 not judged  src/crash.test.ts: it could not be run to its end: out of memory.
 not judged  2 entries of a.test.ts, b.test.ts: -t was set.
 unattributed  process-state process.umask was there before the file began: it may be a.js or b.js.
 unobservable  module-purged in 1 file: this Jest does not let it be seen, so it is not known to be
               clean. jest-hermetic knows Jest 29.7 to 30.5 with its own runtime. With another one,
               update jest-hermetic or report it.
 nothing seen  1 file ran and not one watched module was loaded: that proves nothing. Does
               testEnvironmentOptions.hermetic.watch match your sources?
 advice  a.test.js:4: Jest ignores what is done to require.cache, so this does nothing to src/x.js.
         Write jest.isolateModules(...)
 ignored  2 leaks by the ignore option.
 allowed  1 leak of 1 file, allowed by an opt-out with a reason.
 note  An opt-out covered nothing.
 problem  leak-baseline.txt:3: this is wrong.
          The file was left alone.
`;
  expect(render(report, { notes: ['An opt-out covered nothing.'] })).toBe(text);
  expect(render(report, { verbose: true })).toContain(
    ' below gate  src/cart.test.ts:2 mock-registered src/config.ts, latent\n',
  );
});

test('a Jest that is not known: nothing is called clean, and what to do', () => {
  const unobservable = ['module-purged', 'mock-registered', 'export-mutated'] as const;
  const watched = { modules: 0, acts: 0 };
  const files = [sampleFile('src/cart.test.ts', { watched, unobservable: [...unobservable] })];
  expect(render(sampleReport({ files }))).toBe(
    ` LEAKS  none seen in 1 file; module-purged, mock-registered and export-mutated could not be watched

 unobservable  module-purged in 1 file, mock-registered in 1 file, export-mutated in 1 file: this
               Jest does not let it be seen, so it is not known to be clean. jest-hermetic knows
               Jest 29.7 to 30.5 with its own runtime. With another one, update jest-hermetic or
               report it.
`,
  );
});

test.each([
  ['node', 'jest-hermetic'],
  ['jest-environment-jsdom', 'jest-hermetic/jsdom'],
  [
    'jest-fixed-jsdom',
    "./hermetic-environment.js, a file in rootDir with: module.exports = require('jest-hermetic').createEnvironment(require('jest-fixed-jsdom'))",
  ],
])('for @jest-environment %s it says to write %s', (environment, instead) => {
  const unexercisedBecause = `it ran under another environment (@jest-environment ${environment})`;
  const files = [sampleFile('a.test.ts'), sampleFile('src/page.test.ts', { guarded: false, unexercisedBecause })];
  const text = render(sampleReport({ files }), { sources: () => `/** @jest-environment ${environment} */` });
  expect(text.replace(/\s*\n\s+/g, ' ')).toContain(
    `for @jest-environment ${environment} write @jest-environment ${instead}`,
  );
});

test('files without their record are one line for each reason', () => {
  const lost = (path: string, unexercisedBecause: string) => sampleFile(path, { guarded: false, unexercisedBecause });
  const files = [
    sampleFile('src/cart.test.ts'),
    lost('a', 'its record is not there'),
    lost('b', 'its record is not there'),
    lost('c', 'it could not be run to its end: x.'),
  ];
  expect(render(sampleReport({ files }))).toBe(` LEAKS  none in 2 files, of which 1 did not run to its end

 not judged  2 files (a, ...): its record is not there.
 not judged  c: it could not be run to its end: x.
`);
});

test('a call in a helper: the line of the owner that called it', () => {
  const site = { file: 'test/mocks.ts', line: 3, column: 8 };
  const at = (line: number) => sampleScope({ ownerSite: { file: 'src/cart.test.ts', line, column: 3 } });
  const text = (scopes: LeakScope[], place = site) =>
    render(sampleReport({ leaks: [sampleLeak({ site: place, scopes })] }));
  expect(text([at(5)])).toContain('\n   called at     src/cart.test.ts:5:3\n');
  expect(text([at(5), at(9), at(5)])).toContain('\n   called at     src/cart.test.ts:5:3 (+1 more)\n');
  expect(text([at(5)], { file: 'src/cart.test.ts', line: 5, column: 8 })).not.toContain('called at');
});

test('what one call did to the process is one block with all its keys', () => {
  const leaks = ['close', 'error', 'finish', 'unpipe'].map((event) =>
    sampleLeak({ kind: 'process-state', key: `process.stderr:${event}`, recipe: 'process-state/listener' }),
  );
  const added = leaks.map(({ kind, key }) => sampleEntry({ kind, key }));
  const text = render(sampleReport({ leaks, baseline: { new: added } }));
  expect(text).toContain(' LEAKS  4 new ');
  expect(text.match(/^ NEW /gm)).toHaveLength(1);
  expect(text).toContain(
    '\n   keys          process.stderr:close, process.stderr:error, process.stderr:finish,\n' +
      '                 process.stderr:unpipe\n',
  );
});

test('the commands name the config of the run', () => {
  const lines = render(NEW, { jestArguments: '-c unit.js' }).split('\n');
  expect(lines.filter((line) => line.includes('npx jest-hermetic')).map((line) => line.trim())).toEqual([
    'more          npx jest-hermetic explain mock-registered',
    'do            npx jest-hermetic prune -- -c unit.js',
    '1 new (fix it, or: npx jest-hermetic accept src/cart.test.ts --reason "..." -- -c unit.js) · ' +
      '1 stale (npx jest-hermetic prune -- -c unit.js)',
  ]);
});

test('ten of what is listed one by one are shown', () => {
  const leaks = Array.from({ length: 12 }, (_, index) => sampleLeak({ key: `src/${index}.ts`, verdict: 'known' }));
  const text = render(sampleReport({ leaks, baseline: { known: leaks.map(({ key }) => sampleEntry({ key })) } }), {
    verbose: true,
  });
  expect(text.match(/^ known /gm)).toHaveLength(12);
  expect(text).toContain('\n known  +2 more\n');
});

test('problems alone', () => {
  const style = { columns: 100, color: plain };
  expect(renderProblems(sampleReport({ problems: ['a\nb', 'c'] }), style)).toBe(
    ' problem  a\n          b\n problem  c\n',
  );
  expect(renderProblems(NEW, style)).toBe('');
});

test('no file was guarded: what to write', () => {
  const files = [sampleFile('a.test.js', { guarded: false, unexercisedBecause: 'it ran under another environment' })];
  expect(render(sampleReport({ files }))).toBe(` LEAKS  nothing was judged

 No test file ran under jest-hermetic, so nothing was judged. In the Jest config write:
     testEnvironment: 'jest-hermetic',   // or 'jest-hermetic/jsdom'
`);
});

test('ten of a group are shown, and how many more there are', () => {
  const leaks = Array.from({ length: 12 }, (_, index) => sampleLeak({ key: `src/${index}.ts`, site: null }));
  const text = render(sampleReport({ leaks, baseline: { new: leaks.map(({ key }) => sampleEntry({ key })) } }));
  expect(text.match(/^ NEW /gm)).toHaveLength(10);
  expect(text).toContain('\n   +2 more\n');
  expect(text).toContain(' LEAKS  12 new ');
});

test('receivers in hooks, in other files and in a retry are named', () => {
  const observedBy = [
    sampleReceipt(null, { hook: 'beforeAll', describe: 'cart' }),
    sampleReceipt(null, { hook: 'beforeEach', from: null }),
    sampleReceipt('cart applies the discount', { sameTestRetry: true, from: null }),
    sampleReceipt('other', { file: 'src/other.test.ts', from: null }),
  ];
  const report = sampleReport({ leaks: [sampleLeak({ scopes: [sampleScope({ observedBy })] })] });
  const lines = render(report, { columns: 120 }).split('\n');
  const start = lines.findIndex((line) => line.startsWith('   received by'));
  expect(lines.slice(start, start + 4).map((line) => line.trim())).toEqual([
    expect.stringMatching(/^received by {3}beforeAll of describe cart +loaded at src\/cart\.ts:3$/),
    'beforeEach of the file',
    'cart applies the discount (a retry of the same test: its pass proves nothing)',
    'other (src/other.test.ts)',
  ]);
});
