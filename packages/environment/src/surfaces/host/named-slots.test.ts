import type { SlotChange } from '../slot';
import { mentionsIn } from './mentions';
import { NamedSlots } from './named-slots';
import { timesRemembered, WatchedObject } from './watched-object';

type Bag = Record<string, unknown>;

function named(text: string, ...objects: Bag[]): () => string[] {
  const slots = new NamedSlots(mentionsIn([text]));
  const watched = objects.map(
    (object, i) => new WatchedObject(object, { kind: 'host-object-mutated', text: `o${i}`, depth: 0 }),
  );
  return () => {
    const changes: SlotChange[] = [];
    slots.look(watched, changes);
    return changes.map(({ key }) => key);
  };
}

test('only what the code names is looked at', () => {
  const [first, second]: [Bag, Bag] = [
    { a: 1, b: 1 },
    { b: 1, c: 1 },
  ];
  const look = named('read(x.b)', first, second);
  first['a'] = 2;
  second['c'] = 2;
  expect(look()).toEqual([]);
  second['b'] = 2;
  expect(look()).toEqual(expect.arrayContaining(['o1.b']));
  expect(look()).toEqual([]);
});

test('a property that the code assigns may be new, and is looked at from then on', () => {
  const object: Bag = { b: 1 };
  const look = named('x.fresh = 1', object);
  expect(look()).toEqual([]);
  object['fresh'] = 1;
  expect(look()).toEqual(['o0.fresh']);
  object['fresh'] = 2;
  expect(look()).toEqual(['o0.fresh']);
});

test('a property that an object has and does not compare is no news', () => {
  const object = function named(): void {};
  const slots = new NamedSlots(mentionsIn(['x.name = 1; x.fresh = 2']));
  const watched = new WatchedObject(object, { kind: 'host-object-mutated', text: 'o', depth: 0 });
  const list = [watched];
  const changes: SlotChange[] = [];
  (object as unknown as Bag)['fresh'] = 2;
  slots.look(list, changes);
  expect(changes.map(({ key }) => key)).toEqual(['o.fresh']);
  const before = timesRemembered();
  slots.look(list, changes);
  expect([changes.length, timesRemembered() - before]).toEqual([1, 0]);
});

test('a property that came some other way is looked at once it is known', () => {
  const object: Bag = { b: 1 };
  const slots = new NamedSlots(mentionsIn(['x.c']));
  const watched = new WatchedObject(object, { kind: 'host-object-mutated', text: 'o', depth: 0 });
  const changes: SlotChange[] = [];
  slots.look([watched], changes);
  object['c'] = 1;
  const list = [watched];
  slots.look(list, changes);
  watched.look(changes, true);
  object['c'] = 2;
  slots.look(list, changes);
  expect(changes.map(({ after }) => after?.value as unknown)).toEqual([1, 2]);
});

test('objects that are added to the list are looked at', () => {
  const [first, second]: [Bag, Bag] = [{ b: 1 }, { b: 1 }];
  const list = [first, second].map(
    (object, i) => new WatchedObject(object, { kind: 'host-object-mutated', text: `o${i}`, depth: 0 }),
  );
  const slots = new NamedSlots(mentionsIn(['x.b']));
  const changes: SlotChange[] = [];
  const [one, two] = list as [WatchedObject, WatchedObject];
  const watched = [one];
  slots.look(watched, changes);
  watched.push(two);
  second['b'] = 2;
  slots.look(watched, changes);
  expect(changes.map(({ key }) => key)).toEqual(['o1.b']);
});

test.each(['Object.freeze(x)', 'Object.seal(x)', 'Reflect.preventExtensions(x)'])(
  'after %s a lock is looked for on every object',
  (text) => {
    const object: Bag = { a: 1 };
    const look = named(text, object);
    expect(look()).toEqual([]);
    Object.preventExtensions(object);
    expect(look()).toHaveLength(1);
  },
);

test('a lock on what is not named waits for another look', () => {
  const object: Bag = { a: 1 };
  const look = named('read(x.b)', object);
  Object.preventExtensions(object);
  expect(look()).toEqual([]);
});
