import { OUTBOX_VARIABLE } from '@jest-hermetic/leak-record';

let outbox: string | undefined;
beforeEach(() => {
  outbox = process.env[OUTBOX_VARIABLE];
  delete process.env[OUTBOX_VARIABLE];
});
afterEach(() => {
  if (outbox === undefined) delete process.env[OUTBOX_VARIABLE];
  else process.env[OUTBOX_VARIABLE] = outbox;
});

test.each<[title: string, worker: string | undefined, lines: string[]]>([
  [
    'once, in band',
    undefined,
    [
      "jest-hermetic: no reporter collects what the environment finds. Add it to the config: reporters: ['default', 'jest-hermetic/reporter'].\n",
    ],
  ],
  ['once, by the first worker', '1', [expect.stringContaining('no reporter collects')]],
  ['not by the other workers', '2', []],
])('it is said %s', (_title, worker, lines) => {
  const before = process.env['JEST_WORKER_ID'];
  const stderr = jest.spyOn(process.stderr, 'write').mockReturnValue(true);
  if (worker === undefined) delete process.env['JEST_WORKER_ID'];
  else process.env['JEST_WORKER_ID'] = worker;
  try {
    jest.isolateModules(() => {
      const { warnWithoutReporter } = require('./without-reporter') as typeof import('./without-reporter');
      warnWithoutReporter();
      warnWithoutReporter();
    });
    expect(stderr.mock.calls.map(([text]) => text)).toEqual(lines);
  } finally {
    stderr.mockRestore();
    if (before !== undefined) process.env['JEST_WORKER_ID'] = before;
  }
});

test('not where the reporter has said why it has no outbox', () => {
  process.env[OUTBOX_VARIABLE] = '';
  const stderr = jest.spyOn(process.stderr, 'write').mockReturnValue(true);
  jest.isolateModules(() => {
    (require('./without-reporter') as typeof import('./without-reporter')).warnWithoutReporter();
  });
  expect(stderr).not.toHaveBeenCalled();
  stderr.mockRestore();
});
