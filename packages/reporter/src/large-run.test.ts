import { initialBaseline } from '@jest-hermetic/baseline';
import type { FileRecord } from '@jest-hermetic/leak-record';
import { readReport } from '@jest-hermetic/leak-record/read-report';
import chalk from 'chalk';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildReport, type ReportInput } from './build-report';
import { Outbox } from './outbox';
import { renderTerminal } from './terminal/render-terminal';
import { sampleLeak, sampleRecord } from './testing/samples';

const FILES = 10_000;
const LEAKS = 5_000;
/** Far more than it takes (about a second), far less than anything that grows with the square of the files. */
const LIMIT = 30_000;

const pathOf = (index: number) => `src/dir${index % 100}/file${index}.test.js`;
const { verdict: _verdict, reproduce: _reproduce, ...leak } = sampleLeak();
const records = Array.from({ length: FILES }, (_, index): FileRecord => {
  const owner = pathOf(index);
  const leaks = index < LEAKS ? [{ ...leak, owner, site: { file: owner, line: 2, column: 1 } }] : [];
  return sampleRecord({ path: owner, leaks, evaluated: ['setup.js'], worker: `${index % 8}-0`, ignoresUsed: [] });
});
const baseline = initialBaseline(
  Array.from({ length: 2 * FILES }, (_, index) => ({ owner: pathOf(index), kind: leak.kind, key: leak.key, sites: 1 })),
);

test(
  `${FILES} records are read`,
  () => {
    const outbox = new Outbox();
    try {
      const text = `\n${JSON.stringify(records[0])}\n`.repeat(FILES);
      writeFileSync(join(outbox.directory, '1.record.json'), text);
      expect(outbox.read().records).toHaveLength(FILES);
    } finally {
      outbox.remove();
    }
  },
  LIMIT,
);

test.each<[string, Partial<ReportInput>, RegExp]>([
  ['all are new', {}, /5000 new/],
  ['a list of 20,000 lines', { baseline: { path: 'x', hash: 'h', baseline } }, /5000 stale · 5000 known/],
  ['nothing else but what ran elsewhere', { records: [], baseline: { path: 'x', hash: 'h', baseline } }, /nothing was/],
])(
  `${FILES} files with ${LEAKS} leaks are judged, told and read again: %s`,
  (_name, change, words) => {
    const report = buildReport({
      tool: '1',
      node: '20',
      records,
      facts: {
        complete: true,
        partialBecause: [],
        shard: null,
        seed: 1,
        workers: 8,
        endedAt: 1,
        withoutRecord: Array.from({ length: FILES }, (_, index) => {
          return { path: `web/${index}.test.js`, status: 'unguarded', because: 'it ran under another environment' };
        }),
        stale: 'fail',
        ignores: [],
      },
      baseline: { path: 'x', hash: 'h', baseline: { preamble: [], entries: [], tail: [] } },
      ownerExists: () => true,
      renames: new Map(),
      usageErrors: [],
      ownProblems: [],
      ...change,
    });
    const text = renderTerminal(report, {
      columns: 100,
      color: new chalk.Instance({ level: 0 }),
      sources: () => '',
      verbose: false,
    });
    expect(text).toMatch(words);
    expect(readReport(JSON.stringify(report), 'x')).toHaveProperty('report');
  },
  LIMIT,
);
