import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { filesIn, isOurFile, ourDirectories } from './our-files';

describe('isOurFile', () => {
  test('the code beside this test is ours, the test is not', () => {
    expect(isOurFile(join(__dirname, 'our-files.ts'))).toBe(true);
    expect(isOurFile(join(__dirname, '../../../leak-record/src/index.ts'))).toBe(true);
    expect(isOurFile(__filename)).toBe(false);
    expect(isOurFile(join(__dirname, '../../../../e2e/x.ts'))).toBe(false);
  });
});

describe('ourDirectories', () => {
  let root: string;
  beforeEach(() => {
    root = realpathSync(mkdtempSync(join(tmpdir(), 'our-files-')));
  });
  afterEach(() => rmSync(root, { recursive: true }));

  test('the same directory of every package, also by its real path', () => {
    mkdirSync(join(root, 'packages/environment/jest/build'), { recursive: true });
    mkdirSync(join(root, 'elsewhere/build'), { recursive: true });
    symlinkSync(join(root, 'elsewhere'), join(root, 'packages/jest-hermetic'));
    const isOurs = filesIn(
      ourDirectories(join(root, 'packages/environment/jest/build'), join(root, 'packages/environment')),
    );
    const ours = [
      'packages/environment/jest/build/index.js',
      'packages/jest-hermetic/build/test.js',
      'elsewhere/build/test.js',
      'packages/environment/src/index.ts',
      'packages/environment/jest/buildance/index.js',
      'packages/app/build/index.js',
    ].filter((file) => isOurs(join(root, file)));
    expect(ours).toEqual([
      'packages/environment/jest/build/index.js',
      'packages/jest-hermetic/build/test.js',
      'elsewhere/build/test.js',
    ]);
  });
});
