/** The candidate that a misspelt `name` was most likely meant to be, or null when none is near. */
export function nearestOf(name: string, candidates: readonly string[]): string | null {
  const wanted = name.toLowerCase();
  const limit = Math.max(1, Math.floor(wanted.length / 3));
  const ranked = candidates
    .filter((candidate) => Math.abs(candidate.length - wanted.length) <= limit)
    .map((candidate) => ({ candidate, distance: editDistance(wanted, candidate.toLowerCase()) }))
    .filter(({ distance }) => distance <= limit)
    .toSorted((a, b) => a.distance - b.distance || sharedStart(wanted, b.candidate) - sharedStart(wanted, a.candidate));
  return ranked[0]?.candidate ?? null;
}

/** How many leading characters agree: people misspell the beginning of a word least. */
function sharedStart(a: string, b: string): number {
  let length = 0;
  while (length < a.length && a[length] === b[length]?.toLowerCase()) length++;
  return length;
}

function editDistance(a: string, b: string): number {
  let above = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let row = 1; row <= a.length; row++) {
    const current = [row];
    for (let column = 1; column <= b.length; column++) {
      const replaced = above[column - 1]! + (a[row - 1] === b[column - 1] ? 0 : 1);
      current.push(Math.min(replaced, above[column]! + 1, current[column - 1]! + 1));
    }
    above = current;
  }
  return above[b.length]!;
}
