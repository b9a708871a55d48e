import { readFileSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import { writeAtomically } from '@jest-hermetic/baseline';
import { showConfig } from '../project/jest-binary';
import { readProject } from '../project/read-project';
import type { Host } from '../host';
import { findConfigFile, type ConfigFile } from './config-file';
import { editJsonConfig, editScriptConfig, type EditedConfig } from './edit-config';
import { findMissingLines, isComplete, type MissingLines } from './missing-lines';

/** What became of the config: the file that was edited, or why none was. */
export type AppliedConfig = { edited: string } | { refused: string };

/**
 * Writes the missing lines into the project's config. The edited file is loaded through Jest, and the old bytes are put
 * back unless Jest then has our environment and reporter and everything else as before.
 */
export function applyConfig(host: Host, jestArguments: readonly string[], missing: MissingLines): AppliedConfig {
  const file = findConfigFile(host.cwd, jestArguments);
  if ('unknown' in file) return { refused: file.unknown };
  const before = readFileSync(file.path, 'utf8');
  const shownBefore = showConfig(host.cwd, host.env, jestArguments);
  const edit = editConfig(file, before, missing);
  if ('refused' in edit) return { refused: `${file.path} was left alone: ${edit.refused}` };

  writeAtomically(file.path, edit.text);
  const fault = findFault(host, jestArguments, shownBefore);
  if (fault === null) return { edited: file.path };
  writeAtomically(file.path, before);
  return { refused: `${file.path} was put back as it was: ${fault}` };
}

function editConfig(file: ConfigFile, text: string, missing: MissingLines): EditedConfig {
  if (file.form === 'script') return editScriptConfig(text, missing);
  return editJsonConfig(text, missing, file.form === 'json' ? 'file' : 'package');
}

function findFault(host: Host, jestArguments: readonly string[], shownBefore: unknown): string | null {
  try {
    const shown = showConfig(host.cwd, host.env, jestArguments);
    if (!isComplete(findMissingLines(readProject(shown)))) return 'Jest does not see the new lines';
    return isDeepStrictEqual(withoutOurLines(shown), withoutOurLines(shownBefore))
      ? null
      : 'the edit changed other settings too';
  } catch (error) {
    return (error as Error).message;
  }
}

/** What of a shown config must survive the edit; `id` and `seed` differ from call to call. */
function withoutOurLines(shown: unknown): unknown {
  const touched = new Set(['testEnvironment', 'testEnvironmentOptions', 'reporters', 'id', 'seed']);
  return JSON.parse(JSON.stringify(shown), (name, value: unknown) => (touched.has(name) ? undefined : value));
}
