import { execFileSync } from 'node:child_process';
import { reproduceCommand } from './reproduce';
import { sampleLeak, sampleReceipt, sampleScope } from './testing/samples';

const FILES = new Set(['src/cart.test.ts']);
const escapedTo = { test: 'b', file: 'src/cart.test.ts' };

test.each([
  [
    'the leaker and the first that received it',
    {
      scopes: [
        sampleScope({
          name: 'a',
          escapedTo,
          observedBy: [sampleReceipt('a', { sameTestRetry: true }), sampleReceipt('c')],
        }),
      ],
    },
    "npx jest src/cart.test.ts -t '^(a|c)$'",
  ],
  [
    'the leaker and who ran under it',
    { scopes: [sampleScope({ name: 'a', escapedTo })] },
    "npx jest src/cart.test.ts -t '^(a|b)$'",
  ],
  ['the leaker alone', { scopes: [sampleScope({ name: 'a', escapedTo: null })] }, "npx jest src/cart.test.ts -t '^a$'"],
  [
    'the whole file where one of several may have made it',
    { scopes: [sampleScope({ name: 'b', escapedTo: null })], candidates: ['a', 'b'] },
    'npx jest src/cart.test.ts',
  ],
  [
    'a describe block and a hook',
    {
      scopes: [
        sampleScope({
          type: 'describe',
          name: 'd',
          observedBy: [sampleReceipt(null, { hook: 'beforeAll', describe: 'e' })],
        }),
      ],
    },
    "npx jest src/cart.test.ts -t '^(d .*|e .*)$'",
  ],
  ['the file', { scopes: [sampleScope({ type: 'file', name: null, escapedTo: null })] }, 'npx jest src/cart.test.ts'],
  [
    'a victim in another file',
    { scopes: [sampleScope({ type: 'file', name: null, escapedTo: { test: 'x', file: 'src/b.test.ts' } })] },
    'npx jest -i src/cart.test.ts src/b.test.ts',
  ],
  [
    'an owner that is no test file',
    { owner: 'test/setup.ts', scopes: [sampleScope({ type: 'file', name: null, escapedTo })] },
    "npx jest src/cart.test.ts -t '^b$'",
  ],
  [
    'an owner of which no test file is known',
    { owner: 'node_modules/x', scopes: [sampleScope({ escapedTo: null })] },
    null,
  ],
  ['what was there before', { owner: '(outside)' }, null],
])('%s', (_name, changes, command) => {
  expect(reproduceCommand(sampleLeak(changes), FILES)).toBe(command);
});

test('the config of the run is named again', () => {
  const leak = sampleLeak({ scopes: [sampleScope({ name: 'a', escapedTo: null })] });
  expect(reproduceCommand(leak, FILES, '-c unit.js')).toBe("npx jest -c unit.js src/cart.test.ts -t '^a$'");
  const elsewhere = sampleLeak({ scopes: [sampleScope({ escapedTo: { test: 'x', file: 'src/b.test.ts' } })] });
  expect(reproduceCommand(elsewhere, FILES, '-c unit.js')).toBe(
    'npx jest -c unit.js -i src/cart.test.ts src/b.test.ts',
  );
});

test('names and paths reach Jest as they are, through a shell and a regular expression', () => {
  const name = `it's (a) "$5.00" | b\\c [x] \`y\` {1}?*+^`;
  const owner = "src/[id] it's.test.ts";
  const leak = sampleLeak({ owner, scopes: [sampleScope({ name, escapedTo: null })] });
  const command = reproduceCommand(leak, new Set([owner]));
  const script = `printf '%s\\n' ${command?.slice('npx jest '.length)}`;
  const [byPath, file, flag, pattern = ''] = execFileSync('sh', ['-c', script], { encoding: 'utf8' }).split('\n');
  expect([byPath, file, flag]).toEqual(['--runTestsByPath', owner, '-t']);
  expect(new RegExp(pattern).test(name)).toBe(true);
  expect(new RegExp(pattern).test(`${name}!`)).toBe(false);
});
