import { readFileSync } from 'node:fs';
import path from 'node:path';

/** The version of this package. */
export function ownVersion(): string {
  const text = readFileSync(path.join(__dirname, '..', 'package.json'), 'utf8');
  return (JSON.parse(text) as { version: string }).version;
}
