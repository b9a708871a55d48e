import { GRADES, reachesGate, type FoundLeak, type Grade, type Kind, type LeakScope } from '@jest-hermetic/leak-record';

/** The kinds whose state dies with the file: only for them does a scope tell how far it reached on its own. */
export const IN_FILE_KINDS: ReadonlySet<Kind> = new Set<Kind>(['module-purged', 'mock-registered', 'export-mutated']);

/**
 * The distinct owner sites of a leak, as strings that are equal for the same place; with `gate`, only those at or
 * above it. One for a leak of which no place is known.
 */
export function ownerSitesOf(leak: FoundLeak, gate: Grade = 'latent', contained = false): Set<string> {
  if (!reachesGate(gate, leak, contained)) return new Set();
  if (leak.scopes.length === 0) return new Set([siteOf(leak, null)]);
  // The strongest scope gave the leak its grade; where none shows it, the scopes do not tell and count alike.
  const graded = IN_FILE_KINDS.has(leak.kind) && leak.scopes.some((scope) => !isWeaker(gradeOf(scope), leak.grade));
  const counting = leak.scopes.filter((scope) => {
    const grade = graded && isWeaker(gradeOf(scope), leak.grade) ? gradeOf(scope) : leak.grade;
    return reachesGate(gate, { kind: leak.kind, grade }, contained);
  });
  return new Set(counting.map((scope) => siteOf(leak, scope)));
}

function siteOf(leak: FoundLeak, scope: LeakScope | null): string {
  const site = scope?.ownerSite ?? leak.site;
  return site === null ? '' : `${site.line}:${site.column}:${site.file}`;
}

/** How far one scope of a leak reached, as far as its receipts tell. */
function gradeOf(scope: LeakScope): Grade {
  if (scope.observedBy.some((receipt) => !receipt.sameTestRetry)) return 'observed';
  return scope.escapedTo === null ? 'latent' : 'escaped';
}

function isWeaker(grade: Grade, than: Grade): boolean {
  return GRADES.indexOf(grade) < GRADES.indexOf(than);
}
