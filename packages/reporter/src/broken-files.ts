import { groupBy } from '@jest-hermetic/baseline/group-by';
import type { FileRecord, FoundLeak, Kind } from '@jest-hermetic/leak-record';
import type { RanFile } from './run-facts';

/** What the files of a worker share, and with them Jest and its transforms. */
const SHARED: ReadonlySet<Kind> = new Set<Kind>([
  'core-module-mutated',
  'host-object-mutated',
  'process-state',
  'host-require-cache',
]);

const MOST_NAMED = 3;

/**
 * What may have kept files from running to their end: leaks that an earlier file of the same worker had left in what
 * Jest itself uses. `uncontained` are the projects whose files' leaks are not put back.
 */
export function causesOfBrokenFiles(
  records: readonly FileRecord[],
  ran: readonly RanFile[],
  uncontained: ReadonlySet<string>,
): string[] {
  const broken = ran.filter(({ execError }) => execError !== null);
  const open = new Set(ran.filter(({ project }) => uncontained.has(project)).map(({ path }) => path));
  const found = broken.flatMap(({ path, execError }) => {
    const record = records.find((own) => own.path === path);
    const earlier = records.filter((own) => own.worker === record?.worker && own.ordinal < record.ordinal);
    const left = earlier.flatMap((own) => own.leaks.filter((leak) => wasLeft(leak, open.has(own.path))).map(nameOf));
    return left.length === 0 ? [] : [{ path, execError, left: listed([...new Set(left)]) }];
  });
  return [...groupBy(found, ({ left, execError }) => `${left}\n${execError}`)].map(([, group]) => {
    const { left, execError } = group[0]!;
    const files = listed(group.map(({ path }) => path));
    return (
      `${files} could not be run (${execError}): before, in the same worker, ${left} leaked, which Jest and its ` +
      `transforms use as well. Mend that first; contain: 'file' keeps such a change within its file.`
    );
  });
}

function wasLeft({ kind, stays }: FoundLeak, isOpen: boolean): boolean {
  return SHARED.has(kind) && (isOpen || stays !== undefined);
}

function nameOf({ owner, key }: FoundLeak): string {
  return `${key} of ${owner}`;
}

function listed(names: readonly string[]): string {
  const more = names.length - MOST_NAMED;
  return `${names.slice(0, MOST_NAMED).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}
