import { cpSync, mkdirSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { REPOSITORY, type Project } from '../harness';
import { rowOf, type Row } from './row';

const CREATED = `
const { createEnvironment } = require('jest-hermetic');
const { TestEnvironment } = require('jest-environment-jsdom');
module.exports = createEnvironment(TestEnvironment);
`;

const IMPORTED = `
import { createEnvironment } from 'jest-hermetic';
import HappyDom from '@happy-dom/jest-environment';
export default createEnvironment(HappyDom);
`;

/** Environments under which the suite is run. */
export const BASES: Row[] = [
  rowOf({ name: 'node', config: { testEnvironment: 'jest-hermetic' } }),
  rowOf({ name: 'jsdom', config: { testEnvironment: 'jest-hermetic/jsdom' } }),
  over('jsdom-configured', 'jest-environment-jsdom'),
  rowOf({ name: 'jsdom-created', files: { 'env.js': CREATED }, config: { testEnvironment: '<rootDir>/env.js' } }),
  over('fixed-jsdom', 'jest-fixed-jsdom'),
  over('happy-dom', '@happy-dom/jest-environment'),
  rowOf({
    name: 'happy-dom-created',
    files: { 'env.mjs': IMPORTED },
    config: { testEnvironment: '<rootDir>/env.mjs' },
    prepare: ownCopy('@happy-dom/jest-environment'),
  }),
];

function over(name: string, baseEnvironment: string): Row {
  return rowOf({
    name,
    config: { testEnvironment: 'jest-hermetic' },
    hermetic: { baseEnvironment },
    prepare: ownCopy(baseEnvironment),
  });
}

/**
 * A copy in the row's own folder, with the peers that it asks for as the Jest of this line has them: where npm puts
 * what several versions share is chance.
 */
function ownCopy(name: string): NonNullable<Row['prepare']> {
  return ({ dir, line }: Project, folder) => {
    if (name.startsWith('jest-environment-')) return;
    const modules = join(dir, folder, 'node_modules');
    cpSync(join(REPOSITORY, 'node_modules', name), join(modules, name), { recursive: true });
    const { peerDependencies } = require(join(modules, name, 'package.json')) as { peerDependencies: object };
    for (const peer of Object.keys(peerDependencies)) {
      const manifest = require.resolve(`${peer}/package.json`, { paths: [dirname(line.jestBin)] });
      mkdirSync(dirname(join(modules, peer)), { recursive: true });
      symlinkSync(dirname(manifest), join(modules, peer), 'dir');
    }
  };
}
