import type { FileRecord } from '@jest-hermetic/leak-record';

/** Where a call stands; asked for only at the end of the file, when positions can be mapped. */
export type CallPlace = () => { file: string; line: number } | null;

/** Which patterns of `freshModules` matched a module, in any call of the file: one that never did is a slip. */
export class PatternUse {
  readonly #patterns = new Map<string, { place: CallPlace; matched: boolean }>();

  /** A call names these. What a leading `!` takes out may well not be loaded. */
  add(patterns: readonly string[], place: CallPlace): void {
    for (const pattern of patterns) {
      if (!pattern.startsWith('!') && !this.#patterns.has(pattern))
        this.#patterns.set(pattern, { place, matched: false });
    }
  }

  /** A module has this pattern. */
  noteMatch(pattern: string): void {
    const known = this.#patterns.get(pattern);
    if (known !== undefined) known.matched = true;
  }

  /** Those of `patterns` that have matched nothing until now. */
  open(patterns: readonly string[]): string[] {
    return patterns.filter((pattern) => this.#patterns.get(pattern)?.matched === false);
  }

  /** Every pattern that matched nothing, with the first call that names it. */
  unmatched(): NonNullable<FileRecord['unmatchedPatterns']> {
    return [...this.#patterns].flatMap(([pattern, { place, matched }]) => {
      if (matched) return [];
      const at = place();
      return [{ pattern, site: at === null ? null : { file: at.file, line: at.line } }];
    });
  }
}
