import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** An empty directory, removed after the tests of the file. */
export function useTempDirectory(): () => string {
  let directory = '';
  beforeEach(() => {
    directory = realpathSync(mkdtempSync(join(tmpdir(), 'hermetic-baseline-')));
  });
  afterEach(() => rmSync(directory, { recursive: true, force: true }));
  return () => directory;
}
