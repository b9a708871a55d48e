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
  const seen = new Map<string, { text: string; files: string[] }>();
  for (const { path, faults } of records) {
    for (const fault of faults) {
      const text = `jest-hermetic failed while ${fault.while}: ${fault.message}`;
      const earlier = seen.get(text) ?? { text, files: [] };
      seen.set(text, { text, files: [...earlier.files, path] });
    }
  }
  return [...seen.values()].map(({ text, files }) => {
    const more = files.length > 1 ? ` and ${files.length - 1} more` : '';
    return `${text} (in ${files[0]}${more}). ${OWN_FAULT}`;
  });
}

/** Ends every message about a fault of ours. */
export const OWN_FAULT = 'This is a bug of jest-hermetic, not of your tests.';

/** Opt-outs that covered nothing although their file or the whole suite ran: worth a line, never a failure. */
export function unusedOptOuts(records: readonly FileRecord[], facts: Pick<RunFacts, 'complete' | 'ignores'>): string[] {
  return [...unusedAllows(records), ...(facts.complete ? unusedIgnores(records, facts.ignores) : [])];
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

function unusedIgnores(records: readonly FileRecord[], ignores: RunFacts['ignores']): string[] {
  const used = new Map<string, boolean>();
  for (const { rules, files } of ignores) {
    const indexes = new Set(records.filter(({ path }) => files.includes(path)).flatMap((record) => record.ignoresUsed));
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
