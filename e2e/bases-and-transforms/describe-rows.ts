import { jestLines, runsEverywhere } from '../harness';
import type { Row } from './row';
import { runRows, type RanRow } from './run-rows';

/** One test a row and line: every leak is found with its owner, key, scope and source line, and the twin has none. */
export function describeRows(all: readonly Row[]): void {
  const rows = all.filter(({ isExtra }) => !isExtra || runsEverywhere());

  describe.each(jestLines())('on Jest $name', (line) => {
    let ran: Promise<Map<Row, RanRow>>;
    beforeAll(() => {
      ran = runRows(rows, line);
      // Each test says what became of it.
      ran.catch(() => undefined);
    });

    test.each(rows)('$name', async (row) => {
      const { expected, found, wrong } = (await ran).get(row)!;
      expect(wrong).toEqual([]);
      expect(found).toEqual(expected);
    });
  });
}
