import { dressAsRequire, layoutOf } from './carry-require';
import type { AnyFunction } from './shape';

const carryOf = (): AnyFunction =>
  (
    () => (request: string) =>
      request
  )() as AnyFunction;
const same = (cache: unknown): unknown => cache;

/** A `require` function as Jest makes it; `main` as a value (29.7 to 30.3) or as an accessor (30.4 to 30.5). */
function requireOf(main: PropertyDescriptor): AnyFunction {
  const made = (
    () => (name: string) =>
      name
  )() as unknown as Record<string, unknown>;
  made['extensions'] = {};
  made['resolve'] = () => '';
  made['cache'] = {};
  Object.defineProperty(made, 'main', { enumerable: true, ...main });
  return made as unknown as AnyFunction;
}

test.each([
  ['a value', { value: 1 }, { value: 2 }],
  ['an accessor', { get: () => 1 }, { get: () => 1 }],
])('a function that stands for another looks the same: main is %s', (_what, first, second) => {
  const layout = layoutOf(requireOf(first), carryOf());
  const original = requireOf(second);
  const carry = dressAsRequire(carryOf(), original, layout, same);
  const look = (fn: AnyFunction): unknown =>
    Object.entries(Object.getOwnPropertyDescriptors(fn)).map(([key, { get, ...rest }]) => [key, get?.(), rest]);
  expect(look(carry)).toEqual(look(original));
});

test('a value of main that comes later is that of all after it', () => {
  const layout = layoutOf(requireOf({ value: null }), carryOf());
  const mains = [null, 1, 1, 2].map((value) => {
    const carry = dressAsRequire(carryOf(), requireOf({ value }), layout, same);
    return Object.getOwnPropertyDescriptor(carry, 'main');
  });
  const traits = { writable: false, enumerable: true, configurable: false };
  expect(mains).toEqual([null, 1, 1, 2].map((value) => ({ value, ...traits })));
});

test('a name and an arity that differ are taken over', () => {
  const bound = requireOf.bind(null) as unknown as AnyFunction;
  const carry = dressAsRequire(carryOf(), bound, layoutOf(bound, carryOf()), same);
  expect([carry.name, carry.length]).toEqual(['bound requireOf', 1]);
  const other = function named(): void {} as AnyFunction;
  const second = dressAsRequire(carryOf(), other, layoutOf(other, carryOf()), same);
  expect([second.name, second.length]).toEqual(['named', 0]);
});

test('its cache is the one that is watched', () => {
  const original = requireOf({ value: 1 });
  const watched = {};
  const carry = dressAsRequire(carryOf(), original, layoutOf(original, carryOf()), (cache) =>
    cache === (original as unknown as { cache: unknown }).cache ? watched : null,
  );
  expect((carry as unknown as { cache: unknown }).cache).toBe(watched);
});
