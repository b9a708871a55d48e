import { meantBy, Watchpoint } from './watchpoint';

type Bag = Record<string, unknown>;

function watch(object: object, property: string) {
  const seen: string[] = [];
  const show = (side: PropertyDescriptor | undefined): string =>
    side === undefined ? 'absent' : side.get === undefined ? String(side.value) : 'an accessor';
  const point = new Watchpoint({ object, property }, (before, after, caller) => {
    seen.push(`${show(before)} -> ${show(after)}${caller === null ? ' (unseen)' : ''}`);
  });
  return { point, seen, armed: point.arm() };
}

const enumerable = (object: object, property: string) => Object.getOwnPropertyDescriptor(object, property)?.enumerable;

test('a write is done, told, and watched on', () => {
  const object: Bag = { a: 1, b: 2 };
  const { point, seen, armed } = watch(object, 'a');
  object['a'] = 5;
  object['a'] = 5;
  object['a'] = 6;
  expect(armed).toBe(true);
  expect(seen).toEqual(['1 -> 5', '5 -> 6']);
  expect({ ...object }).toEqual({ a: 6, b: 2 });
  point.disarm();
  expect(Object.getOwnPropertyDescriptor(object, 'a')).toEqual({
    value: 6,
    writable: true,
    enumerable: true,
    configurable: true,
  });
});

test('an absent property is absent afterwards unless it was written', () => {
  const object: Bag = {};
  const { point, seen } = watch(object, 'a');
  expect([object['a'], Object.keys(object)]).toEqual([undefined, []]);
  point.disarm();
  expect('a' in object).toBe(false);
  point.arm();
  object['a'] = 1;
  expect([seen, Object.keys(object), enumerable(object, 'a')]).toEqual([['absent -> 1'], ['a'], true]);
});

test('an inheritor gets a property of its own', () => {
  const object: Bag = { a: 1 };
  const { seen } = watch(object, 'a');
  const child = Object.create(object) as Bag;
  child['a'] = 2;
  expect([object['a'], child['a'], Object.keys(child), seen]).toEqual([1, 2, ['a'], []]);
});

test('an accessor keeps its getter, and its setter is called', () => {
  let held = 1;
  const object = {
    get a() {
      return held;
    },
    set a(value) {
      held = value;
    },
  };
  const { point, seen } = watch(object, 'a');
  object.a = 3;
  expect([object.a, held, seen]).toEqual([3, 3, ['an accessor -> 3']]);
  point.disarm();
  object.a = 4;
  expect([held, seen]).toHaveLength(2);
});

test('a saved descriptor brings back the value of its time', () => {
  const object: Bag = { a: 1 };
  const { point, seen } = watch(object, 'a');
  const saved = Object.getOwnPropertyDescriptor(object, 'a')!;
  expect(meantBy(saved)).toMatchObject({ value: 1, writable: true });
  object['a'] = 2;
  point.around(() => Object.defineProperty(object, 'a', meantBy(saved)), []);
  expect([object['a'], seen]).toEqual([1, ['1 -> 2', '2 -> 1']]);
  object['a'] = 3;
  Object.defineProperty(object, 'a', saved);
  expect(object['a']).toBe(1);
  point.settle();
  expect(seen.slice(2)).toEqual(['1 -> 3', '3 -> 1 (unseen)']);
});

test('a delete is seen afterwards', () => {
  const object: Bag = { a: 1 };
  const { point, seen } = watch(object, 'a');
  delete object['a'];
  expect(object['a']).toBeUndefined();
  point.settle();
  expect(seen).toEqual(['1 -> absent (unseen)']);
});

test('what cannot be written is watched for definitions', () => {
  const object: Bag = Object.defineProperty({}, 'a', { value: 1, configurable: true });
  const { point, seen, armed } = watch(object, 'a');
  point.around(() => Object.defineProperty(object, 'a', { value: 2 }), []);
  expect([armed, object['a'], seen]).toEqual([true, 2, ['1 -> 2']]);
});

test('when the definition throws, it is watched on', () => {
  const object: Bag = { a: 1 };
  const { point, seen } = watch(object, 'a');
  const refuse = () => {
    throw new Error('refused');
  };
  expect(() => point.around(refuse, [])).toThrow('refused');
  object['a'] = 2;
  expect(seen).toEqual(['1 -> 2']);
});

test.each<[title: string, object: object]>([
  ['fixed', Object.defineProperty({}, 'a', { value: 1, writable: true })],
  ['on a frozen object', Object.freeze({ a: 1 })],
  ['absent on a frozen object', Object.freeze({})],
])('a property that is %s cannot be watched', (_title, object) => {
  expect(watch(object, 'a').armed).toBe(false);
});
