import { docblockEnvironment } from './docblock';
import { OTHER_ENVIRONMENT, type FileWithoutRecord, type RanFile } from './run-facts';

/**
 * What became of the test files that ran and left no record. `brokenRecords` is how many records could not be read:
 * which files they were is not known, so that then a file without a docblock of its own counts as `missing`.
 */
export function classifyFilesWithoutRecord(
  ran: readonly RanFile[],
  recorded: ReadonlySet<string>,
  brokenRecords: number,
  sourceOf: (path: string) => string | null,
): FileWithoutRecord[] {
  return ran.filter(({ path }) => !recorded.has(path)).map((file) => classify(file, brokenRecords, sourceOf));
}

function classify(
  { path, execError }: RanFile,
  brokenRecords: number,
  sourceOf: (path: string) => string | null,
): FileWithoutRecord {
  if (execError !== null) return { path, status: 'missing', because: `it could not be run to its end: ${execError}` };
  const environment = docblockEnvironment(sourceOf(path) ?? '');
  if (environment !== null) {
    return {
      path,
      status: 'unguarded',
      because: `${OTHER_ENVIRONMENT} (@jest-environment ${environment})`,
    };
  }
  if (brokenRecords > 0) return { path, status: 'missing', because: 'its record could not be read' };
  return { path, status: 'unguarded', because: OTHER_ENVIRONMENT };
}
