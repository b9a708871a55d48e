import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { findConfigFile } from './config-file';

let root: string;

beforeEach(() => {
  root = realpathSync(mkdtempSync(path.join(os.tmpdir(), 'config-file-')));
});

afterEach(() => {
  rmSync(root, { recursive: true });
});

function write(...files: string[]): void {
  for (const file of files) {
    mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
    writeFileSync(path.join(root, file), '{}');
  }
}

test.each([
  ['jest.config.js', 'script'],
  ['jest.config.ts', 'script'],
  ['jest.config.json', 'json'],
])('%s goes before the package.json beside it', (name, form) => {
  write(name, 'package.json');
  expect(findConfigFile(root, [])).toEqual({ path: path.join(root, name), form });
});

test('the nearest directory above is taken', () => {
  write('jest.config.js', 'a/package.json', 'a/b/c/file.js');
  expect(findConfigFile(path.join(root, 'a/b/c'), [])).toEqual({
    path: path.join(root, 'a/package.json'),
    form: 'package',
  });
});

test.each([[['-c', 'other.json']], [['--config', 'other.json']], [['--config=other.json', '-i']]])(
  'the one that is named in the arguments is taken: %j',
  (argv) => {
    write('jest.config.js', 'other.json');
    expect(findConfigFile(root, argv)).toEqual({ path: path.join(root, 'other.json'), form: 'json' });
  },
);

test('several configs, an inline one and a missing one are not edited', () => {
  write('jest.config.js', 'jest.config.ts');
  expect(findConfigFile(root, [])).toEqual({ unknown: 'there are several: jest.config.js, jest.config.ts' });
  expect(findConfigFile(root, ['--config', '{}'])).toHaveProperty('unknown');
  expect(findConfigFile(root, ['-c', 'missing.js'])).toHaveProperty('unknown');
});
