import type { HermeticOptions } from '@jest-hermetic/leak-record';
import type { Project } from '../harness';
import { COMMON_JS, type Dialect } from './dialect';
import { leakSuite, type Suite } from './suite';

/** One way to run the suite: a base environment, a transform, or a layout of files. */
export interface Row extends Suite {
  name: string;
  /** Options of Jest, of this project only. */
  config: Record<string, unknown>;
  hermetic?: Partial<HermeticOptions>;
  /** Needs `--experimental-vm-modules`. */
  isEsm: boolean;
  /** What cannot be written as a file: a link, a copy of a package. */
  prepare?(project: Project, folder: string): void;
  /** Says little that other rows do not say: run by the script, and where everything is run. */
  isExtra?: boolean;
}

type Rest = Pick<Row, 'name'> & Partial<Omit<Row, 'name' | 'leaks' | 'isEsm'>>;

/** The suite in a dialect (default: plain CommonJS), with the row's own files beside it. */
export function rowOf({ files, ...rest }: Rest, dialect: Dialect = COMMON_JS): Row {
  const suite = leakSuite(dialect);
  return { config: {}, isEsm: dialect.isEsm, ...rest, leaks: suite.leaks, files: { ...suite.files, ...files } };
}

/** The options by which Jest finds and loads files of one extension. */
export function extensions(extension: string): Record<string, unknown> {
  return { testMatch: [`**/*.test${extension}`], moduleFileExtensions: [extension.slice(1), 'js', 'json'] };
}
