import { loadLater } from '@jest-hermetic/leak-record';
import type { FoundLeak, IgnoreRule } from '@jest-hermetic/leak-record';

const micromatch = loadLater(() => require('micromatch') as typeof import('micromatch'));

/** The leaks that no rule covers, how many were covered, and the indexes of the rules that covered any. */
export interface Ignored {
  readonly kept: FoundLeak[];
  readonly count: number;
  readonly used: number[];
}

/** Applies the `ignore` option. */
export function applyIgnores(leaks: readonly FoundLeak[], rules: readonly IgnoreRule[]): Ignored {
  if (rules.length === 0) return { kept: [...leaks], count: 0, used: [] };
  const used = new Set<number>();
  const kept = leaks.filter((leak) => {
    const index = rules.findIndex((rule) => covers(rule, leak));
    if (index !== -1) used.add(index);
    return index === -1;
  });
  return { kept, count: leaks.length - kept.length, used: [...used].sort((a, b) => a - b) };
}

function covers(rule: IgnoreRule, leak: FoundLeak): boolean {
  const { isMatch } = micromatch();
  return (['owner', 'kind', 'key'] as const).every((field) => {
    const glob = rule[field];
    return glob === undefined || glob === leak[field] || isMatch(leak[field], glob, { dot: true });
  });
}
