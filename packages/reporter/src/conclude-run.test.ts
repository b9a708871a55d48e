import type { TestContext } from '@jest/test-result';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { concludeRun, SUMMARY_VARIABLE, type FinishedRun } from './conclude-run';
import type { OutboxContents } from './outbox';
import { sampleLeak, sampleRecord } from './testing/samples';

let rootDir: string;
beforeEach(() => {
  rootDir = mkdtempSync(join(tmpdir(), 'conclude-'));
});
afterEach(() => {
  rmSync(rootDir, { recursive: true });
  delete process.env[SUMMARY_VARIABLE];
});

function conclude(contents: Partial<OutboxContents>, hermetic: object = {}) {
  const testEnvironmentOptions = { hermetic: { report: { json: 'report.json' }, ...hermetic } };
  const context = { config: { rootDir, id: 'p', testEnvironmentOptions } } as unknown as TestContext;
  const conclusion = concludeRun({
    config: { rootDir } as FinishedRun['config'],
    contexts: new Set([context]),
    results: { numTotalTestSuites: 1, testResults: [{}], wasInterrupted: false } as FinishedRun['results'],
    ran: [{ path: 'src/cart.test.ts', execError: null, project: 'p' }],
    outbox: { read: () => ({ records: [], errors: [], lost: null, ...contents }) },
  });
  const { run } = JSON.parse(readFileSync(join(rootDir, 'report.json'), 'utf8')) as { run: unknown };
  return { ...conclusion, run };
}

test('an outbox that is gone fails the run, with a message and no stack', () => {
  const { output, failure, run } = conclude({ lost: 'The folder is gone.' });
  expect(output).toBe(
    '\n LEAKS  nothing was judged\n\n not judged  src/cart.test.ts: its record could not be read.\n problem  The folder is gone.\n',
  );
  expect(failure).not.toBeNull();
  expect(run).toMatchObject({ complete: false, failed: true, exitCode: 2 });
});

test('what a Jest inside a test left here is not taken for the suite', () => {
  const { verdict: _verdict, reproduce: _reproduce, ...found } = sampleLeak();
  const inner = sampleRecord({ rootDir: '/elsewhere', leaks: [found] });
  expect(conclude({ records: [sampleRecord({ rootDir }), inner] }).run).toMatchObject({ failed: false, exitCode: 0 });
});

describe('with the summary switched off', () => {
  const { verdict: _verdict, reproduce: _reproduce, ...found } = sampleLeak();
  const records = () => [sampleRecord({ rootDir, leaks: [found] })];
  beforeEach(() => {
    process.env[SUMMARY_VARIABLE] = 'off';
  });

  test('leaks fail the run without a word', () => {
    const { output, failure, run } = conclude({ records: records() });
    expect({ output, run }).toMatchObject({ output: '', run: { failed: true, exitCode: 1 } });
    expect(failure).not.toBeNull();
  });

  test('what is wrong is told', () => {
    expect(conclude({ records: records() }, { gate: 7 }).output).toMatch(
      /^ problem {2}testEnvironmentOptions\.hermetic\.gate is 7/,
    );
  });
});
