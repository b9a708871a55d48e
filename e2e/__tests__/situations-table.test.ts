import type { FoundLeak } from '@jest-hermetic/leak-record';
import { compareLeaks } from '../situations/compare';
import { groupAll } from '../situations/groups';
import { lineOf, placeAll, type Placed } from '../situations/place';
import { byTest, inTest, mockLeak, type Situation } from '../situations/situation';

const PLACED = placeAll();

test('no two situations have the same folder', () => {
  const folders = PLACED.map(({ folder }) => folder);
  expect(folders.filter((folder, index) => folders.indexOf(folder) !== index)).toEqual([]);
});

test('every situation is in exactly one group', () => {
  const grouped = groupAll(PLACED).flatMap(({ situations }) => situations.map(({ folder }) => folder));
  expect(grouped.sort()).toEqual(PLACED.map(({ folder }) => folder).sort());
});

test.each(PLACED)('$folder: every mark is on one line, every owner is a file', (situation) => {
  for (const mark of marksIn(situation)) expect(lineOf(mark, situation)).toMatch(/^\.\/.+:\d+$/);
  for (const { owner = './a.test.js' } of situation.leaks) {
    if (owner.startsWith('./')) expect(Object.keys(situation.files)).toContain(owner.slice(2));
  }
});

describe('compareLeaks', () => {
  const [situation] = placeAll([{ name: 'topic', situations: [sample()] }]) as [Placed];
  const found = foundLeak();

  test('a leak as expected is equal, whatever the fields that were not asked for', () => {
    const { expected, found: seen } = compareLeaks(situation, [found]);
    expect(seen).toEqual(expected);
  });

  test.each<[string, FoundLeak[]]>([
    ['none', []],
    ['another line', [{ ...found, site: { file: 'topic/sample/a.test.js', line: 3, column: 1 } }]],
    ['another grade', [{ ...found, grade: 'escaped' }]],
    ['another scope', [{ ...found, scopes: found.scopes.map((scope) => ({ ...scope, name: 'two' })) }]],
    ['no receipt', [{ ...found, scopes: found.scopes.map((scope) => ({ ...scope, observedBy: [] })) }]],
    ['another file', [{ ...found, owner: 'topic/sample/b.test.js' }]],
    ['one more', [found, { ...found, key: 'topic/sample/src/more.js', grade: 'latent' }]],
  ])('%s is not equal', (_, leaks) => {
    const { expected, found: seen } = compareLeaks(situation, leaks);
    expect(seen).not.toEqual(expected);
  });

  test('another latent leak is nothing where the contract leaves it open', () => {
    const more: FoundLeak = { ...found, key: 'topic/sample/src/more.js', grade: 'latent' };
    const open = { ...situation, latentToo: true };
    const equal = compareLeaks(open, [found, more]);
    expect(equal.found).toEqual(equal.expected);
    const unequal = compareLeaks(open, [found, { ...more, grade: 'escaped' }]);
    expect(unequal.found).not.toEqual(unequal.expected);
  });

  test('leaks of other situations are left out', () => {
    const { expected, found: seen } = compareLeaks(situation, [
      found,
      { ...found, owner: 'topic/sample-twin/a.test.js', site: null, key: 'os' },
    ]);
    expect(seen).toEqual(expected);
  });
});

function marksIn({ leaks }: Situation): string[] {
  return leaks.flatMap(({ at, via, scopes = [] }) => [
    at,
    ...(via ? [via] : []),
    ...scopes.flatMap(({ ownerAt, observedBy = [] }) => [
      ...(ownerAt ? [ownerAt] : []),
      ...observedBy.flatMap(({ from }) => (from ? [from] : [])),
    ]),
  ]);
}

function sample(): Situation {
  return {
    name: 'sample',
    files: { 'a.test.js': `jest.doMock('./src/env'); // @mock\nrequire('./src/env'); // @load` },
    leaks: [
      mockLeak({ grade: 'observed', at: '@mock', scopes: [inTest('one', { observedBy: [byTest('two', '@load')] })] }),
    ],
  };
}

function foundLeak(): FoundLeak {
  const site = { file: 'topic/sample/a.test.js', line: 1, column: 6 };
  const receipt = { ...byTest('two'), file: site.file, from: { ...site, line: 2 } };
  return {
    owner: site.file,
    kind: 'mock-registered',
    key: 'topic/sample/src/env.js',
    grade: 'observed',
    site,
    siteIs: 'call',
    via: null,
    call: 'jest.doMock',
    virtual: false,
    module: 'cjs',
    scopes: [{ ...inTest('one'), ownerSite: site, escapedTo: null, observedBy: [receipt] }],
    candidates: [],
    modules: [],
    was: null,
    is: null,
    allowed: null,
    recipe: 'mock-registered/doMock-in-test',
  };
}
