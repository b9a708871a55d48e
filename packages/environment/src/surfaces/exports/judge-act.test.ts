import type { Act } from '../../ledger/act';
import { countsForOthers, type ExportKnowledge } from './judge-act';
import { Requests } from './requests';
import { TestSide } from './test-side';

const act = (after: PropertyDescriptor | undefined): Act =>
  ({ call: null, value: { before: { value: 1 }, after } }) as unknown as Act;

const knowing = (known: Act | null): ExportKnowledge => ({
  requests: new Requests(() => null),
  testSide: new TestSide(new Set(), '/p'),
  factsOf: (one) => (one === known ? { path: '/p/src/x.js', json: false, ownLoad: true } : undefined),
});

test('what a scope does to its own module counts for others as it would from their side', () => {
  const deleted = act(undefined);
  const counter = act({ value: 2 });
  expect(countsForOthers(deleted, undefined, knowing(deleted))).toBe(true);
  expect(countsForOthers(counter, undefined, knowing(counter))).toBe(false);
});

test('an act of another surface does not count', () => {
  expect(countsForOthers(act(undefined), undefined, knowing(null))).toBe(false);
});
