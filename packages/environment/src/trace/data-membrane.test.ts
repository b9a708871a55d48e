import { watchData } from './data-membrane';

interface Data {
  list: number[];
  deep?: { one: { two: number } };
  more?: unknown;
}

function watch() {
  const raw: Data = { list: [1], deep: { one: { two: 2 } } };
  const seen: string[] = [];
  const data = watchData(raw, (topLevel, before, after) => {
    seen.push(`${String(topLevel)}: ${String(before)} -> ${String(after)}`);
  }) as Data;
  return { raw, data, seen };
}

test('writes at any depth are told under their top-level property', () => {
  const { raw, data, seen } = watch();
  data.list.push(2);
  data.list[0] = 9;
  data.deep!.one.two = 3;
  data.more = 'new';
  delete data.deep;
  expect(seen).toEqual([
    'list: undefined -> 2',
    'list: 1 -> 9',
    'deep: 2 -> 3',
    'more: undefined -> new',
    'deep: [object Object] -> undefined',
  ]);
  expect(raw).toEqual({ list: [9, 2], more: 'new' });
});

test('it looks like the data', () => {
  const { raw, data } = watch();
  expect(data).toEqual(raw);
  expect(JSON.stringify(data)).toBe(JSON.stringify(raw));
  expect(Array.isArray(data.list)).toBe(true);
  expect(data.list).toBe(data.list);
  expect(Object.getOwnPropertyDescriptor(data, 'list')).toMatchObject({ writable: true, enumerable: true });
});

test('an inheritor of the data is not the data', () => {
  const { data, seen } = watch();
  const child = Object.create(data) as Data;
  child.more = 1;
  expect([child.more, data.more, seen]).toEqual([1, undefined, []]);
});
