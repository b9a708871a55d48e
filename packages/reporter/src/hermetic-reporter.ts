import { isOff, readOptions, SWITCH_VARIABLE, withOwnBuiltins } from '@jest-hermetic/leak-record';
import type { Reporter, ReporterOnStartOptions } from '@jest/reporters';
import type { AggregatedResult, Test, TestContext, TestResult } from '@jest/test-result';
import type { Config } from '@jest/types';
import { concludeRun } from './conclude-run';
import { Outbox } from './outbox';
import { OWN_FAULT } from './problems';
import type { RanFile } from './run-facts';
import { isWatching, projectName, relativeTo } from './jest-run';
import { removeReport } from './write-report';

/**
 * The Jest reporter: opens the outbox before the workers start, collects what ran, and at the end judges the records
 * against the baseline, writes the report, prints the summary and fails the run when it must. Jest makes a new one for
 * every run of watch mode. A fault of our own is told, and never reddens a run.
 */
export default class HermeticReporter implements Reporter {
  readonly #config: Config.GlobalConfig;
  readonly #off = isOff();
  readonly #ran: RanFile[] = [];
  #started = false;
  #outbox: Outbox | null = null;
  #error: Error | undefined;

  constructor(globalConfig: Config.GlobalConfig) {
    this.#config = globalConfig;
    if (!this.#off) this.#openOutbox();
  }

  onRunStart(_results: AggregatedResult, _options: ReporterOnStartOptions): void {
    if (this.#off) print(` LEAKS  jest-hermetic is off (${SWITCH_VARIABLE}=off): nothing is watched.\n`);
  }

  /** The report of the last run goes when the first file starts: earlier nobody tells us where it lies. */
  onTestFileStart({ context }: Test): void {
    if (this.#off || this.#started) return;
    this.#started = true;
    this.#guard('removing the last report', () => {
      const { options } = readOptions((context.config.testEnvironmentOptions as Record<string, unknown>)['hermetic']);
      if (options.report.json !== false)
        removeReport(this.#config.rootDir, options.report.json, isWatching(this.#config));
    });
  }

  onTestResult(test: Test, result: TestResult): void {
    if (this.#off) return;
    this.#guard('noting a test file', () => {
      const path = relativeTo(this.#config.rootDir, test.path);
      const execError = result.testExecError === undefined ? null : firstLine(result.testExecError.message ?? '');
      this.#ran.push({ path, execError, project: projectName(test.context.config) });
    });
  }

  onRunComplete(contexts: Set<TestContext>, results: AggregatedResult): void {
    const outbox = this.#outbox;
    if (outbox === null) {
      if (this.#error !== undefined) print(`\n LEAKS  nothing was judged\n\n problem  ${this.#error.message}\n`);
      return;
    }
    this.#guard('judging the run', () => {
      const conclusion = concludeRun({ config: this.#config, contexts, results, ran: this.#ran, outbox });
      print(conclusion.output);
      if (conclusion.failure !== null) this.#error = new Error(conclusion.failure);
    });
    this.#guard('removing the outbox', () => outbox.remove());
  }

  /** The reason why the run must fail. Jest does not print it: the summary has said it. */
  getLastError(): Error | undefined {
    return this.#error;
  }

  /** A machine on which no record can be written is a gate that judges nothing: the run must not pass for a clean one. */
  #openOutbox(): void {
    try {
      this.#outbox = new Outbox();
    } catch (error) {
      this.#error = error as Error;
    }
  }

  #guard(doing: string, work: () => void): void {
    try {
      // In band this is the process in which the tests run, and what they left on fs would decide what we read.
      withOwnBuiltins(work);
    } catch (error) {
      const what = error instanceof Error ? (error.stack ?? error.message) : String(error);
      print(` LEAKS  jest-hermetic failed while ${doing}. ${OWN_FAULT} The run was not judged.\n${what}\n`);
    }
  }
}

/** Jest's own reporters write to standard error, so that the order of their lines stays. */
function print(text: string): void {
  if (text !== '') process.stderr.write(text);
}

function firstLine(message: string): string {
  return message.trim().split('\n', 1)[0] ?? '';
}
