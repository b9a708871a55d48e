import { codeFrameColumns } from '@babel/code-frame';
import type { Site } from '@jest-hermetic/leak-record';

/** The lines of source around a place; none where the source is not there, or has changed so that it has no such line. */
export function codeFrame(source: string | null, site: Site): string[] {
  if (source === null || site.line > source.split('\n').length) return [];
  const drawn = codeFrameColumns(source, { start: site }, { linesAbove: 1, linesBelow: 1, highlightCode: false });
  return drawn.split('\n').map((line) => ` ${line}`.trimEnd());
}
