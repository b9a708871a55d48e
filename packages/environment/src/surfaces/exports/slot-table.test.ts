import { SlotTable } from './slot-table';

test('each look tells what changed since the last one', () => {
  const object: Record<string, unknown> = { a: 1, b: 2 };
  const table = new SlotTable(object);
  expect(table.look()).toBeNull();

  object['a'] = 2;
  delete object['b'];
  object['c'] = 3;
  const changed = table.look()?.map(({ property, before, after }) => [property, before?.value, after?.value]);
  expect(changed).toEqual([
    ['a', 1, 2],
    ['c', undefined, 3],
    ['b', 2, undefined],
  ]);
  expect(table.look()).toBeNull();
});

test('no getter is called, neither one that was there nor one that is new', () => {
  const calls: string[] = [];
  const object = {
    get old() {
      calls.push('old');
      return 1;
    },
    plain: 1,
  };
  const table = new SlotTable(object);
  Object.defineProperty(object, 'plain', { get: () => calls.push('new') });
  expect(table.look()).toHaveLength(1);
  expect(calls).toEqual([]);
});

test('static methods of a class count, its own names and marks of interop do not', () => {
  class Svc {
    static find(): number {
      return 1;
    }
  }
  const table = new SlotTable(Svc);
  Object.defineProperty(Svc, 'name', { value: 'Other' });
  Object.defineProperty(Svc, '__esModule', { value: true });
  expect(table.look()).toBeNull();
  Svc.find = () => 2;
  expect(table.look()).toMatchObject([{ property: 'find' }]);
});

test('private fields of an instance are its own business, functions put there are not', () => {
  class Svc {
    _count = 0;
  }
  const svc: Svc & { _load?: () => void } = new Svc();
  const table = new SlotTable(svc);
  svc._count = 1;
  expect(table.look()).toBeNull();
  svc._load = () => {};
  expect(table.look()).toMatchObject([{ property: '_load' }]);
});

test('items of an array count, its length does not', () => {
  const list = [1];
  const table = new SlotTable(list);
  list.push(2);
  expect(table.look()).toMatchObject([{ property: '1' }]);
});

test('what cannot change costs nothing', () => {
  expect(new SlotTable(Object.freeze({ a: 1, b: 2 })).size).toBe(0);
});

test('an export may have the name of a property that functions have; interop and prototypes have their own', () => {
  const object: Record<string, unknown> = { name: 'a', length: 1, constructor: Object, '$$jest-mark': 1 };
  const table = new SlotTable(object);
  object['constructor'] = Array;
  object['$$jest-mark'] = 2;
  expect(table.look()).toBeNull();
  object['name'] = 'b';
  object['length'] = 2;
  expect(table.look()?.map(({ property }) => property)).toEqual(['name', 'length']);
});
