import { mockKey, pathOfModuleId } from './mock-key';

test.each<[id: string, separator: string, path: string | null]>([
  ['user:/p/src/x.js:', ':', '/p/src/x.js'],
  ['user:/p/src/x.js:{"conditions":["node"]}:', ':', '/p/src/x.js'],
  ['user:{"conditions":["node"]}:', ':', null],
  ['node::fs:', ':', null],
  ['user;C:\\p\\src\\x.js;', ';', 'C:\\p\\src\\x.js'],
  ['', ':', null],
])('the path in the id %j is %j', (id, separator, path) => {
  expect(pathOfModuleId(id, separator)).toBe(path);
});

const ROOT = '/p';

test.each<[key: string, title: string, module: Partial<Parameters<typeof mockKey>[0]>]>([
  ['src/x.js', 'a project file by its path', { request: './x', path: '/p/src/x.js' }],
  ['../other/x.js', 'a file outside rootDir', { request: '../../other/x', path: '/other/x.js' }],
  ['src/x.js', 'a project file that is mapped to', { request: '~/x', path: '/p/src/x.js' }],
  ['react', 'a package as requested', { request: 'react', path: '/p/node_modules/react/index.js' }],
  ['react-dom/server', 'its file too', { request: 'react-dom/server', path: '/p/node_modules/react-dom/server.js' }],
  [
    'react/cjs/a.js',
    'a package by a path',
    { request: '../node_modules/react/cjs/a.js', path: '/p/node_modules/react/cjs/a.js' },
  ],
  ['node:fs', 'a core module', { request: 'fs', isCore: true }],
  ['node:fs', 'a core module by its full name', { request: 'node:fs', isCore: true }],
  [
    'virtual-config',
    'a virtual bare name',
    { request: 'virtual-config', virtual: true, path: '/p/src/virtual-config' },
  ],
  [
    'src/none.js',
    'a virtual relative one as its path',
    { request: './none.js', virtual: true, path: '/p/src/none.js' },
  ],
  ['./nowhere', 'what has no path', { request: './nowhere' }],
])('%s: %s', (key, _title, module) => {
  expect(mockKey({ request: '', path: null, isCore: false, virtual: false, rootDir: ROOT, ...module })).toBe(key);
});
