import { groupBy } from '@jest-hermetic/baseline/group-by';
import type { FileRecord, IgnoreRule } from '@jest-hermetic/leak-record';
import type { RunFacts } from './run-facts';

/** Wrong inputs of the user's that the environments met, each once. */
export function usageErrorsOf(records: readonly FileRecord[]): string[] {
  const errors = records.flatMap((record) =>
    record.errors.map(({ message, file, line }) => {
      if (file === null) return message;
      return line === null ? `${file}: ${message}` : `${file}:${line}: ${message}`;
    }),
  );
  return [...new Set(errors)];
}

/** Our own faults, each once, with the first file in which it happened. */
export function faultsOf(records: readonly FileRecord[]): string[] {
  const faults = records.flatMap((record) => record.faults.map((fault) => ({ ...fault, path: record.path })));
  const groups = groupBy(faults, (fault) => `jest-hermetic failed while ${fault.while}: ${fault.message}`);
  return [...groups].map(([text, [first, ...others]]) => {
    const more = others.length > 0 ? ` and ${others.length} more` : '';
    return `${text} (in ${first!.path}${more}). ${OWN_FAULT}`;
  });
}

/** Ends every message about a fault of ours. */
export const OWN_FAULT = 'This is a bug of jest-hermetic, not of your tests.';

/**
 * What was good for nothing although its file or the whole suite ran (opt-outs, patterns of `freshModules`): worth a
 * line, never a failure.
 */
export function unusedOptOuts(records: readonly FileRecord[], facts: Pick<RunFacts, 'complete' | 'ignores'>): string[] {
  return [
    ...unusedAllows(records),
    ...unmatchedPatterns(records),
    ...(facts.complete ? unusedIgnores(records, facts.ignores) : []),
  ];
}

function unusedAllows(records: readonly FileRecord[]): string[] {
  return records
    .filter(({ exercised }) => exercised)
    .flatMap(({ path, unusedAllows: allows }) =>
      allows.map(({ kind, key, reason, site }) => {
        const place = site === null ? path : `${site.file}:${site.line}`;
        return `${place}: the opt-out of ${kind}${key === null ? '' : ` ${key}`} (${reason}) covered nothing. Take it out.`;
      }),
    );
}

function unmatchedPatterns(records: readonly FileRecord[]): string[] {
  return records
    .filter(({ exercised }) => exercised)
    .flatMap(({ path, unmatchedPatterns: patterns = [] }) =>
      patterns.map(({ pattern, site }) => {
        const place = site === null ? path : `${site.file}:${site.line}`;
        return `${place}: no module that was loaded is "${pattern}", so freshModules() does nothing about it. Correct it, or take it out.`;
      }),
    );
}

function unusedIgnores(records: readonly FileRecord[], ignores: RunFacts['ignores']): string[] {
  const used = new Map<string, boolean>();
  for (const { rules, files } of ignores) {
    if (rules.length === 0) continue;
    const own = new Set(files);
    const indexes = new Set(records.filter(({ path }) => own.has(path)).flatMap((record) => record.ignoresUsed));
    rules.forEach((rule, index) => {
      const words = describeRule(rule);
      used.set(words, used.get(words) === true || indexes.has(index));
    });
  }
  return [...used].filter(([, was]) => !was).map(([words]) => `The ignore rule ${words} matched nothing. Take it out.`);
}

function describeRule({ reason, ...rule }: IgnoreRule): string {
  return `${JSON.stringify(rule)} (${reason})`;
}
