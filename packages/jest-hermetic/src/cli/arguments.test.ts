import { parseCommand } from './arguments';
import { CliError } from './cli-error';

const INIT = { verb: 'init', write: false, again: false, ci: false, fromReport: false, jestArguments: [] };

test.each([
  ['', { verb: 'help', of: null }],
  ['--help', { verb: 'help', of: null }],
  ['help prune', { verb: 'help', of: 'prune' }],
  ['accept --help', { verb: 'help', of: 'accept' }],
  ['-v', { verb: 'version' }],
  ['--version', { verb: 'version' }],
  ['init', INIT],
  ['init --write --again', { ...INIT, write: true, again: true }],
  ['init --ci --from-report', { ...INIT, ci: true, fromReport: true }],
  ['init --ci -- -i --again', { ...INIT, ci: true, jestArguments: ['-i', '--again'] }],
  ['check', { verb: 'check', against: null, jestArguments: [] }],
  ['check --against origin/main', { verb: 'check', against: 'origin/main', jestArguments: [] }],
  ['merge-reports a.json b.json', { verb: 'merge-reports', files: ['a.json', 'b.json'], jestArguments: [] }],
  ['prune -- -c a.json', { verb: 'prune', jestArguments: ['-c', 'a.json'] }],
  ['explain module-purged', { verb: 'explain', kind: 'module-purged' }],
  ['accept a.js --reason x', { verb: 'accept', owner: 'a.js', kind: null, key: null, reason: 'x', jestArguments: [] }],
  [
    'accept a.js process-state process.cwd --reason=x',
    { verb: 'accept', owner: 'a.js', kind: 'process-state', key: 'process.cwd', reason: 'x', jestArguments: [] },
  ],
])('%s', (line, expected) => {
  expect(parseCommand(words(line))).toEqual(expected);
});

test('a reason becomes one line', () => {
  expect(parseCommand(['accept', 'a.js', '--reason', ' two\n  lines '])).toMatchObject({ reason: 'two lines' });
});

test.each([
  ['frob', 'Unknown verb frob'],
  ['--frob', 'Unknown option --frob'],
  ['init --frob', "init: Unknown option '--frob'"],
  ['init src', "init: Unexpected word 'src'"],
  ['check main', "check: Unexpected word 'main'"],
  ['check --against', 'check: Option'],
  ['check --against=', 'check: --against needs a branch'],
  ['check --against=--output=x', 'check: --against needs a branch'],
  ['merge-reports', 'merge-reports needs the reports'],
  ['prune now', "prune: Unexpected word 'now'"],
  ['accept --reason x', 'accept needs the owner'],
  ['accept a.js', 'accept needs a reason'],
  ['accept a.js --reason', 'accept: '],
  ['accept a.js frob --reason x', 'Unknown kind frob'],
  ['accept a.js process-state process.cwd more --reason x', "Unexpected word 'more'"],
  ['explain', 'explain needs a kind: module-purged'],
  ['explain frob', 'Unknown kind frob'],
])('%s is refused in one line with exit code 2', (line, message) => {
  const error = catchError(() => parseCommand(words(line)));
  expect(error).toBeInstanceOf(CliError);
  expect(error).toMatchObject({ exitCode: 2, message: expect.stringContaining(message) as string });
  expect((error as Error).message).not.toContain('\n');
});

function words(line: string): string[] {
  return line.split(' ').filter(Boolean);
}

function catchError(action: () => unknown): unknown {
  try {
    action();
  } catch (error) {
    return error;
  }
  throw new Error('nothing was thrown');
}
