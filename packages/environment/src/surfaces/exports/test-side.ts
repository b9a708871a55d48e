import { relativePath } from '../../site/file-paths';

const TEST_DIRECTORY = /(?:^|\/)(?:__tests__|__mocks__|__fixtures__|tests?|specs?|test-utils|testing|e2e)\//;
const TEST_NAME = /[.-](?:test|spec)\.[cm]?[jt]sx?$/;

/** Whether a file is named as one of the tests, by rootDir: the files of a worker load much the same modules. */
const namedAsTest = new Map<string, Map<string, boolean>>();

/**
 * Tells which files are on the side of the tests: the test file, the setup files, and by their place or name the
 * helpers that tests are made of. What they hold can be a fake; what they require is what they can change.
 */
export class TestSide {
  readonly #entryFiles: ReadonlySet<string>;
  readonly #rootDir: string;
  readonly #named: Map<string, boolean>;
  /** The file that was asked for last, which mostly is asked for again. */
  #lastFile = '';
  #isLastOfTests = false;

  constructor(entryFiles: ReadonlySet<string>, rootDir: string) {
    this.#entryFiles = entryFiles;
    this.#rootDir = rootDir;
    this.#named = namedAsTest.get(rootDir) ?? new Map<string, boolean>();
    namedAsTest.set(rootDir, this.#named);
  }

  /** Whether an absolute path is a file of the tests. */
  has(file: string): boolean {
    if (file !== this.#lastFile) {
      this.#lastFile = file;
      this.#isLastOfTests = this.#find(file);
    }
    return this.#isLastOfTests;
  }

  #find(file: string): boolean {
    let named = this.#named.get(file);
    if (named === undefined) {
      named = isNamedAsTest(relativePath(this.#rootDir, file));
      this.#named.set(file, named);
    }
    return named || this.#entryFiles.has(file);
  }
}

/** Whether a path (with `/`, relative to rootDir) is that of a test or of a test's helper. */
export function isNamedAsTest(path: string): boolean {
  if (/(?:^|\/)node_modules\//.test(path)) return false;
  return TEST_NAME.test(path) || TEST_DIRECTORY.test(path);
}
