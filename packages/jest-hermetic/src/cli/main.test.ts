import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { main } from './main';
import type { Host } from './host';
import { readVersion } from './version';

function run(argv: string[], given: Partial<Host> = {}) {
  const out: string[] = [];
  const err: string[] = [];
  const host: Host = {
    cwd: process.cwd(),
    env: {},
    now: () => 0,
    print: (text) => out.push(text),
    complain: (text) => err.push(text),
    ...given,
  };
  return { code: main(argv, host), out: out.join('\n'), err: err.join('\n') };
}

test('without a verb it shows the help', () => {
  expect(run([])).toMatchObject({ code: 0, out: expect.stringContaining('Usage: npx jest-hermetic <verb>'), err: '' });
});

test('help of a verb shows its options', () => {
  expect(run(['init', '--help']).out).toContain('--from-report');
});

test('the version is that of the package', () => {
  expect(run(['--version'])).toEqual({ code: 0, out: readVersion(), err: '' });
  expect(readVersion()).toMatch(/^\d+\.\d+\.\d+/);
});

test('an unknown verb is one line on standard error, with exit code 2', () => {
  const { code, out, err } = run(['frob']);
  expect({ code, out }).toEqual({ code: 2, out: '' });
  expect(err).toMatch(/^Unknown verb frob\. Verbs: init, .*$/);
});

test('explain prints the kind', () => {
  expect(run(['explain', 'module-purged'])).toMatchObject({ code: 0, out: expect.stringMatching(/^module-purged\n/) });
});

test.each([
  ['init is refused on a CI server', ['init'], { CI: 'true' }],
  ['accept is refused on a CI server', ['accept', 'a.js', '--reason', 'x'], { CI: '1' }],
  ['init is refused when all is off', ['init'], { JEST_HERMETIC: 'off' }],
])('%s', (_, argv, env) => {
  expect(run(argv, { env })).toMatchObject({ code: 2, out: '', err: expect.stringMatching(/refused|off/) });
});

test('where there is no Jest, the place is named', () => {
  const empty = mkdtempSync(path.join(os.tmpdir(), 'no-jest-'));
  try {
    expect(run(['check'], { cwd: empty })).toMatchObject({ code: 2, err: expect.stringContaining(empty) });
  } finally {
    rmSync(empty, { recursive: true });
  }
});

test('a failure of our own says that it is ours, with exit code 2', () => {
  const broken = () => {
    throw new Error('broken pipe');
  };
  expect(run([], { print: broken })).toMatchObject({
    code: 2,
    err: expect.stringMatching(/bug of jest-hermetic[^]*broken pipe/),
  });
});
