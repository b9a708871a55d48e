import { chooserFor, withLoaders } from './choose-modules';

describe('chooserFor', () => {
  const choose = (...patterns: string[]) => {
    const isChosen = chooserFor(patterns, '/p');
    return (...paths: string[]) => paths.filter(isChosen);
  };

  test.each<[string, string[], string[]]>([
    ['a path from rootDir', ['src/x.js'], ['/p/src/x.js']],
    ['a glob', ['src/**'], ['/p/src/x.js', '/p/src/deep/y.js']],
    ['a glob for dot files, too', ['**/.hidden.js'], ['/p/.hidden.js']],
    ['a package', ['react'], ['/p/node_modules/react/index.js', '/p/node_modules/react/cjs/react.js']],
    ['a scoped package', ['@s/a'], ['/p/node_modules/@s/a/index.js']],
    ['the last pattern that matches', ['src/**', '!src/deep/**'], ['/p/src/x.js']],
    ['one taken in again', ['!src/x.js', 'src/x.js'], ['/p/src/x.js']],
    ['a package taken out', ['**', '!react', '!@s/a'], ['/p/src/x.js', '/p/src/deep/y.js', '/p/.hidden.js']],
    ['nothing', ['lib/**', 'rea'], []],
  ])('%s', (_name, patterns, expected) => {
    const all = [
      '/p/src/x.js',
      '/p/src/deep/y.js',
      '/p/.hidden.js',
      '/p/node_modules/react/index.js',
      '/p/node_modules/react/cjs/react.js',
      '/p/node_modules/@s/a/index.js',
    ];
    expect(choose(...patterns)(...all)).toEqual(expected);
  });
});

describe('withLoaders', () => {
  const loaders = new Map([
    ['env', new Set(['app', 'test'])],
    ['app', new Set(['top', 'env'])],
    ['other', new Set(['top'])],
  ]);

  test('takes in who loads it, through others and around circles', () => {
    expect([...withLoaders(['env'], loaders)].sort()).toEqual(['app', 'env', 'test', 'top']);
  });

  test('leaves out what it loads itself', () => {
    expect([...withLoaders(['top'], loaders)]).toEqual(['top']);
  });
});
