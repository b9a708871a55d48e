import { delimiter } from 'node:path';
import { packageOf, relativePath } from '../site/file-paths';

/**
 * The absolute path in one of Jest's module ids (`user:/d/x.js:{...}:`), or null when the id has none (core modules).
 * The separator is the platform's path delimiter, so on Windows a drive letter cannot be mistaken for it.
 */
export function pathOfModuleId(id: string, separator: string = delimiter): string | null {
  const [type, path] = id.split(separator);
  if (type !== 'user' || path === undefined || path.startsWith('{')) return null;
  return path;
}

/**
 * How a mocked module is named in reports and in the baseline (DESIGN 2.6): a project file by its path, a file of a
 * package and a virtual bare name as requested, a core module with `node:`.
 */
export function mockKey(module: {
  request: string;
  path: string | null;
  isCore: boolean;
  virtual: boolean;
  rootDir: string;
}): string {
  const { request, path, isCore, virtual, rootDir } = module;
  if (isCore) return request.startsWith('node:') ? request : `node:${request}`;
  const bare = !/^(?:\.{1,2}(?:[\\/]|$)|[\\/]|[A-Za-z]:[\\/])/.test(request);
  if (virtual && bare) return request;
  if (path === null) return request;
  const owner = packageOf(path);
  if (owner === null) return relativePath(rootDir, path);
  if (bare) return request;
  return path.replaceAll('\\', '/').replace(/^(?:.*\/)?node_modules\//, '');
}
