import { existsSync } from 'node:fs';
import path from 'node:path';
import type { Report } from '@jest-hermetic/leak-record';
import { usageError } from '../cli-error';
import type { Host } from '../host';
import { listTests } from '../project/jest-binary';
import type { Project } from '../project/read-project';

/** With more files than this in one run a trace would be a run of the suite. */
const MOST_FILES = 20;

/** Owners are written as a report writes them; as typed in the working directory they are found, too. */
export function ownerAsReported(owner: string, { cwd }: Host, { rootDir }: Project, report: Report | null): string {
  if (owner.startsWith('node_modules/') || report?.leaks.some((leak) => leak.owner === owner) === true) return owner;
  if (existsSync(path.resolve(rootDir, owner))) return owner.replaceAll('\\', '/');
  const typed = path.resolve(cwd, owner);
  if (existsSync(typed)) return path.relative(rootDir, typed).replaceAll('\\', '/');
  throw usageError(`There is no ${owner} here, and the last report has no leak of that owner.`);
}

/** The test files (absolute) in which the code of an owner runs: itself, or those that are known to run it. */
export function filesOfOwner(
  owner: string,
  host: Host,
  { rootDir }: Project,
  report: Report | null,
  jestArguments: readonly string[],
): string[] {
  const absolute = (file: string): string => path.resolve(rootDir, file);
  const guarded = report?.files.filter((file) => file.guarded) ?? [];
  if (guarded.some((file) => file.path === owner)) return [absolute(owner)];
  const all = listTests(host.cwd, host.env, jestArguments);
  if (all.some((file) => path.relative(absolute(owner), file) === '')) return [absolute(owner)];
  const running = guarded.filter(({ evaluated }) => evaluated.includes(owner)).map((file) => absolute(file.path));
  if (running.length > 0) return running.slice(0, MOST_FILES);
  const related = owner.startsWith('node_modules/')
    ? []
    : listTests(host.cwd, host.env, [...jestArguments, '--findRelatedTests', absolute(owner)]);
  // Setup files and packages are related to no test that Jest knows of.
  const files = related.length > 0 ? related : guarded.length > 0 ? guarded.map((file) => absolute(file.path)) : all;
  return files.slice(0, MOST_FILES);
}
