import type { HermeticOptions } from '@jest-hermetic/leak-record';

/** What one Jest run was, as plain data. All paths are relative to the global rootDir with `/`. */
export interface RunFacts {
  complete: boolean;
  partialBecause: string[];
  shard: { index: number; count: number } | null;
  seed: number | null;
  workers: number | null;
  /** Milliseconds since the epoch. */
  endedAt: number;
  /** The test files that Jest ran and that left no record. */
  withoutRecord: FileWithoutRecord[];
  stale: HermeticOptions['stale'];
  /** All `ignore` rules, to tell which matched nothing; each project's are numbered in their own records. */
  ignores: ProjectIgnores[];
}

/** A test file that Jest ran and that left no record. */
export interface FileWithoutRecord {
  path: string;
  /** `unguarded` ran under another environment; `missing` should have left a record. */
  status: 'unguarded' | 'missing';
  because: string;
}

/** The `ignore` rules of one project, and the test files that it ran. */
export interface ProjectIgnores {
  rules: HermeticOptions['ignore'];
  files: string[];
}

/** A test file that Jest ran, from its result. */
export interface RanFile {
  path: string;
  /** First line of the error that kept it from running to its end; null when nothing did. */
  execError: string | null;
  /** Name of its project. */
  project: string;
}
