/** One line `@leak-allow ...` of a docblock. */
export interface DocblockAllow {
  /** What follows the name. */
  readonly text: string;
  /** The line in the file; null when it is not found. */
  readonly line: number | null;
}

const PRAGMA = 'leak-allow';
const NAMED = /(?:^|[\s*])@leak-allow(?![\w-])/;

/**
 * The opt-outs in the docblock of a test file. Jest has parsed it already, without telling the lines, so these are
 * looked up in `source`, which is read only when there is an opt-out.
 */
export function docblockAllows(
  pragmas: Record<string, string | string[]> | undefined,
  source: () => string | null,
): DocblockAllow[] {
  const found = pragmas?.[PRAGMA];
  if (found === undefined) return [];
  const lines = linesNaming(source());
  return [found].flat().map((text, index) => ({ text, line: lines[index] ?? null }));
}

function linesNaming(source: string | null): number[] {
  return (source ?? '').split('\n').flatMap((line, index) => (NAMED.test(line) ? [index + 1] : []));
}
