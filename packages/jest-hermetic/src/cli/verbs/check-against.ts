import {
  compareBaselines,
  exitCodeOf,
  ownerExistsIn,
  readBaseBaseline,
  readBaselineFile,
  renamesSince,
  type BaselineChange,
  type NoBase,
} from '@jest-hermetic/baseline';
import { EXIT_CODES } from '@jest-hermetic/leak-record';
import { CliError, nothingJudged, usageError } from '../cli-error';
import type { Host } from '../host';
import { loadProject } from '../project/load-project';

/**
 * Compares the baseline with that of the merge base of HEAD and `ref`, and refuses growth. Reads no report and runs
 * no test.
 * @throws {CliError} exit code 2 for a ref that is not there, 5 when git has nothing to compare with.
 */
export function checkAgainst(host: Host, ref: string, jestArguments: readonly string[]): number {
  const project = loadProject(host, jestArguments);
  const shownPath = project.options.baseline;
  const { baseline: now } = readBaselineFile(project.baselineFile, shownPath);
  const base = readBaseBaseline(project.rootDir, shownPath, ref, now);
  if ('fault' in base) throw noBase(base, ref, shownPath);
  if (base.isNew) {
    host.print(`${shownPath} is new on this branch: ${count(now.entries.length, 'line')}, nothing to compare with.`);
    return EXIT_CODES.clean;
  }
  const exists = ownerExistsIn(project.rootDir);
  const lost = base.start.entries.map(({ owner }) => owner).filter((owner) => !exists(owner));
  const change = compareBaselines({
    start: base.start,
    tip: base.tip,
    now,
    ownerExists: exists,
    renames: renamesSince(project.rootDir, lost),
  });
  if (base.movedFrom.length > 0) {
    host.print(`${shownPath} is compared with ${base.movedFrom.join(', ')}, which it replaces.`);
  }
  for (const line of describeChange(change, ref, shownPath)) host.print(line);
  const { code, reasons } = exitCodeOf({
    usage: 0,
    nothingJudged: false,
    grewAgainstBase: change.grew.length,
    leaks: 0,
    stale: 0,
    staleMode: 'fail',
    unwatched: 0,
  });
  for (const reason of reasons) host.print(reason);
  return code;
}

function describeChange({ grew, moved, shrank, behind }: BaselineChange, ref: string, shownPath: string): string[] {
  const nameOf = ({ owner, kind, key }: { owner: string; kind: string; key: string }) => `${owner} ${kind} ${key}`;
  return [
    ...grew.map(({ entry, before }) => {
      const sites = before === 0 && entry.sites === 1 ? '' : `  x${before} -> x${entry.sites}`;
      return `grew    ${shownPath}:${entry.line}  ${nameOf(entry)}${sites}`;
    }),
    ...moved.map(({ entry, from }) => `moved   ${shownPath}:${entry.line}  ${nameOf(entry)}, from ${from}`),
    ...behind.map(({ entry, there }) => {
      const done = there === 0 ? 'dropped it' : `lowered it to x${there}`;
      return `behind  ${shownPath}:${entry.line}  ${nameOf(entry)}: ${ref} ${done} since`;
    }),
    `${grew.length} grew · ${moved.length} moved · ${shrank.length} shrank · ${behind.length} behind ${ref}`,
    ...(grew.length > 0 ? [`Fix what was added instead of listing it. The list may only shrink.`] : []),
    ...(behind.length > 0 ? [`Merge or rebase onto ${ref} to take over what was fixed there.`] : []),
  ];
}

const DEEPEN = 'Fetch the whole history first (git fetch --unshallow; in actions/checkout: fetch-depth: 0).';

function noBase({ fault, shallow }: NoBase, ref: string, shownPath: string): CliError {
  switch (fault) {
    case 'no-repository':
      return nothingJudged(
        'check --against compares two versions of a file, and here is no git repository, or git is not installed.',
      );
    case 'outside':
      return nothingJudged(
        `${shownPath} lies outside of the git repository, so git has nothing to compare it with. Put it where it is committed.`,
      );
    case 'no-ref':
      return usageError(
        `git knows no ${ref} here. ${shallow ? 'This clone is shallow. ' : ''}Fetch it first, for example: git fetch origin ${ref.replace(/^origin\//, '')}`,
      );
    case 'no-merge-base':
      return nothingJudged(
        `HEAD and ${ref} have no common commit${shallow ? ' in this shallow clone' : ''}, so there is no base to compare with. ${shallow ? DEEPEN : `Name the branch that this one came from.`}`,
      );
    case 'no-history':
      return nothingJudged(
        `${shownPath} is not at the base, and this clone is too shallow to tell whether it ever was. ${DEEPEN}`,
      );
  }
}

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`;
}
