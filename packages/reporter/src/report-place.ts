import { realpathSync } from 'node:fs';
import path from 'node:path';

/**
 * Where `rootDir` lies as seen from the directory of the report file, with `/`. By real paths, since node_modules, in
 * which the report lies by default, may be a link that several working trees share; relative, so that a container that
 * has the tree in another place says the same.
 */
export function rootFromReport(rootDir: string, reportFile: string): string {
  const relative = path.relative(path.dirname(realPath(reportFile)), realPath(rootDir));
  return relative.split(path.sep).join('/') || '.';
}

/** The real path of a file that may not be there yet. */
function realPath(file: string): string {
  try {
    return realpathSync(file);
  } catch {
    const parent = path.dirname(file);
    return parent === file ? file : path.join(realPath(parent), path.basename(file));
  }
}
