/** The kinds of shared module state that can leak. One surface of the environment watches each. */
export const KINDS = [
  'module-purged',
  'mock-registered',
  'export-mutated',
  'core-module-mutated',
  'host-object-mutated',
  'process-state',
  'host-require-cache',
] as const;

/** One kind of leak: what sort of shared state an act changed. */
export type Kind = (typeof KINDS)[number];

/** How far a leak reached, weakest first. */
export const GRADES = ['latent', 'escaped', 'observed'] as const;

/**
 * How far a leak reached: `latent` was in force at the end of its scope, `escaped` until the end of an outside
 * test's body, `observed` was really received by an outside test or hook.
 */
export type Grade = (typeof GRADES)[number];

/** The kinds for which the receipt itself can be seen; every other kind ends at `escaped`. */
export const OBSERVABLE_KINDS: ReadonlySet<Kind> = new Set<Kind>(['module-purged', 'mock-registered']);

/** Whether `value` is one of {@link KINDS}. */
export function isKind(value: unknown): value is Kind {
  return (KINDS as readonly unknown[]).includes(value);
}

/** Whether `value` is one of {@link GRADES}. */
export function isGrade(value: unknown): value is Grade {
  return (GRADES as readonly unknown[]).includes(value);
}

/** The stronger of two grades. */
export function strongerGrade(a: Grade, b: Grade): Grade {
  return GRADES.indexOf(a) >= GRADES.indexOf(b) ? a : b;
}

/**
 * Whether a leak counts under `gate`. `gate: 'observed'` counts the kinds whose receipt cannot be seen, and what
 * `contain: 'scope'` put back (`contained`), from `escaped`.
 */
export function reachesGate(gate: Grade, leak: { kind: Kind; grade: Grade }, contained = false): boolean {
  const threshold = gate === 'observed' && (contained || !OBSERVABLE_KINDS.has(leak.kind)) ? 'escaped' : gate;
  return GRADES.indexOf(leak.grade) >= GRADES.indexOf(threshold);
}
