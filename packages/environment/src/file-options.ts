import type { EnvironmentContext, JestEnvironmentConfig } from '@jest/environment';
import { readOptions } from '@jest-hermetic/leak-record';
import type { HermeticOptions, UsageError } from '@jest-hermetic/leak-record';
import { relativePath } from './site/file-paths';

/** Environment variable with which `jest-hermetic init` makes every leak fail the run and no test. */
const FAIL_AT_VARIABLE = 'JEST_HERMETIC_FAIL_AT';

/** The options of one file, with what is wrong in them. */
export interface FileOptions {
  readonly options: HermeticOptions;
  readonly errors: UsageError[];
}

/** Reads `testEnvironmentOptions.hermetic`; a docblock may not set it, since the reporter would not see it. */
export function readFileOptions(config: JestEnvironmentConfig, context: EnvironmentContext): FileOptions {
  const inDocblock = docblockSetsHermetic(context.docblockPragmas?.['jest-environment-options']);
  const raw = inDocblock ? undefined : config.projectConfig.testEnvironmentOptions?.['hermetic'];
  const { options } = readOptions(raw);
  if (process.env[FAIL_AT_VARIABLE] === 'run') options.failAt = 'run';
  // What is wrong in the config the reporter reads, and says, for itself.
  const errors: UsageError[] = [];
  if (inDocblock) {
    errors.push({
      message:
        'the docblock @jest-environment-options sets "hermetic", which only the config can: ' +
        'move it to testEnvironmentOptions.hermetic. Default options were used for this file.',
      file: relativePath(config.globalConfig.rootDir, context.testPath),
      line: null,
    });
  }
  return { options, errors };
}

function docblockSetsHermetic(pragma: string | string[] | undefined): boolean {
  if (typeof pragma !== 'string') return false;
  try {
    const parsed: unknown = JSON.parse(pragma);
    return typeof parsed === 'object' && parsed !== null && 'hermetic' in parsed;
  } catch {
    // Jest itself refuses a docblock that is not JSON.
    return false;
  }
}
