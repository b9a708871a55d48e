import { isJestFile, selectFrames } from './user-frames';

const frame = (file: string, line = 1) => ({ file, line, column: 1 });
const isOurs = (file: string) => file.startsWith('/tool/');

const select = (files: string[], ownerFile: string | null = '/r/a.test.ts') =>
  selectFrames(
    files.map((file, index) => frame(file, index)),
    { ownerFile, isOurs },
  );

describe('selectFrames', () => {
  test('the first frame in user code is the site, and the innermost in the owner file the owner', () => {
    expect(
      select([
        '/tool/dist/act.js',
        'node:internal/modules/cjs/loader',
        '/r/node_modules/jest-mock/build/index.js',
        '/r/helper.ts',
        '/r/a.test.ts',
        '/r/a.test.ts',
        '/r/node_modules/jest-circus/build/index.js',
      ]),
    ).toEqual({ site: frame('/r/helper.ts', 3), via: null, owner: frame('/r/a.test.ts', 4) });
  });

  test('a site in node_modules has the nearest frame outside as via', () => {
    expect(
      select([
        '/r/node_modules/sinon/lib/a.js',
        '/r/node_modules/other/b.js',
        '/r/node_modules/jest-each/build/index.js',
        '/r/a.test.ts',
        '/r/b.ts',
      ]),
    ).toEqual({
      site: frame('/r/node_modules/sinon/lib/a.js', 0),
      via: frame('/r/a.test.ts', 3),
      owner: frame('/r/a.test.ts', 3),
    });
  });

  test('there is no via when the site itself is outside', () => {
    expect(select(['/r/a.test.ts', '/r/node_modules/lib/x.js', '/r/b.ts']).via).toBeNull();
  });

  test('nothing in user code', () => {
    expect(select(['node:fs', 'evalmachine.<anonymous>', '/r/node_modules/expect/build/index.js'])).toEqual({
      site: null,
      via: null,
      owner: null,
    });
  });

  test('an unknown owner file', () => {
    expect(select(['/r/a.test.ts'], null)).toEqual({ site: frame('/r/a.test.ts', 0), via: null, owner: null });
  });

  test('paths of Windows', () => {
    expect(
      select(['C:\\r\\node_modules\\jest-runtime\\build\\index.js', 'C:\\r\\a.test.ts'], 'C:/r/a.test.ts'),
    ).toEqual({
      site: frame('C:\\r\\a.test.ts', 1),
      via: null,
      owner: frame('C:\\r\\a.test.ts', 1),
    });
  });
});

describe('isJestFile', () => {
  test.each([
    ['/r/node_modules/@jest/core/build/index.js', true],
    ['/r/node_modules/jest-runtime/build/index.js', true],
    ['/r/node_modules/jest-environment-jsdom/build/index.js', true],
    ['/r/node_modules/expect/build/index.js', true],
    ['/r/node_modules/.pnpm/jest-mock@30.0.0/node_modules/jest-mock/build/index.js', true],
    ['/r/node_modules/@jest-hermetic/environment/dist/index.js', true],
    ['/r/node_modules/jest-hermetic/dist/test.js', true],
    ['/r/node_modules/jest-extended/dist/index.js', false],
    ['/r/node_modules/jest-when/index.js', false],
    ['/r/node_modules/expect-type/index.js', false],
    ['/r/node_modules/@types/jest/index.js', false],
    ['/r/jest-mock/build/index.js', false],
    ['/home/jest-runtime/src/a.test.js', false],
    ['/r/node_modules/jest-runtime/node_modules/left-pad/index.js', false],
  ])('%s: %s', (file, expected) => {
    expect(isJestFile(file)).toBe(expected);
  });
});
