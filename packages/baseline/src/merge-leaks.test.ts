import fc from 'fast-check';
import './testing/property-runs';
import { identityOf } from '@jest-hermetic/leak-record';
import { mergeLeaks } from './index';
import { foundLeaks } from './testing/arbitraries';
import { at, leakAt, scopeAt } from './testing/builders';

const receipt = (test: string) => ({
  test,
  describe: null,
  hook: null,
  sameTestRetry: false,
  file: 'a.js',
  from: at('src/y.js:3'),
});

test('leaks of one identity and site are one: scopes, receipts and modules together, the strongest grade', () => {
  const weak = leakAt('setup.js:1', {
    grade: 'latent',
    scopes: [scopeAt('setup.js:1', { name: null, escapedTo: null, observedBy: [receipt('one')] })],
    modules: [{ path: 'react', effect: 'removed' }],
    candidates: ['a.js'],
  });
  const strong = leakAt('setup.js:1', {
    grade: 'observed',
    scopes: [
      scopeAt('setup.js:1', { name: null, observedBy: [receipt('one'), receipt('two')] }),
      scopeAt('setup.js:5', { name: 'other' }),
    ],
    modules: [
      { path: 'react', effect: 'replaced' },
      { path: 'vue', effect: 'removed' },
    ],
    candidates: ['a.js', 'b.js'],
  });
  expect(mergeLeaks([weak, strong])).toEqual([
    {
      ...strong,
      scopes: [
        expect.objectContaining({
          name: null,
          escapedTo: strong.scopes[0]!.escapedTo,
          observedBy: [receipt('one'), receipt('two')],
        }),
        strong.scopes[1],
      ],
      modules: [
        { path: 'react', effect: 'replaced' },
        { path: 'vue', effect: 'removed' },
      ],
    },
  ]);
});

test('other sites, keys, kinds and owners stay apart, in order', () => {
  const leaks = [
    leakAt('b.js:1'),
    leakAt('a.js:10'),
    leakAt('a.js:9'),
    leakAt('a.js:9', { site: null }),
    leakAt('a.js:9', { key: 'src/a.js' }),
    leakAt('a.js:9', { kind: 'export-mutated' }),
  ];
  expect(mergeLeaks(leaks).map(({ owner, kind, key, site }) => `${owner} ${kind} ${key} ${site?.line}`)).toEqual([
    'a.js export-mutated src/x.js 9',
    'a.js mock-registered src/a.js 9',
    'a.js mock-registered src/x.js undefined',
    'a.js mock-registered src/x.js 9',
    'a.js mock-registered src/x.js 10',
    'b.js mock-registered src/x.js 1',
  ]);
});

test('is allowed only when each part is', () => {
  const allowed = leakAt('a.js:1', { allowed: 'why' });
  expect(mergeLeaks([allowed, allowed])[0]!.allowed).toBe('why');
  expect(mergeLeaks([allowed, leakAt('a.js:1')])[0]!.allowed).toBeNull();
});

test('the most exact site wins', () => {
  const [merged] = mergeLeaks([
    leakAt('a.js:1', { siteIs: 'scope', call: null }),
    leakAt('a.js:1', { siteIs: 'write' }),
  ]);
  expect(merged).toMatchObject({ siteIs: 'write', call: 'jest.doMock' });
});

const leakLists = fc.array(foundLeaks, { maxLength: 8 });

test('the order of the input makes no difference', () => {
  const shuffled = leakLists.chain((leaks) =>
    fc.tuple(fc.constant(leaks), fc.shuffledSubarray(leaks, { minLength: leaks.length })),
  );
  fc.assert(fc.property(shuffled, ([leaks, others]) => expect(mergeLeaks(others)).toEqual(mergeLeaks(leaks))));
});

test('merging again, or the same twice, changes nothing', () => {
  fc.assert(
    fc.property(leakLists, (leaks) => {
      const merged = mergeLeaks(leaks);
      expect(mergeLeaks(merged)).toEqual(merged);
      expect(mergeLeaks([...leaks, ...leaks])).toEqual(merged);
    }),
  );
});

test('what was merged in parts is merged as at once', () => {
  fc.assert(
    fc.property(leakLists, leakLists, (some, others) => {
      const once = mergeLeaks([...some, ...others]);
      expect(mergeLeaks([...mergeLeaks(some), ...others])).toEqual(once);
      expect(mergeLeaks([...some, ...mergeLeaks(others)])).toEqual(once);
    }),
  );
});

test('no identity, scope or receipt is lost, and no place is there twice', () => {
  fc.assert(
    fc.property(leakLists, (leaks) => {
      const merged = mergeLeaks(leaks);
      expect(new Set(merged.map(identityOf))).toEqual(new Set(leaks.map(identityOf)));
      const places = merged.map((leak) => identityOf(leak) + JSON.stringify(leak.site));
      expect(new Set(places).size).toBe(places.length);
      const receiptsOf = (list: typeof leaks) =>
        new Set(list.flatMap((leak) => leak.scopes.flatMap((one) => one.observedBy.map((r) => JSON.stringify(r)))));
      expect(receiptsOf(merged)).toEqual(receiptsOf(leaks));
    }),
  );
});
