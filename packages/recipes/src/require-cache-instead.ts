import { relativeRequest } from './relative-request';

const SOURCE_EXTENSION = /\.(?:[cm]?[jt]s|[jt]sx)$/;

/** What to write instead of a deletion from `require.cache`, or an assignment to it; both paths relative to rootDir. */
export function requireCacheInstead(module: string, owner: string): string {
  const inPackage = module.split('node_modules/').at(-1);
  const dotted = relativeRequest(owner, module).replace(SOURCE_EXTENSION, '');
  const request = module.includes('node_modules/') ? inPackage : dotted;
  return `jest.isolateModules(() => { require('${request}'); }), or jest.resetModules() before the next require`;
}
