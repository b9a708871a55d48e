import type { Report } from '@jest-hermetic/leak-record';
import { listed, UNKNOWN_JEST, unwatchedKinds } from '@jest-hermetic/reporter';

/** What to say when this Jest let no file be watched as a whole; empty otherwise. Such a run is never clean. */
export function unwatchedLines({ files, jest }: Pick<Report, 'files' | 'jest'>): string[] {
  const kinds = unwatchedKinds(files);
  if (kinds.length === 0) return [];
  const version = jest === null ? 'this Jest' : `Jest ${jest}`;
  return [
    `${listed(kinds)} could not be watched on ${version}, so the run is not known to be clean of them. ${UNKNOWN_JEST}`,
  ];
}

/** What a list made from the report may lack, by the reason: files that prove nothing may hide leaks. */
export function hiddenLines({ files }: Pick<Report, 'files'>): string[] {
  const counts = new Map<string, number>();
  for (const { guarded, exercised, unexercisedBecause } of files) {
    if (!guarded || exercised) continue;
    const because = unexercisedBecause ?? 'it did not run to its end';
    counts.set(because, (counts.get(because) ?? 0) + 1);
  }
  const total = [...counts.values()].reduce((sum, count) => sum + count, 0);
  if (total === 0) return [];
  const reasons = [...counts].toSorted(([, a], [, b]) => b - a).map(([because, count]) => `${because} (${count})`);
  const shown = [...reasons.slice(0, MOST_REASONS), ...(reasons.length > MOST_REASONS ? ['and others'] : [])];
  return [
    `${total} test ${total === 1 ? 'file' : 'files'} may hide leaks that are not in the list: ${shown.join(', ')}.`,
  ];
}

const MOST_REASONS = 3;
