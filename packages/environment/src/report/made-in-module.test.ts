import { moduleMaking } from './made-in-module';

const long = function (this: unknown): string {
  return 'a function that is long enough to stand in one file only';
};
const codes: Record<string, string | undefined> = {
  '/p/makes.js': `exports.long = ${long.toString()};`,
  '/p/other.js': 'exports.other = 1;',
  '/p/data.json': undefined,
  '/p/unknown.mjs': undefined,
};

function making(value: unknown, ...files: string[]): string | null {
  return moduleMaking(value, { files, codeOf: (file) => codes[file] });
}

test('the only module that contains the text of a function, or of the first method of an object', () => {
  expect(making(long, '/p/other.js', '/p/makes.js', '/p/data.json')).toBe('/p/makes.js');
  expect(making({ count: 1, long }, '/p/other.js', '/p/makes.js')).toBe('/p/makes.js');
});

test('nothing is said where the text stands in two modules, in none, or is short', () => {
  expect(making(long, '/p/makes.js', '/p/makes.js')).toBeNull();
  expect(making(long, '/p/other.js')).toBeNull();
  codes['/p/short.js'] = 'exports.f = () => 1;';
  expect(making(() => 1, '/p/short.js')).toBeNull();
  expect(making(42, '/p/makes.js')).toBeNull();
});

test('nothing is said while the code of some module is unknown', () => {
  expect(making(long, '/p/makes.js', '/p/unknown.mjs')).toBeNull();
});
