import { join } from 'node:path';
import { REPOSITORY } from '../harness';
import { esm, typescript, typescriptEsm, type Dialect } from './dialect';
import { extensions, rowOf, type Row } from './row';

const OTHERS = join(REPOSITORY, 'e2e/other-bases');
const { resolve } = require;
const find = (name: string) => resolve(name, { paths: [OTHERS] });

const BABEL = ['babel-jest', { presets: ['@babel/preset-typescript'] }];
const BABEL_CJS = [
  'babel-jest',
  {
    presets: ['@babel/preset-typescript'],
    plugins: ['@babel/plugin-transform-modules-commonjs', '@babel/plugin-transform-dynamic-import'],
  },
];
const BABEL_ENV = [
  'babel-jest',
  { presets: [['@babel/preset-env', { targets: { node: '20' } }], '@babel/preset-typescript'] },
];

/** There is no package for it that Jest 30 takes, so users write it by hand; its service pipes to stdout. */
const ESBUILD = `
const { transformSync } = require(${JSON.stringify(resolve('esbuild'))});
module.exports.process = (code, sourcefile) =>
  transformSync(code, { loader: 'ts', format: 'cjs', sourcemap: 'inline', target: 'node20', sourcefile, supported: { 'dynamic-import': false } });`;

/** Transforms under which the suite is run. */
export const TRANSFORMS: Row[] = [
  by('babel', BABEL_CJS, typescript()),
  { ...by('babel-preset-env', BABEL_ENV, typescript()), isExtra: true },
  by('babel-cts', BABEL_CJS, typescript('.cts')),
  by('ts-jest', tsJest('commonjs'), typescript()),
  { ...by('ts-jest-language-service', tsJest('commonjs', false), typescript()), isExtra: true },
  { ...by('ts-jest-cts', tsJest('commonjs'), typescript('.cts')), isExtra: true },
  by('swc', swc('commonjs'), typescript()),
  { ...by('swc-cts', swc('commonjs'), typescript('.cts')), isExtra: true },
  esbuild('esbuild', typescript()),
  rowOf({ name: 'native-mjs', config: extensions('.mjs') }, esm('.mjs')),
  rowOf({ name: 'native-type-module', isExtra: true, files: { 'package.json': '{"type":"module"}' } }, esm('.js')),
  by('babel-mts', BABEL, typescriptEsm('.mts')),
  { ...by('ts-jest-esm', tsJest('esnext'), typescriptEsm('.ts')), isExtra: true },
  { ...by('ts-jest-mts', tsJest('esnext'), typescriptEsm('.mts')), isExtra: true },
  by('swc-esm', swc('es6'), typescriptEsm('.ts')),
  { ...by('swc-mts', swc('es6'), typescriptEsm('.mts')), isExtra: true },
];

function esbuild(name: string, dialect: Dialect): Row {
  const { config, ...row } = by(name, '<rootDir>/esbuild.js', dialect);
  return { ...row, config, files: { ...row.files, 'esbuild.js': ESBUILD } };
}

function by(name: string, transform: unknown, dialect: Dialect): Row {
  const { extension, isEsm } = dialect;
  const config = {
    ...extensions(extension),
    transform: { [`\\${extension}$`]: transform },
    ...(isEsm && { extensionsToTreatAsEsm: [extension] }),
  };
  return rowOf({ name, config }, dialect);
}

function tsJest(module: 'commonjs' | 'esnext', isolatedModules = true): unknown {
  const useESM = module === 'esnext';
  const moduleResolution = useESM ? 'bundler' : 'node10';
  const tsconfig = { module, moduleResolution, target: 'es2022', esModuleInterop: true, isolatedModules };
  return [find('ts-jest'), { tsconfig, compiler: find('typescript'), diagnostics: false, useESM }];
}

function swc(type: 'commonjs' | 'es6'): unknown {
  const jsc = { parser: { syntax: 'typescript' }, target: 'es2022' };
  return [find('@swc/jest'), { jsc, module: { type }, sourceMaps: 'inline' }];
}
