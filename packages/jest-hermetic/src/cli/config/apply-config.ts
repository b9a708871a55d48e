import { readFileSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import { writeAtomically } from '@jest-hermetic/baseline';
import type { Host } from '../host';
import { showConfig } from '../project/jest-binary';
import { readProject } from '../project/read-project';
import type { ConfigFile } from './config-file';
import { editConfig } from './edit-config';
import { findMissingLines, isComplete, type MissingLines } from './missing-lines';

/** What became of the config: the file that was edited, or why none was. */
export type AppliedConfig = { edited: string } | { refused: string };

/**
 * Writes the missing lines into the project's config. The edited file is loaded through Jest, and the old bytes are put
 * back unless Jest then has our environment and reporter and everything else as before.
 */
export function applyConfig(
  host: Host,
  jestArguments: readonly string[],
  missing: MissingLines,
  file: ConfigFile,
): AppliedConfig {
  const bytes = readFileSync(file.path);
  const before = bytes.toString('utf8');
  if (!Buffer.from(before).equals(bytes)) return { refused: `${file.path} was left alone: it is not UTF-8` };
  const edit = editConfig(before, file.form, missing);
  if ('refused' in edit) return { refused: `${file.path} was left alone: ${edit.refused}` };

  const shownBefore = showConfig(host.cwd, host.env, jestArguments);
  writeAtomically(file.path, edit.text);
  const fault = findFault(host, jestArguments, shownBefore, missing);
  if (fault === null) return { edited: file.path };
  writeAtomically(file.path, before);
  return { refused: `${file.path} was put back as it was: ${fault}` };
}

function findFault(
  host: Host,
  jestArguments: readonly string[],
  shownBefore: unknown,
  missing: MissingLines,
): string | null {
  try {
    const shown = showConfig(host.cwd, host.env, jestArguments);
    const project = readProject(shown);
    if (!isComplete(findMissingLines(project))) return 'Jest does not see the new lines';
    const hasBases = missing.environments.every(
      ({ base }) => base === null || base === project.options.baseEnvironment,
    );
    const reporters = readProject(shownBefore).reporters;
    const keptReporters = reporters.every((one) => project.reporters.some((other) => isDeepStrictEqual(one, other)));
    return hasBases && keptReporters && isDeepStrictEqual(withoutOurs(shown), withoutOurs(shownBefore))
      ? null
      : 'the edit would have changed other settings too';
  } catch (error) {
    return (error as Error).message;
  }
}

/** What of a shown config must survive the edit; `id` and `seed` differ from call to call. */
function withoutOurs(shown: unknown): unknown {
  const touched = new Set(['testEnvironment', 'hermetic', 'reporters', 'id', 'seed']);
  return JSON.parse(JSON.stringify(shown), (name, value: unknown) => (touched.has(name) ? undefined : value));
}
