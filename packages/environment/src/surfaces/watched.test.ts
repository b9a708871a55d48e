import { DEFAULT_OPTIONS } from '@jest-hermetic/leak-record';
import { Watched } from './watched';

const nameOf = (path: string, options: Partial<typeof DEFAULT_OPTIONS> = {}): string | null =>
  new Watched('/p', { ...DEFAULT_OPTIONS, ...options }).nameOf(path);

test.each<[path: string, name: string | null]>([
  ['/p/src/x.js', 'src/x.js'],
  ['/p/.config/x.js', '.config/x.js'],
  ['/other/x.js', '../other/x.js'],
  ['/p/node_modules/react/index.js', 'react'],
  ['/p/node_modules/react/cjs/react.development.js', 'react'],
  ['/p/node_modules/a/node_modules/@nestjs/core/index.js', '@nestjs/core'],
  ['/p/node_modules/lodash/index.js', null],
  ['/p/node_modules/react-helmet/index.js', null],
  [require.resolve('./watched'), null],
])('by default %s is %j', (path, name) => {
  expect(nameOf(path)).toBe(name);
});

test.each<[path: string, options: Partial<typeof DEFAULT_OPTIONS>, name: string | null]>([
  ['C:\\p\\src\\x.js', {}, 'src/x.js'],
  ['c:\\P\\src\\x.js', { watch: ['src/**'] }, 'src/x.js'],
  ['C:\\p\\lib\\x.js', { watch: ['src/**'] }, null],
  ['C:\\shared\\x.js', {}, '../shared/x.js'],
  ['C:\\p\\node_modules\\react\\index.js', {}, 'react'],
  ['C:\\p\\node_modules\\lodash\\index.js', {}, null],
])('on Windows %s under %j is %j', (path, options, name) => {
  expect(new Watched('C:\\p', { ...DEFAULT_OPTIONS, ...options }).nameOf(path)).toBe(name);
});

test.each<[title: string, watch: string[], path: string, name: string | null]>([
  ['a glob that takes in', ['src/**'], '/p/src/x.js', 'src/x.js'],
  ['a glob that does not', ['src/**'], '/p/lib/x.js', null],
  ['the last that matches decides', ['**', '!src/**', 'src/keep/**'], '/p/src/keep/x.js', 'src/keep/x.js'],
  ['the last that matches decides', ['**', '!src/**', 'src/keep/**'], '/p/src/x.js', null],
  ['dotfiles are matched', ['**'], '/p/.storybook/x.js', '.storybook/x.js'],
  ['files outside rootDir are matched by ../', ['../shared/**'], '/shared/x.js', '../shared/x.js'],
  ['a package can be taken in by a glob', ['**/node_modules/lodash/**'], '/p/node_modules/lodash/a.js', 'lodash'],
  ['a listed package stays', ['src/**'], '/p/node_modules/react/index.js', 'react'],
])('%s: %j, %s', (_title, watch, path, name) => {
  expect(nameOf(path, { watch })).toBe(name);
});

test('watchPackages replaces the list', () => {
  expect(nameOf('/p/node_modules/lodash/a.js', { watchPackages: ['lodash'] })).toBe('lodash');
  expect(nameOf('/p/node_modules/react/a.js', { watchPackages: ['lodash'] })).toBeNull();
});
