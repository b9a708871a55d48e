import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import type { Project } from '../harness';
import { COMMON_JS, esm, type Dialect } from './dialect';
import { extensions, rowOf, type Row } from './row';

const MJS = esm('.mjs');

const RESOLVER = `
module.exports = (request, options) =>
  options.defaultResolver(request.replace(/^virtual:/, \`\${options.rootDir}/src/\`), options);
`;

/** Layouts of files, and ways to find them, under which the suite is run. */
export const LAYOUTS: Row[] = [
  rowOf(
    { name: 'module-name-mapper', config: { moduleNameMapper: { '^~/(.*)$': '<rootDir>/src/$1' } } },
    requested(COMMON_JS, '~/app', '~/env'),
  ),
  rowOf(
    {
      name: 'module-name-mapper-esm',
      isExtra: true,
      config: { ...extensions('.mjs'), moduleNameMapper: { '^~/(.*)$': '<rootDir>/src/$1.mjs' } },
    },
    requested(MJS, '~/app', '~/env'),
  ),
  rowOf(
    { name: 'module-directories', isExtra: true, config: { moduleDirectories: ['node_modules', 'src'] } },
    requested(COMMON_JS, 'app', 'env'),
  ),
  rowOf(
    { name: 'resolver', config: { resolver: '<rootDir>/resolver.js' }, files: { 'resolver.js': RESOLVER } },
    requested(COMMON_JS, 'virtual:app', 'virtual:env'),
  ),
  rowOf(
    { name: 'mocks-beside-the-module', files: { 'src/__mocks__/env.js': "exports.mode = 'mock';" } },
    { ...COMMON_JS, factory: '' },
  ),
  rowOf(
    {
      name: 'mocks-in-the-root',
      files: { '__mocks__/rooted.js': "exports.mode = 'real';" },
    },
    {
      ...COMMON_JS,
      env: { file: 'node_modules/rooted/index.js', key: 'rooted', request: 'rooted', requestOfApp: 'rooted' },
      write: { ...COMMON_JS.write, env: () => "exports.mode = 'not mocked';" },
    },
  ),
  rowOf(
    {
      name: 'root-dir-beside-the-sources',
      config: { rootDir: './client', testEnvironment: 'jest-hermetic/jsdom' },
    },
    {
      ...COMMON_JS,
      tests: 'client/',
      app: { file: 'shared/app.js', key: './shared/app.js', request: '../shared/app' },
      env: { file: 'shared/env.js', key: './shared/env.js', request: '../shared/env', requestOfApp: './env' },
    },
  ),
  rowOf(
    {
      name: 'linked-workspace',
      files: { 'packages/shared/package.json': '{"name":"shared"}', 'node_modules/installed/index.js': '' },
      prepare: link,
    },
    shared(COMMON_JS, '.js', ''),
  ),
  rowOf(
    {
      name: 'linked-workspace-esm',
      config: extensions('.mjs'),
      files: {
        'packages/shared/package.json': '{"name":"shared","exports":{"./*":{"import":"./*.mjs"}}}',
        'node_modules/installed/index.js': '',
      },
      prepare: link,
    },
    shared(MJS, '.mjs', '.mjs'),
  ),
];

function requested(dialect: Dialect, app: string, env: string): Dialect {
  return {
    ...dialect,
    app: { ...dialect.app, request: app },
    env: { ...dialect.env, request: env, requestOfApp: env },
  };
}

/** The modules as a package of the same repository, which `node_modules` links to. */
function shared(dialect: Dialect, extension: string, end: string): Dialect {
  const place = (name: string) => ({
    file: `packages/shared/${name}${extension}`,
    key: `./packages/shared/${name}${extension}`,
    request: `shared/${name}`,
  });
  return { ...dialect, app: place('app'), env: { ...place('env'), requestOfApp: `./env${end}` } };
}

function link({ dir }: Project, folder: string): void {
  symlinkSync('../packages/shared', join(dir, folder, 'node_modules/shared'), 'dir');
}
