import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ownerExistsIn } from './index';
import { useTempDirectory } from './testing/temp-directory';

const directory = useTempDirectory();

test('files are looked for from rootDir, packages in each node_modules from there up', () => {
  const rootDir = join(directory(), 'packages', 'app');
  mkdirSync(join(rootDir, 'node_modules', 'near'), { recursive: true });
  mkdirSync(join(directory(), 'node_modules', '@scope', 'hoisted'), { recursive: true });
  writeFileSync(join(rootDir, 'a.test.js'), '');
  writeFileSync(join(rootDir, '..', 'setup.js'), '');
  const owners = [
    'a.test.js',
    '../setup.js',
    'b.test.js',
    'node_modules/near',
    'node_modules/@scope/hoisted',
    'node_modules/@scope/other',
    '(outside)',
  ];
  expect(owners.filter(ownerExistsIn(rootDir))).toEqual([
    'a.test.js',
    '../setup.js',
    'node_modules/near',
    'node_modules/@scope/hoisted',
  ]);
});
