// Everything else is dropped: Jest and we change our output under CI services, agents and colour variables, and the
// outer Jest's own variables (JEST_WORKER_ID, NODE_ENV, JEST_HERMETIC_*) must not reach the inner one.
const PASSED_ON = new Set([
  'APPDATA',
  'COMSPEC',
  'HOME',
  'LANG',
  'LOCALAPPDATA',
  'PATH',
  'PATHEXT',
  'SYSTEMROOT',
  'TEMP',
  'TMP',
  'TMPDIR',
  'USERPROFILE',
]);

/** The environment for a command under test: what the system needs, no colour, and `extra`. */
export function cleanEnvironment(extra: Record<string, string> = {}): Record<string, string> {
  const kept = Object.entries(process.env).filter(([name]) => PASSED_ON.has(name.toUpperCase()));
  return { ...(Object.fromEntries(kept) as Record<string, string>), FORCE_COLOR: '0', ...extra };
}
