import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { HermeticOptions } from '@jest-hermetic/leak-record';
import type { JestLine } from './lines';

/** Contents by path relative to the project; what is not a string is written as JSON. */
export type ProjectFiles = Record<string, unknown>;

/** A tiny Jest project on disk, made for one line of Jest. */
export interface Project {
  /** Absolute path: the rootDir. */
  dir: string;
  line: JestLine;
  /** Adds or overwrites files. */
  write(files: ProjectFiles): void;
  /** The text of one file, or null when there is none. */
  read(path: string): string | null;
  /** Whether there is such a file or directory. */
  has(path: string): boolean;
  /** Deletes one file or directory. */
  remove(path: string): void;
  /** A new directory beside the project, for what a run writes that is no part of the project. */
  scratch(name: string): string;
}

/** What {@link withHermetic} writes besides the two lines of the README. */
export interface WithHermeticOptions {
  /** `testEnvironmentOptions.hermetic`. */
  options?: Partial<HermeticOptions>;
  /** Default: `jest-hermetic`. */
  environment?: string;
  /** Default: `['default', 'jest-hermetic/reporter']`. */
  reporters?: unknown[];
}

/** The name that {@link withHermetic} gives to the configuration it found: for `--config`, to run without us. */
export const PLAIN_CONFIG = 'plain.config.js';

const workplaces = new Set<string>();

/** Makes a project from files, or as a copy of a directory. It lies below the directory of the line. */
export function createProject(source: ProjectFiles | string, line: JestLine): Project {
  const root = join(line.dir, '.work');
  mkdirSync(root, { recursive: true });
  const workplace = mkdtempSync(join(root, `${typeof source === 'string' ? basename(source) : 'project'}-`));
  workplaces.add(workplace);
  const project = openProject(join(workplace, 'project'), workplace, line);
  mkdirSync(project.dir);
  if (typeof source === 'string') cpSync(source, project.dir, { recursive: true });
  else project.write(source);
  return project;
}

/** Deletes every project made so far, unless `KEEP=1`. */
export function removeProjects(): void {
  if (process.env['KEEP'] !== '1') {
    for (const dir of workplaces) rmSync(dir, { recursive: true, force: true, maxRetries: 3 });
  }
  workplaces.clear();
}

/**
 * Adds the environment and the reporter to a project whose jest.config.js does not have them. The configuration that
 * was there stays as {@link PLAIN_CONFIG}.
 */
export function withHermetic(project: Project, { options, environment, reporters }: WithHermeticOptions = {}): Project {
  const config = join(project.dir, 'jest.config.js');
  if (!existsSync(config)) throw new Error(`${project.dir} has no jest.config.js; withHermetic reads no other form.`);
  if (project.has(PLAIN_CONFIG)) throw new Error(`withHermetic was already called for ${project.dir}.`);
  renameSync(config, join(project.dir, PLAIN_CONFIG));
  const added = {
    testEnvironment: environment ?? 'jest-hermetic',
    reporters: reporters ?? ['default', 'jest-hermetic/reporter'],
  };
  project.write({
    'jest.config.js': [
      `const plain = require('./${PLAIN_CONFIG}');`,
      '',
      'module.exports = {',
      '  ...plain,',
      `  ...${JSON.stringify(added)},`,
      `  testEnvironmentOptions: { ...plain.testEnvironmentOptions, hermetic: ${JSON.stringify(options ?? {})} },`,
      '};',
      '',
    ].join('\n'),
  });
  return project;
}

function openProject(dir: string, workplace: string, line: JestLine): Project {
  return {
    dir,
    line,
    write(files) {
      for (const [path, content] of Object.entries(files)) {
        const file = join(dir, path);
        mkdirSync(dirname(file), { recursive: true });
        writeFileSync(file, typeof content === 'string' ? content : `${JSON.stringify(content, null, 2)}\n`);
      }
    },
    read: (path) => (existsSync(join(dir, path)) ? readFileSync(join(dir, path), 'utf8') : null),
    has: (path) => existsSync(join(dir, path)),
    remove: (path) => rmSync(join(dir, path), { recursive: true, force: true }),
    scratch: (name) => mkdtempSync(join(workplace, `${name}-`)),
  };
}
