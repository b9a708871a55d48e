import { readAllowCall, readAllowPragma } from './read-allow';

describe('readAllowPragma', () => {
  test.each([
    ['mock-registered src/x.js -- until PROJ-1', 'mock-registered', 'src/x.js', 'until PROJ-1'],
    ['process-state -- a whole kind', 'process-state', null, 'a whole kind'],
    ['  export-mutated   src/a b.js#name   --   two   spaces ', 'export-mutated', 'src/a b.js#name', 'two spaces'],
    ['mock-registered x -- why -- really', 'mock-registered', 'x', 'why -- really'],
    ['mock-registered some--name -- a dash in the key', 'mock-registered', 'some--name', 'a dash in the key'],
  ])('%s', (text, kind, key, reason) => {
    expect(readAllowPragma(text)).toEqual({ rule: { kind, key, reason } });
  });

  test.each([
    ['mock-registered src/x.js', /^@leak-allow of mock-registered gives no reason.*-- <reason>/],
    ['mock-registered --', /gives no reason/],
    ['mock-registered src/x.js --  ', /gives no reason/],
    ['mock-registred -- a slip', /"mock-registred" is no kind of leak.*Did you mean "mock-registered"\?/],
    ['-- why', /the kind is missing.*Kinds: module-purged, /],
    ['', /the kind is missing/],
  ])('refuses "%s"', (text, problem) => {
    expect(readAllowPragma(text)).toEqual({ problem: expect.stringMatching(problem) as string });
  });
});

describe('readAllowCall', () => {
  test('a rule, with a key or for every key', () => {
    expect(readAllowCall({ kind: 'process-state', key: 'process.cwd', reason: ' a\nb ' })).toEqual({
      rule: { kind: 'process-state', key: 'process.cwd', reason: 'a b' },
    });
    expect(readAllowCall({ kind: 'process-state', reason: 'a' })).toEqual({
      rule: { kind: 'process-state', key: null, reason: 'a' },
    });
  });

  test.each<[string, unknown, RegExp]>([
    ['nothing', undefined, /needs an object/],
    ['a text', 'process-state', /needs an object/],
    ['no reason', { kind: 'process-state' }, /gives no reason.*reason: '\.\.\.'/],
    ['a reason that is no text', { kind: 'process-state', reason: 1 }, /gives no reason/],
    ['no kind', { reason: 'a' }, /the kind is missing/],
    ['another kind', { kind: 'nonsense', reason: 'a' }, /"nonsense" is no kind/],
    ['a key that is no text', { kind: 'process-state', key: 1, reason: 'a' }, /key of allowLeak\(\) is no text/],
    ['an empty key', { kind: 'process-state', key: '', reason: 'a' }, /key of allowLeak\(\) is no text/],
    ['a misspelt field', { kind: 'process-state', reason: 'a', keys: 'b' }, /does not know "keys"/],
  ])('refuses %s', (_name, given, problem) => {
    expect(readAllowCall(given)).toEqual({ problem: expect.stringMatching(problem) as string });
  });
});
