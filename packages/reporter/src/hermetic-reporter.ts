import { SWITCH_VARIABLE } from '@jest-hermetic/leak-record';
import type { Reporter, ReporterOnStartOptions } from '@jest/reporters';
import type { AggregatedResult, Test, TestContext, TestResult } from '@jest/test-result';
import type { Config } from '@jest/types';
import { concludeRun } from './conclude-run';
import { Outbox } from './outbox';
import { OWN_FAULT } from './problems';
import type { RanFile } from './run-facts';
import { projectName, relativeTo } from './jest-run';

/**
 * The Jest reporter: opens the outbox before the workers start, collects what ran, and at the end judges the records
 * against the baseline, writes the report, prints the summary and fails the run when it must. Jest makes a new one for
 * every run of watch mode. A fault of our own is told, and never reddens a run.
 */
export default class HermeticReporter implements Reporter {
  readonly #config: Config.GlobalConfig;
  readonly #off = process.env[SWITCH_VARIABLE] === 'off';
  readonly #ran: RanFile[] = [];
  #outbox: Outbox | null = null;
  #error: Error | undefined;

  constructor(globalConfig: Config.GlobalConfig) {
    this.#config = globalConfig;
    if (!this.#off) this.#guard('opening the outbox', () => (this.#outbox = new Outbox()));
  }

  onRunStart(_results: AggregatedResult, _options: ReporterOnStartOptions): void {
    if (this.#off) print(` LEAKS  jest-hermetic is off (${SWITCH_VARIABLE}=off): nothing is watched.\n`);
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
    if (outbox === null) return;
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

  #guard(doing: string, work: () => void): void {
    try {
      work();
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
