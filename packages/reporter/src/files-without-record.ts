import type { FileWithoutRecord, RanFile } from './run-facts';

/** Begins the reason of every file that ran under another environment. */
export const OTHER_ENVIRONMENT = 'it ran under another environment';

/**
 * What became of the test files that ran and left no record. `brokenRecords` is how many records could not be read:
 * which files they were is not known, so that then a file without a docblock of its own counts as `missing`. So does
 * one of a project in which other files left records: its environment is ours.
 */
export function classifyFilesWithoutRecord(
  ran: readonly RanFile[],
  recorded: ReadonlySet<string>,
  brokenRecords: number,
  sourceOf: (path: string) => string | null,
): FileWithoutRecord[] {
  const guarded = guardedProjects(ran, recorded);
  return ran
    .filter(({ path }) => !recorded.has(path))
    .map((file) => classify(file, brokenRecords, guarded.has(file.project), sourceOf));
}

/** The projects that run under our environment. A file that several projects ran does not tell whose record it is. */
function guardedProjects(ran: readonly RanFile[], recorded: ReadonlySet<string>): Set<string> {
  const projectsOf = new Map<string, Set<string>>();
  for (const { path, project } of ran) projectsOf.set(path, (projectsOf.get(path) ?? new Set()).add(project));
  const alone = [...recorded].flatMap((path) => {
    const projects = [...(projectsOf.get(path) ?? [])];
    return projects.length === 1 ? projects : [];
  });
  return new Set(alone);
}

function classify(
  { path, execError }: RanFile,
  brokenRecords: number,
  inGuardedProject: boolean,
  sourceOf: (path: string) => string | null,
): FileWithoutRecord {
  if (execError !== null) return { path, status: 'missing', because: `it could not be run to its end: ${execError}` };
  const environment = docblockEnvironment(sourceOf(path) ?? '');
  if (environment !== null && !isOurs(environment)) {
    return {
      path,
      status: 'unguarded',
      because: `${OTHER_ENVIRONMENT} (@jest-environment ${environment})`,
    };
  }
  if (brokenRecords > 0) return { path, status: 'missing', because: 'its record could not be read' };
  if (environment !== null || inGuardedProject) return { path, status: 'missing', because: 'its record is not there' };
  return { path, status: 'unguarded', because: OTHER_ENVIRONMENT };
}

function isOurs(environment: string): boolean {
  return environment === 'jest-hermetic' || environment.startsWith('jest-hermetic/');
}

/** The environment that a test file asks for in its docblock, or null: `jsdom` of `@jest-environment jsdom`. */
export function docblockEnvironment(source: string): string | null {
  const docblock = /^\s*(?:#!.*)?\s*\/\*\*?[\s\S]*?\*\//.exec(source)?.[0] ?? '';
  return /@jest-environment\s+(\S+)/.exec(docblock)?.[1] ?? null;
}
