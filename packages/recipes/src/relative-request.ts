/**
 * How the file `from` asks for the file `to`: `./x.js`, `../src/x.js`. Both are relative to rootDir, with `/`. Our own
 * and not node:path's, whose functions call each other through the object that a test may have patched for good.
 */
export function relativeRequest(from: string, to: string): string {
  const directories = from.split('/').slice(0, -1);
  const parts = to.split('/');
  let shared = 0;
  while (shared < directories.length && directories[shared] === parts[shared]) shared += 1;
  const up = directories.slice(shared).map(() => '..');
  const relative = [...up, ...parts.slice(shared)].join('/');
  return relative.startsWith('../') ? relative : `./${relative}`;
}
