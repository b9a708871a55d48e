import { pathOf } from './paths';

test.each([
  ['', 'load', 'load'],
  ['Svc.prototype', 'load', 'Svc.prototype.load'],
  ['table', Symbol('x'), 'table[Symbol(x)]'],
  ['', Symbol.iterator, '[Symbol(Symbol.iterator)]'],
  ['list', 1 as never, 'list.1'],
])('below %j the property %p is %s', (path, property, expected) => {
  expect(pathOf(path, property)).toBe(expected);
});
