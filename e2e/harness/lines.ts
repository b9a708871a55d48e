import { existsSync, readFileSync } from 'node:fs';
import { delimiter, dirname, join, resolve } from 'node:path';

/** One installed Jest, with the directory below which the projects for it are made. */
export interface JestLine {
  /** The version of Jest: `29.7.0`. */
  name: string;
  /** Absolute path; plain module resolution from below it finds this Jest and jest-hermetic. */
  dir: string;
  /** Absolute path of the script that is the `jest` command. */
  jestBin: string;
}

/** The root of the repository. */
export const REPOSITORY = resolve(__dirname, '../..');

/** Whether what is the same on every line is to be run on each all the same: E2E_LINES names them, or E2E_ALL is set. */
export function runsEverywhere(): boolean {
  return Boolean(process.env['E2E_LINES'] ?? process.env['E2E_ALL']);
}

/** The lines to test: the oldest and the newest that are installed here, or the directories in `E2E_LINES`. */
export function jestLines(): JestLine[] {
  const replaced = process.env['E2E_LINES'];
  const dirs = replaced ? replaced.split(delimiter).filter(Boolean) : [join(REPOSITORY, 'e2e/jest-29'), REPOSITORY];
  return dirs.map((dir) => readLine(resolve(REPOSITORY, dir)));
}

/** Finds the Jest that modules in `dir` would load. Throws when there is none. */
export function readLine(dir: string): JestLine {
  const manifest = findPackage('jest', dir);
  if (!manifest) throw new Error(`No jest is installed at or above ${dir}. Install it there, or fix E2E_LINES.`);
  const { version, bin } = readManifest(manifest);
  return { name: version, dir, jestBin: join(dirname(manifest), binPath(bin, 'jest')) };
}

/** The absolute path of the script behind the command `name` of the package `name`, seen from `dir`. */
export function findBin(name: string, dir: string): string {
  const manifest = findPackage(name, dir);
  if (!manifest) throw new Error(`No package ${name} is installed at or above ${dir}. Run npm ci first.`);
  return join(dirname(manifest), binPath(readManifest(manifest).bin, name));
}

// Not require.resolve: a package's `exports` may hide its package.json.
function findPackage(name: string, from: string): string | null {
  for (let dir = from; ; dir = dirname(dir)) {
    const manifest = join(dir, 'node_modules', name, 'package.json');
    if (existsSync(manifest)) return manifest;
    if (dir === dirname(dir)) return null;
  }
}

function readManifest(file: string): { version: string; bin?: string | Record<string, string> } {
  return JSON.parse(readFileSync(file, 'utf8')) as { version: string; bin?: string | Record<string, string> };
}

function binPath(bin: string | Record<string, string> | undefined, name: string): string {
  const path = typeof bin === 'string' ? bin : bin?.[name];
  if (!path) throw new Error(`The package ${name} declares no command of that name.`);
  return path;
}
