import { realPathOf } from '@jest-hermetic/baseline/real-path';
import path from 'node:path';

/**
 * Where `rootDir` lies as seen from the directory of the report file, with `/`. By real paths, since node_modules, in
 * which the report lies by default, may be a link that several working trees share; relative, so that a container that
 * has the tree in another place says the same.
 */
export function rootFromReport(rootDir: string, reportFile: string): string {
  const relative = path.relative(path.dirname(realPathOf(reportFile)), realPathOf(rootDir));
  return relative.split(path.sep).join('/') || '.';
}
