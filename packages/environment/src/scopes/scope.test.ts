import { inBody, inHook, makeSuite, retryOf } from '../testing/scopes';
import { doneAgainSince, isWithin, standingOf, strictlyEncloses } from './scope';
import type { Context, Scope, Standing } from './scope';

const { file, cart, adds, empties, vat, rounds, alone } = makeSuite();

test.each<[inner: Scope | null, outer: Scope, within: boolean, strictly: boolean]>([
  [adds, adds, true, false],
  [adds, cart, true, true],
  [rounds, cart, true, true],
  [rounds, file, true, true],
  [cart, adds, false, false],
  [alone, cart, false, false],
  [null, file, false, false],
])('nesting %#', (inner, outer, within, strictly) => {
  expect(isWithin(inner, outer)).toBe(within);
  expect(inner !== null && strictlyEncloses(outer, inner)).toBe(strictly);
});

test.each<[title: string, context: Context, scope: Scope, standing: Standing]>([
  ['nothing is outside the file', inBody(alone), file, 'inside'],
  ['the test itself', inBody(adds), adds, 'inside'],
  ['a test of the describe', inBody(rounds), cart, 'inside'],
  ['a hook of the describe', inHook(vat, 'beforeAll'), cart, 'inside'],
  ['an outer hook that runs for the test', inHook(file, 'afterEach', adds), adds, 'inside'],
  ['an outer hook that runs for a test of the describe', inHook(file, 'beforeEach', rounds), cart, 'inside'],
  ['a sibling', inBody(empties), adds, 'outside'],
  ['an outer hook that runs for a sibling', inHook(cart, 'beforeEach', empties), adds, 'outside'],
  ['an outer all-hook', inHook(file, 'afterAll'), cart, 'outside'],
  ['a test beside the describe', inBody(alone), cart, 'outside'],
  ['another attempt', inBody(retryOf(adds)), adds, 'same-test-retry'],
  ['a hook of another attempt', inHook(file, 'beforeEach', retryOf(adds)), adds, 'same-test-retry'],
])('standing: %s', (_title, context, scope, standing) => {
  expect(standingOf(context, scope)).toBe(standing);
});

describe('done again since', () => {
  const suite = makeSuite();
  suite.cart.marks.set('purge', 5);

  test.each<[title: string, context: Context, mark: string, since: number, done: boolean]>([
    ['by an enclosing scope', inBody(suite.rounds), 'purge', 4, true],
    ['not later', inBody(suite.rounds), 'purge', 5, false],
    ['another mark', inBody(suite.rounds), 'mock', 4, false],
    ['a scope that does not enclose', inBody(suite.alone), 'purge', 4, false],
    ['for the test that an outer hook runs for', inHook(suite.file, 'beforeEach', suite.adds), 'purge', 4, true],
  ])('%s', (_title, context, mark, since, done) => {
    expect(doneAgainSince(context, mark, since)).toBe(done);
  });
});
