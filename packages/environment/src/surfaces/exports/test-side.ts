import { relativePath } from '../../site/file-paths';

const TEST_DIRECTORY = /(?:^|\/)(?:__tests__|__mocks__|__fixtures__|tests?|specs?|test-utils|testing|e2e)\//;
const TEST_NAME = /[.-](?:test|spec)\.[cm]?[jt]sx?$/;

/**
 * Tells which files are on the side of the tests: the test file, the setup files, and by their place or name the
 * helpers that tests are made of. What they hold can be a fake; what they require is what they can change.
 */
export class TestSide {
  readonly #entryFiles: ReadonlySet<string>;
  readonly #rootDir: string;
  readonly #known = new Map<string, boolean>();

  constructor(entryFiles: ReadonlySet<string>, rootDir: string) {
    this.#entryFiles = entryFiles;
    this.#rootDir = rootDir;
  }

  /** Whether an absolute path is a file of the tests. */
  has(file: string): boolean {
    let known = this.#known.get(file);
    if (known === undefined) {
      known = this.#entryFiles.has(file) || isNamedAsTest(relativePath(this.#rootDir, file));
      this.#known.set(file, known);
    }
    return known;
  }
}

/** Whether a path (with `/`, relative to rootDir) is that of a test or of a test's helper. */
export function isNamedAsTest(path: string): boolean {
  if (/(?:^|\/)node_modules\//.test(path)) return false;
  return TEST_NAME.test(path) || TEST_DIRECTORY.test(path);
}
