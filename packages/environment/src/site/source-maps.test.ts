import * as fs from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { transformSync } from '@babel/core';
import { SiteMapper, resolveSource } from './source-maps';

let dir: string;
beforeEach(() => {
  dir = fs.realpathSync(fs.mkdtempSync(join(tmpdir(), 'source-maps-')));
});
afterEach(() => {
  jest.restoreAllMocks();
  fs.rmSync(dir, { recursive: true });
});

const source = ['interface A {', '  a: string;', '}', '', 'export const f = (a: A) => {', '  throw a;', '};', ''].join(
  '\n',
);

/** Compiles `source` as babel-jest does: the map names the source file relative to itself. */
function compile() {
  const file = join(dir, 'src/x.ts');
  fs.mkdirSync(join(dir, 'src'));
  const compiled = transformSync(source, {
    filename: file,
    babelrc: false,
    configFile: false,
    sourceMaps: true,
    presets: [['@babel/preset-env', { targets: { node: '20' } }], '@babel/preset-typescript'],
  })!;
  const lines = compiled.code!.split('\n');
  const line = lines.findIndex((text) => text.includes('throw')) + 1;
  const column = lines[line - 1]!.indexOf('throw') + 1;
  return { file, code: compiled.code!, map: JSON.stringify(compiled.map), thrown: { file, line, column } };
}

describe('SiteMapper', () => {
  test('maps to the source, relative to rootDir, and reads each map once', () => {
    const { map, thrown } = compile();
    const mapFile = join(dir, 'cache.map');
    fs.writeFileSync(mapFile, map);
    const sourceMapOf = jest.fn(() => mapFile);
    const mapper = new SiteMapper({ sourceMapOf, rootDir: dir });
    expect(thrown.line).not.toBe(6);
    expect(mapper.map(thrown)).toEqual({ file: 'src/x.ts', line: 6, column: 3 });
    fs.rmSync(mapFile);
    expect(mapper.map(thrown)).toEqual({ file: 'src/x.ts', line: 6, column: 3 });
    expect(sourceMapOf).toHaveBeenCalledTimes(1);
  });

  test('a replaced fs.readFileSync neither breaks it nor sees it', () => {
    const { map, thrown } = compile();
    const mapFile = join(dir, 'cache.map');
    fs.writeFileSync(mapFile, map);
    const spies = (['readFileSync', 'openSync', 'readSync'] as const).map((name) =>
      jest.spyOn(jest.requireActual<typeof fs>('node:fs'), name).mockImplementation(() => {
        throw new Error('reached');
      }),
    );
    const site = new SiteMapper({ sourceMapOf: () => mapFile, rootDir: dir }).map(thrown);
    const calls = spies.map((spy) => spy.mock.calls.length);
    jest.restoreAllMocks();
    expect(site).toEqual({ file: 'src/x.ts', line: 6, column: 3 });
    expect(calls).toEqual([0, 0, 0]);
  });

  test.each(['base64', 'text'] as const)('takes the map in the last comment of the file (%s)', (encoding) => {
    const { file, code, map, thrown } = compile();
    const data =
      encoding === 'base64' ? `;charset=utf-8;base64,${btoa(map)}` : `;charset=utf-8,${encodeURIComponent(map)}`;
    const old = '//# sourceMappingURL=data:application/json;base64,e30=';
    fs.writeFileSync(file, `${code}\n${old}\n//# sourceMappingURL=data:application/json${data}\n`);
    const mapper = new SiteMapper({ sourceMapOf: () => undefined, rootDir: dir });
    expect(mapper.map(thrown)).toEqual({ file: 'src/x.ts', line: 6, column: 3 });
  });

  test.each<[string, () => string | undefined]>([
    ['no map', () => undefined],
    ['a map that is missing', () => '/no/such.map'],
    ['a map that is broken', () => __filename],
    [
      'a lookup that fails',
      () => {
        throw new Error('torn down');
      },
    ],
  ])('%s: the position stays', (_name, sourceMapOf) => {
    const mapper = new SiteMapper({ sourceMapOf, rootDir: '/r' });
    expect(mapper.map({ file: '/r/src/x.js', line: 3, column: 4 })).toEqual({ file: 'src/x.js', line: 3, column: 4 });
    expect(mapper.map({ file: '/y.js', line: 1, column: 1 })).toEqual({ file: '../y.js', line: 1, column: 1 });
  });

  test('a shifted first line is set right before it is looked up, and no other line', () => {
    const map = JSON.stringify({ version: 3, sources: ['x.ts'], names: [], mappings: 'AACI,UACE;AAAA' });
    const mapFile = join(dir, 'x.map');
    fs.writeFileSync(mapFile, map);
    const site = (sourceMapOf: () => string | undefined, line: number, column: number) =>
      new SiteMapper({ sourceMapOf, firstLineShiftOf: () => 164, rootDir: '/r' }).map({
        file: '/r/x.ts',
        line,
        column,
      });
    expect(site(() => mapFile, 1, 165)).toEqual({ file: 'x.ts', line: 2, column: 5 });
    expect(site(() => mapFile, 1, 175)).toEqual({ file: 'x.ts', line: 3, column: 7 });
    expect(site(() => undefined, 1, 170)).toEqual({ file: 'x.ts', line: 1, column: 6 });
    expect(site(() => undefined, 1, 7)).toEqual({ file: 'x.ts', line: 1, column: 7 });
    expect(site(() => undefined, 2, 170)).toEqual({ file: 'x.ts', line: 2, column: 170 });
  });

  test('the comment also serves when the map that Jest names was never written', () => {
    const { file, code, map, thrown } = compile();
    fs.writeFileSync(file, `${code}\n//# sourceMappingURL=data:application/json;base64,${btoa(map)}\n`);
    const mapper = new SiteMapper({ sourceMapOf: () => join(dir, 'absent.map'), rootDir: dir });
    expect(mapper.map(thrown)).toEqual({ file: 'src/x.ts', line: 6, column: 3 });
  });

  test('code that the compiler added belongs to what stands before it; a line of its own stays', () => {
    // Generated line 1: column 0 -> source 2:4, column 10 without a source; line 2 has no mapping.
    const map = JSON.stringify({ version: 3, sources: ['x.ts'], names: [], mappings: 'AACI,U;' });
    const mapFile = join(dir, 'x.map');
    fs.writeFileSync(mapFile, map);
    const mapper = new SiteMapper({ sourceMapOf: () => mapFile, rootDir: '/r' });
    expect(mapper.map({ file: '/r/x.ts', line: 1, column: 20 })).toEqual({ file: 'x.ts', line: 2, column: 5 });
    expect(mapper.map({ file: '/r/x.ts', line: 2, column: 1 })).toEqual({ file: 'x.ts', line: 2, column: 1 });
  });

  test('code that the compiler added in front belongs to what it was added to', () => {
    // `const _env = require("./env");` as swc writes it: only the string, at column 21, has a source, line 3.
    const map = JSON.stringify({ version: 3, sources: ['x.ts'], names: [], mappings: 'A,qBAEqB' });
    const mapFile = join(dir, 'x.map');
    fs.writeFileSync(mapFile, map);
    const mapper = new SiteMapper({ sourceMapOf: () => mapFile, rootDir: '/r' });
    expect(mapper.map({ file: '/r/x.ts', line: 1, column: 14 })).toEqual({ file: 'x.ts', line: 3, column: 22 });
  });
});

describe('resolveSource', () => {
  test.each([
    ['x.ts', '', '/r/src/x.js', '/r/src/x.ts'],
    ['../src/x.ts', '', '/r/dist/x.js', '/r/src/x.ts'],
    ['x.ts', '/r/src/', '/r/dist/x.js', '/r/src/x.ts'],
    ['x.ts', '../src', '/r/dist/x.js', '/r/src/x.ts'],
    ['/r/src/x.ts', '/ignored', '/r/dist/x.js', '/r/src/x.ts'],
    ['file:///r/a%20b.ts', '', '/r/dist/x.js', '/r/a b.ts'],
    ['webpack://app/./x.ts', '', '/r/dist/x.js', null],
    ['x.ts', 'webpack://app', '/r/dist/x.js', null],
    ['x.ts', '', 'C:\\r\\x.js', 'C:/r/x.ts'],
    ['sub\\x.ts', '', 'C:\\r\\x.js', 'C:/r/sub/x.ts'],
    ['D:\\s\\x.ts', '', 'C:\\r\\x.js', 'D:/s/x.ts'],
  ])('%s under %s for %s -> %s', (name, sourceRoot, generatedFile, expected) => {
    expect(resolveSource(name, sourceRoot, generatedFile)).toBe(expected);
  });
});
