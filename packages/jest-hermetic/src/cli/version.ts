import { readFileSync } from 'node:fs';
import path from 'node:path';

/** The version of this package; its package.json stands two directories up from the sources and from the build. */
export function readVersion(): string {
  const manifest = path.join(__dirname, '../../package.json');
  return (JSON.parse(readFileSync(manifest, 'utf8')) as { version: string }).version;
}
