import { OUTBOX_VARIABLE } from '@jest-hermetic/leak-record';

let warned = false;

/** Says once what to add to the config when no reporter collects the records; the tests themselves go on as they are. */
export function warnWithoutReporter(): void {
  const isFirstWorker = (process.env['JEST_WORKER_ID'] ?? '1') === '1';
  // An empty variable: the reporter is there, and says itself why it has no outbox.
  const hasReporter = process.env[OUTBOX_VARIABLE] !== undefined;
  if (warned || !isFirstWorker || hasReporter) return;
  warned = true;
  process.stderr.write(
    "jest-hermetic: no reporter collects what the environment finds. Add it to the config: reporters: ['default', 'jest-hermetic/reporter'].\n",
  );
}
