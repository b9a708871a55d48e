import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { relative } from 'node:path';

/** What became of one test. */
export interface TestOutcome {
  /** The test file, relative to the project with `/`. */
  file: string;
  /** Full name: describe names first, joined by a space. */
  name: string;
  status: string;
  /** The messages of its failures, joined; empty when it passed. */
  message: string;
}

/** What Jest itself says of a run. */
export interface RunResults {
  success: boolean;
  /** In the order in which the files ended, and in each in the order of the source. */
  tests: TestOutcome[];
  /** The test files that could not be run, with the reason. */
  brokenFiles: { file: string; message: string }[];
}

interface JestJson {
  success: boolean;
  testResults: {
    name: string;
    status: string;
    message: string;
    assertionResults: { fullName: string; status: string; failureMessages?: string[] }[];
  }[];
}

/** Reads what `--json --outputFile` wrote; null when Jest ended before it wrote anything. */
export function readResults(file: string, projectDir: string): RunResults | null {
  if (!existsSync(file)) return null;
  const json = JSON.parse(readFileSync(file, 'utf8')) as JestJson;
  const root = realpathSync(projectDir);
  const nameOf = (path: string) => relative(root, path).replaceAll('\\', '/');
  return {
    success: json.success,
    tests: json.testResults.flatMap(({ name, assertionResults }) =>
      assertionResults.map(({ fullName, status, failureMessages }) => ({
        file: nameOf(name),
        name: fullName,
        status,
        message: (failureMessages ?? []).join('\n'),
      })),
    ),
    brokenFiles: json.testResults
      .filter(({ status, assertionResults }) => status === 'failed' && assertionResults.every(isNotFailed))
      .map(({ name, message }) => ({ file: nameOf(name), message })),
  };
}

/** The status of one test of a run; throws when no test or several have that name. */
export function statusOf(results: RunResults | null, name: string): string {
  const found = results?.tests.filter((test) => test.name === name) ?? [];
  if (found.length === 1 && found[0]) return found[0].status;
  const known = results?.tests.map((test) => test.name).join('\n  ') ?? '(no results)';
  throw new Error(`${found.length} tests are named "${name}". There are:\n  ${known}`);
}

function isNotFailed({ status }: { status: string }): boolean {
  return status !== 'failed';
}
