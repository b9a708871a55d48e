import { compareStrings, type Report } from '@jest-hermetic/leak-record';
import { shardReason } from '@jest-hermetic/reporter';

/** Reports that are the parts of one run: a whole run, or the shards of one. */
export interface Run {
  jest: string | null;
  node: string;
  reports: Report[];
  /** Null when the run had no shards. */
  shards: { count: number; missing: number[] } | null;
  /** Why all parts together are not the whole suite; empty when they are. */
  partialBecause: string[];
}

/**
 * Sorts reports into runs, whatever their order; the same report twice is one. A complete report is a run of its own
 * (a leg of a matrix). Shards of equal versions and count are one run, or several when an index is there more than
 * once; other partial reports of equal versions are parts of one run.
 */
export function runsOf(reports: readonly Report[]): Run[] {
  const distinct = [...new Map(reports.map((report) => [JSON.stringify(report), report]))]
    .toSorted(([a], [b]) => compareStrings(a, b))
    .map(([, report]) => report);
  const groups = new Map<string, Report[]>();
  distinct.forEach((report, index) => {
    const { jest, node, run } = report;
    const own = run.complete ? index : null;
    const key = JSON.stringify([jest, node, run.shard?.count ?? null, own]);
    groups.set(key, [...(groups.get(key) ?? []), report]);
  });
  return [...groups.values()].flatMap((group) => {
    const count = group[0]!.run.shard?.count;
    return count === undefined ? [runOf(group, null)] : splitRuns(group).map((shards) => runOf(shards, count));
  });
}

/** Each run takes one report of every index, as far as there is one. */
function splitRuns(shards: readonly Report[]): Report[][] {
  const runs: Report[][] = [];
  for (const report of shards) {
    const { index } = report.run.shard!;
    const open = runs.find((run) => run.every(({ run: { shard } }) => shard!.index !== index));
    if (open === undefined) runs.push([report]);
    else open.push(report);
  }
  return runs;
}

function runOf(reports: Report[], count: number | null): Run {
  const { jest, node } = reports[0]!;
  const present = new Set(reports.map(({ run: { shard } }) => shard?.index));
  const all = Array.from({ length: count ?? 0 }, (_, position) => position + 1);
  const missing = all.filter((index) => !present.has(index));
  const own = reports.flatMap(({ run: { partialBecause, shard } }) =>
    partialBecause.filter((reason) => shard === null || reason !== shardReason(shard.index, shard.count)),
  );
  const absent = missing.map((index) => `shard ${index} of ${count} is missing`);
  return {
    jest,
    node,
    reports,
    shards: count === null ? null : { count, missing },
    partialBecause: [...new Set([...absent, ...own])],
  };
}
