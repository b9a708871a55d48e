let warned = false;

/** Says once what to add to the config when no reporter collects the records; the tests themselves go on as they are. */
export function warnWithoutReporter(): void {
  const isFirstWorker = (process.env['JEST_WORKER_ID'] ?? '1') === '1';
  if (warned || !isFirstWorker) return;
  warned = true;
  process.stderr.write(
    "jest-hermetic: no reporter collects what the environment finds. Add it to the config: reporters: ['default', 'jest-hermetic/reporter'].\n",
  );
}
