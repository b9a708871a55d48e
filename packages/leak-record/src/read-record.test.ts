import type { FileRecord } from './index';
import { readRecord } from './read-record';

const record: FileRecord = {
  version: 1,
  tool: '0.1.0',
  jest: null,
  node: '20.20.2',
  rootDir: '/project',
  path: 'a.test.js',
  worker: '12-0',
  ordinal: 0,
  endedAt: 1700000000000,
  exercised: false,
  unexercisedBecause: 'a test failed',
  tests: 2,
  watched: { modules: 3, acts: 1 },
  unobservable: [{ kind: 'module-purged', reason: 'unknown runtime' }],
  leaks: [
    {
      owner: 'a.test.js',
      kind: 'mock-registered',
      key: 'src/config.js',
      grade: 'observed',
      site: { file: 'a.test.js', line: 12, column: 8 },
      siteIs: 'call',
      via: null,
      call: 'jest.doMock',
      virtual: false,
      module: 'cjs',
      scopes: [
        {
          type: 'test',
          name: 'cart applies the discount',
          hook: null,
          ownerSite: { file: 'a.test.js', line: 12, column: 8 },
          escapedTo: { test: 'cart is empty', file: 'a.test.js' },
          observedBy: [
            { test: null, describe: 'cart', hook: 'beforeAll', sameTestRetry: false, file: 'a.test.js', from: null },
          ],
        },
      ],
      candidates: [],
      modules: [{ path: 'react', effect: 'replaced' }],
      was: null,
      is: null,
      allowed: null,
      recipe: 'mock-registered/doMock-in-test',
    },
  ],
  contained: [0],
  ignored: 1,
  ignoresUsed: [0],
  advice: [{ kind: 'require-cache-ineffective', owner: 'a.test.js', key: 'src/x.js', site: null, instead: 'x' }],
  unusedAllows: [{ kind: 'process-state', key: null, reason: 'x', site: { file: 'a.test.js', line: 1 } }],
  evaluated: ['test/setup.js'],
  faults: [{ while: 'diffing', message: 'boom', stack: null }],
  errors: [{ message: 'unknown option', file: null, line: null }],
  gate: 'escaped',
};

const read = (value: unknown): string => {
  const result = readRecord(JSON.stringify(value), 'out/1.record.json');
  return 'error' in result ? result.error : 'accepted';
};

test('a full record is read back as it was written', () => {
  expect(readRecord(JSON.stringify(record), 'x')).toEqual({ record });
});

test('a record without the optional part is read too', () => {
  const { contained, ...rest } = record;
  expect(contained).toEqual([0]);
  expect(readRecord(JSON.stringify(rest), 'x')).toEqual({ record: rest });
});

test('a record cut anywhere is refused with the file name and the remedy', () => {
  const text = JSON.stringify(record);
  for (let length = 0; length < text.length; length += 7) {
    const result = readRecord(text.slice(0, length), 'out/1.record.json');
    expect(result).toEqual({ error: expect.stringMatching(/^out\/1\.record\.json: .*Run Jest again/s) as unknown });
  }
});

test.each<[string, object, RegExp]>([
  ['another version', { version: 2 }, /has version 2, but this jest-hermetic reads version 1/],
  ['an unknown kind', { unobservable: [{ kind: 'mock', reason: '' }] }, /unobservable\[0\]\.kind is "mock"; allowed:/],
  ['an unknown grade', { leaks: [{ ...record.leaks[0], grade: 'seen' }] }, /leaks\[0\]\.grade is "seen"/],
  ['a line 0', { leaks: [{ ...record.leaks[0], site: { file: 'a', line: 0, column: 1 } }] }, /site\.line is 0/],
  ['a text for a number', { tests: '2' }, /tests is "2"; allowed: a whole number from 0 up/],
  ['a property too many', { test: 2 }, /test is not known here; .*Did you mean "tests"\?/],
  ['two faults', { tests: -1, ordinal: null }, /ordinal is null; .* \(and 1 more\)/],
])('%s is refused', (_name, change, words) => {
  expect(read({ ...record, ...change })).toMatch(words);
});

test.each([[null], [[]], [3], ['x']])('%j is no record', (value) => {
  expect(read(value)).toMatch(/this record is damaged:/);
});

test('every property but the optional one is required', () => {
  const missing = Object.keys(record).filter((key) => read({ ...record, [key]: undefined }) === 'accepted');
  expect(missing).toEqual(['contained']);
});
