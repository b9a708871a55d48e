import { ownerSitesOf } from './index';
import { leakAt, scopeAt } from './testing/builders';

const receipt = { test: 'x', describe: null, hook: null, sameTestRetry: false, file: 'a.js', from: null };
const latent = { escapedTo: null };
const observed = { escapedTo: null, observedBy: [receipt] };

test.each([
  ['one place from many scopes is one site', [scopeAt('a.js:1'), scopeAt('a.js:1', { name: 'other' })], 1],
  ['each place in the owner is a site', [scopeAt('a.js:1'), scopeAt('a.js:2')], 2],
  ['the site stands in where the owner has no frame', [scopeAt(null), scopeAt(null, { name: 'other' })], 1],
  ['no scope at all is one site', [], 1],
])('%s', (_name, scopes, count) => {
  expect(ownerSitesOf(leakAt('helper.js:9', { scopes })).size).toBe(count);
});

test('without any place there is still one site', () => {
  expect(ownerSitesOf(leakAt('a.js:1', { site: null, scopes: [scopeAt(null)] })).size).toBe(1);
});

describe('with a gate', () => {
  const scopes = [scopeAt('a.js:1', observed), scopeAt('a.js:2'), scopeAt('a.js:3', latent)];
  const leak = leakAt('helper.js:9', { grade: 'observed', scopes });

  test.each([
    ['latent', 3],
    ['escaped', 2],
    ['observed', 1],
  ] as const)('%s, each scope counts by how far it reached itself', (gate, count) => {
    expect(ownerSitesOf(leak, gate).size).toBe(count);
  });

  test('a leak below it has no site', () => {
    expect(ownerSitesOf(leakAt('a.js:1', { grade: 'latent' }), 'escaped').size).toBe(0);
  });

  test('a receipt of the same test does not raise a scope', () => {
    const retry = scopeAt('a.js:4', { escapedTo: null, observedBy: [{ ...receipt, sameTestRetry: true }] });
    expect(ownerSitesOf({ ...leak, scopes: [...scopes, retry] }, 'escaped').size).toBe(2);
  });

  test('where no scope shows the grade of the leak, all count', () => {
    const unclear = leakAt('a.js:1', { grade: 'observed', scopes: [scopeAt('a.js:1'), scopeAt('a.js:2', latent)] });
    expect(ownerSitesOf(unclear, 'observed').size).toBe(2);
  });

  test('cross-file leaks, whose scopes do not tell, count whole', () => {
    const change = { kind: 'process-state', scopes: [scopeAt('a.js:1', latent), scopeAt('a.js:2', latent)] } as const;
    expect(ownerSitesOf(leakAt('a.js:1', { ...change, scopes: [...change.scopes] }), 'observed').size).toBe(2);
  });

  test('what was put back counts from escaped under observed', () => {
    const put = leakAt('a.js:1', { scopes: [scopeAt('a.js:1')] });
    expect([ownerSitesOf(put, 'observed').size, ownerSitesOf(put, 'observed', true).size]).toEqual([0, 1]);
  });
});
