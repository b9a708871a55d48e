import { saveLoadState } from './load-state';
import type { OpenIsolation } from './load-state';

function makeRuntime() {
  const state = {
    registry: new Map([['a', 1]]) as Map<string, unknown>,
    callbacks: new Set([1]) as Set<unknown>,
    automock: false,
    isolation: null as OpenIsolation | null,
  };
  const save = () =>
    saveLoadState({
      collections: [{ owner: state, names: ['registry', 'callbacks', 'ofAnotherVersion'] }],
      isAutomock: () => state.automock,
      setAutomock: (on) => {
        state.automock = on;
      },
      isolation: () => state.isolation,
      reopen: (isolation) => {
        state.isolation = isolation;
      },
    });
  return { state, save };
}

const open = (...entries: [string, unknown][]): OpenIsolation => ({ handle: {}, registries: [new Map(entries)] });

test('entries come back in their order, whatever was added or taken away', () => {
  const { state, save } = makeRuntime();
  state.registry.set('b', 2);
  const saved = save();
  state.registry.delete('a');
  state.registry.set('c', 3);
  state.callbacks.add(2);
  state.automock = true;
  saved.restore(false);
  expect([...state.registry]).toEqual([['a', 1], ['b', 2]]); // prettier-ignore
  expect([[...state.callbacks], state.automock]).toEqual([[1], false]);
});

test('a Map that Jest replaced is filled like the one before', () => {
  const { state, save } = makeRuntime();
  const saved = save();
  state.registry = new Map([['x', 9]]);
  saved.restore(false);
  expect([...state.registry]).toEqual([['a', 1]]);
});

describe('an isolateModules block', () => {
  test('that is still open has its entries again', () => {
    const { state, save } = makeRuntime();
    const isolation = open(['a', 1]);
    state.isolation = isolation;
    const saved = save();
    isolation.registries[0]?.clear();
    saved.restore(false);
    expect(state.isolation).toBe(isolation);
    expect([...(isolation.registries[0] ?? [])]).toEqual([['a', 1]]);
  });

  test('that resetModules ended is open again', () => {
    const { state, save } = makeRuntime();
    const isolation = open(['a', 1]);
    state.isolation = isolation;
    const saved = save();
    state.isolation = null;
    saved.restore(true);
    expect(state.isolation).toBe(isolation);
  });

  test('that ended by itself stays ended', () => {
    const { state, save } = makeRuntime();
    state.isolation = open(['a', 1]);
    const saved = save();
    state.isolation = null;
    saved.restore(false);
    expect(state.isolation).toBeNull();
  });

  test('that was opened since is left alone', () => {
    const { state, save } = makeRuntime();
    const saved = save();
    const later = open(['b', 2]);
    state.isolation = later;
    saved.restore(true);
    expect(state.isolation).toBe(later);
    expect([...(later.registries[0] ?? [])]).toEqual([['b', 2]]);
  });
});
