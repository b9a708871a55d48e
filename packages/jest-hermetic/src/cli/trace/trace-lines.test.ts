import type { TracedWrite } from '@jest-hermetic/leak-record';
import { leak } from '../testing/reports';
import type { TracedKey } from './plan-trace';
import { describeExact, describeTraced } from './trace-lines';

const SOURCE = 'const x = 1;\nx.level = 5;\n';
const sources = (path: string): string | null => (path === 'a.test.js' ? SOURCE : null);
const exported = leak({ kind: 'export-mutated', key: 'src/x.js#level', grade: 'latent', siteIs: 'scope', call: null });

function key(given: Partial<TracedWrite>, rest: Partial<TracedKey> = {}): TracedKey {
  const write: TracedWrite = {
    kind: 'export-mutated',
    key: 'src/x.js#level',
    site: { file: 'a.test.js', line: 2, column: 3 },
    via: null,
    calledAt: { file: 'a.test.js', line: 2, column: 3 },
    by: 'tests',
    scope: { type: 'test', name: 'one', hook: null },
    was: '1',
    is: '5',
    ...given,
  };
  return { leak: exported, writes: [{ write, scopes: [write.scope] }], others: 0, unwatched: null, ...rest };
}

test('who wrote, where, and that plain data counts now', () => {
  expect(describeTraced(key({}), sources)).toEqual([
    ' export-mutated  src/x.js#level',
    '   written by test code in test "one": 1 -> 5',
    '   at a.test.js:2:3',
    '      1 | const x = 1;',
    '    > 2 | x.level = 5;',
    '        |   ^',
    '      3 |',
    '   Test code wrote it, so it is a leak: put it back.',
    '',
  ]);
});

test('a module that sets its own export leaks nothing; its caller is named', () => {
  const lines = describeTraced(
    key({ by: 'module', site: { file: 'src/x.js', line: 7, column: 1 } }, { others: 1 }),
    sources,
  );
  expect(lines).toEqual([
    ' export-mutated  src/x.js#level',
    '   written by the module\'s own code in test "one": 1 -> 5',
    '   at src/x.js:7:1',
    '   called at a.test.js:2:3',
    '   It is its own setter, counter or cache: no leak.',
    '   and 1 other write that did not leave it',
    '',
  ]);
});

test.each<[title: string, given: TracedKey, line: string]>([
  ['nothing was seen', key({}, { writes: [] }), '   not named: nothing wrote it in this run'],
  ['it could not be watched', key({}, { writes: [], unwatched: 'it is fixed' }), '   not named: it is fixed'],
  [
    'only the result was seen',
    key({ site: null, by: null, scope: { type: 'describe', name: 'cart', hook: 'afterAll' } }),
    '   changed in afterAll of describe "cart", by a delete or from outside the sandbox: no line is known',
  ],
  [
    'code of another module',
    key({ by: 'source', site: { file: 'src/y.js', line: 7, column: 1 } }),
    '   written by code of another source module in test "one": 1 -> 5',
  ],
  [
    'code of the owner',
    key(
      { by: 'source', site: { file: 'src/y.js', line: 7, column: 1 }, scope: { type: 'file', name: null, hook: null } },
      { leak: { ...exported, owner: 'src/y.js' } },
    ),
    "   written by the owner's own code in top-level code: 1 -> 5",
  ],
  [
    'code of a package',
    key({
      by: 'package',
      via: { file: 'a.test.js', line: 1, column: 1 },
      site: { file: 'node_modules/p/i.js', line: 1, column: 2 },
    }),
    '   at node_modules/p/i.js:1:2, through a.test.js:1:1',
  ],
  [
    'top-level code',
    key({ scope: { type: 'file', name: null, hook: null } }),
    '   written by test code in top-level code: 1 -> 5',
  ],
])('%s', (_title, given, line) => {
  expect(describeTraced(given, sources)).toContain(line);
});

test('a call needs no second run', () => {
  expect(describeExact(leak({ key: 'src/x.js' }))).toBe(
    ' mock-registered  src/x.js  at a.test.js:3:1, the call of jest.doMock',
  );
});
