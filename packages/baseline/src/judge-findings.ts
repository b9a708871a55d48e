import {
  OUTSIDE_OWNER,
  compareIdentities,
  identityOf,
  type EntryVerdict,
  type Leak,
  type LeakVerdict,
} from '@jest-hermetic/leak-record';
import { findIdentities, type FoundIdentity, type WeighedLeak } from './find-identities';
import { judgeEntry, newEntry, tooMany } from './judge-entry';
import type { JudgeInput, Judgement } from './judge-input';
import { pairMoved } from './pair-moved';
import { indexRun } from './run-index';
import { sharedStateOf } from './shared-state';

/** See `judge`. */
export function judgeFindings(input: JudgeInput): Judgement {
  const { identities, leaks } = findIdentities(input.records);
  const entries = emptyLists();
  const verdicts = new Map<string, LeakVerdict>();
  const run = indexRun(input);
  const shared = sharedStateOf(
    identities.values(),
    leaks.map(({ leak }) => leak),
    run,
  );
  const listed = new Set(input.baseline.entries.map(identityOf));

  for (const entry of input.baseline.entries) {
    const identity = identityOf(entry);
    const { verdict, entry: judged } = judgeEntry(entry, identities.get(identity), run, shared);
    entries[verdict].push(judged);
    verdicts.set(identity, verdict === 'grown' ? 'grown' : 'known');
  }

  const unlisted = [...identities].filter(([identity, found]) => found.gated.size > 0 && !listed.has(identity));
  entries.new = unlisted.map(([, found]) => newEntry(found));
  for (const [identity, verdict] of applyMoves(entries, identities, input.renames)) verdicts.set(identity, verdict);

  for (const list of Object.values(entries)) list.sort(compareIdentities);
  const judgedLeaks = leaks.map((weighed) => judgeLeak(weighed, verdicts));
  return { leaks: judgedLeaks, entries, counts: countVerdicts(judgedLeaks, entries) };
}

function judgeLeak({ leak, counts }: WeighedLeak, verdicts: ReadonlyMap<string, LeakVerdict>): Leak {
  const verdict = ((): LeakVerdict => {
    if (leak.owner === OUTSIDE_OWNER) return 'unattributed';
    if (counts) return verdicts.get(identityOf(leak)) ?? 'new';
    return leak.allowed === null ? 'below-gate' : 'allowed';
  })();
  return { ...leak, verdict, reproduce: null };
}

/** Takes the pairs out of `gone` and `new`; answers the verdict on the leaks of each new owner, by identity. */
function applyMoves(
  entries: Judgement['entries'],
  identities: ReadonlyMap<string, FoundIdentity>,
  renames: ReadonlyMap<string, string>,
): Map<string, LeakVerdict> {
  const verdicts = new Map<string, LeakVerdict>();
  const moves = pairMoved(entries.gone, entries.new, renames);
  const paired = new Set(moves.flatMap(({ from, to }) => [from, to]));
  entries.gone = entries.gone.filter((entry) => !paired.has(entry));
  entries.new = entries.new.filter((entry) => !paired.has(entry));
  for (const { from, to, byGit } of moves) {
    const because = byGit
      ? `git knows ${to.owner} as its new name`
      : `${to.owner} has the same base name and the same leak`;
    const { allowed, line } = from;
    const sites = identities.get(identityOf(to))!.alive.size;
    const grew = to.sites > allowed;
    entries.moved.push({ ...from, sites, because, movedTo: to.owner });
    if (grew) entries.grown.push({ ...to, allowed, line, because: tooMany(to.sites, allowed) });
    verdicts.set(identityOf(to), grew ? 'grown' : 'known');
  }
  return verdicts;
}

function emptyLists(): Judgement['entries'] {
  return { new: [], grown: [], known: [], shrunk: [], fixed: [], gone: [], moved: [], unexercised: [] };
}

function countVerdicts(leaks: readonly Leak[], entries: Judgement['entries']): Judgement['counts'] {
  const ofLeaks: Record<LeakVerdict, number> = {
    new: 0,
    grown: 0,
    known: 0,
    'below-gate': 0,
    allowed: 0,
    unattributed: 0,
  };
  for (const { verdict } of leaks) ofLeaks[verdict]++;
  const lengths = Object.entries(entries).map(([verdict, list]) => [verdict, list.length]);
  const ofEntries = Object.fromEntries(lengths) as Record<EntryVerdict, number>;
  return {
    leaks: ofLeaks,
    entries: ofEntries,
    failing: ofEntries.new + ofEntries.grown,
    stale: ofEntries.shrunk + ofEntries.fixed + ofEntries.gone + ofEntries.moved,
  };
}
