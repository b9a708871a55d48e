import type { Leak, Report, ReportEntry } from '@jest-hermetic/leak-record';
import { recipeFor } from '@jest-hermetic/recipes';
import { hermeticCommand } from './command-line';

/** GitHub shows ten annotations a step, and drops the rest without a word. */
const MOST_ANNOTATIONS = 10;

/**
 * Annotations for GitHub Actions, new leaks first, then grown and stale; one line each, at most ten. `prefix` is
 * where rootDir lies in the repository: empty, or a path that ends with `/`. `jestArguments` stand in the commands.
 */
export function formatGithub(
  report: Report,
  stale: 'fail' | 'warn',
  prefix = '',
  jestArguments: string | null = null,
): string {
  const { shrunk, fixed, gone, moved } = report.baseline;
  const lines = [
    ...report.leaks
      .filter(({ verdict }) => verdict === 'new')
      .map((leak) => leakLine(leak, report, prefix, jestArguments)),
    ...report.leaks
      .filter(({ verdict }) => verdict === 'grown')
      .map((leak) => leakLine(leak, report, prefix, jestArguments)),
    ...[...shrunk, ...fixed, ...gone, ...moved].map((entry) =>
      staleLine(entry, report.baseline.path, stale === 'warn' ? 'warning' : 'error', prefix, jestArguments),
    ),
  ].slice(0, MOST_ANNOTATIONS);
  return lines.map((line) => `${line}\n`).join('');
}

type Level = 'error' | 'warning';

function leakLine(leak: Leak, { jest }: Report, prefix: string, jestArguments: string | null): string {
  const { sentence, fix } = recipeFor(leak, { jest, jestArguments });
  const message = [sentence, ...fix, `npx jest-hermetic explain ${leak.kind}`].join('\n');
  const title = `${leak.verdict} leak: ${leak.kind} ${leak.key}`;
  return annotation('error', leak.site ?? { file: leak.owner, line: 1, column: 1 }, title, message, prefix);
}

function staleLine(
  entry: ReportEntry,
  file: string,
  level: Level,
  prefix: string,
  jestArguments: string | null,
): string {
  const message = `${entry.owner} ${entry.kind} ${entry.key}: ${entry.because ?? 'it is fixed'}.\n${hermeticCommand('prune', jestArguments)}`;
  return annotation(level, { file, line: entry.line ?? 1, column: 1 }, 'stale baseline entry', message, prefix);
}

function annotation(
  level: Level,
  { file, line, column }: { file: string; line: number; column: number },
  title: string,
  message: string,
  prefix: string,
): string {
  const properties = `file=${property(prefix + file)},line=${line},col=${column},title=${property(title)}`;
  return `::${level} ${properties}::${data(message)}`;
}

function data(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

function property(text: string): string {
  return data(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}
