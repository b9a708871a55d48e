import { addEntries, type Baseline } from '@jest-hermetic/baseline';
import { OUTSIDE_OWNER, type Kind, type ReportEntry } from '@jest-hermetic/leak-record';
import { usageError } from '../cli-error';
import type { EntryGroups } from './judge-report';

/** Which leaks to accept; a null matches everything. */
export interface AcceptRequest {
  owner: string;
  kind: Kind | null;
  key: string | null;
  reason: string;
}

/** The baseline with the accepted leaks in it, and those leaks. */
export interface AcceptPlan {
  baseline: Baseline;
  accepted: ReportEntry[];
}

/**
 * Adds the new and grown leaks that match, each with the reason as its comment.
 * @throws {CliError} exit code 2 when nothing matches; the message lists what could be accepted.
 */
export function planAccept(baseline: Baseline, groups: EntryGroups, request: AcceptRequest): AcceptPlan {
  if (request.owner === OUTSIDE_OWNER) {
    throw usageError(
      `${OUTSIDE_OWNER} cannot be accepted: it is no file, but what was changed before a file began. ` +
        'It never fails a run.',
    );
  }
  const candidates = [...groups.new, ...groups.grown];
  const accepted = candidates.filter((entry) => matches(entry, request));
  if (accepted.length === 0) throw usageError(nothingMatches(candidates, request));

  return { baseline: addEntries(baseline, accepted, request.reason), accepted };
}

function matches(entry: ReportEntry, { owner, kind, key }: AcceptRequest): boolean {
  return entry.owner === owner && (kind === null || entry.kind === kind) && (key === null || entry.key === key);
}

function nothingMatches(candidates: readonly ReportEntry[], { owner, kind, key }: AcceptRequest): string {
  const wanted = [owner, kind, key].filter((part) => part !== null).join(' ');
  const lines = candidates.map((entry) => `  ${entry.owner} ${entry.kind} ${entry.key}`);
  return lines.length === 0
    ? `Nothing matches ${wanted}: the last report has no new and no grown leak.`
    : [`Nothing in the last report matches ${wanted}. It could be one of:`, ...lines].join('\n');
}
