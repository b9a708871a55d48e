import { Settled } from './settled';

test('in each file what was added, until all is', () => {
  const settled = new Settled();
  const [one, other] = [{ settledIn: 0 }, { settledIn: 0 }];
  const state = (): boolean[] => [settled.has(one), settled.has(other)];
  expect(state()).toEqual([true, true]);
  settled.beginFile(false);
  expect(state()).toEqual([false, false]);
  settled.add(one);
  expect(state()).toEqual([true, false]);
  settled.beginFile(false);
  expect(state()).toEqual([false, false]);
  settled.addAll();
  expect(state()).toEqual([true, true]);
  settled.beginFile(true);
  expect(state()).toEqual([true, true]);
});
