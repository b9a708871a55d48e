import { Faults } from './faults';

test('what works gives its value, what throws gives the other one and is noted', () => {
  const faults = new Faults();
  expect(faults.guard('counting', () => 1, 0)).toBe(1);
  const broken = (): number => {
    throw new TypeError('no number');
  };
  expect(faults.guard('counting', broken, 0)).toBe(0);
  expect(faults.list).toEqual([
    { while: 'counting', message: 'no number', stack: expect.stringMatching(/^TypeError: no number\n +at /) },
  ]);
});

test('anything that is thrown can be noted', () => {
  const faults = new Faults();
  faults.note('counting', 'a text');
  expect(faults.list).toEqual([{ while: 'counting', message: 'a text', stack: null }]);
});

test('the first ten are kept', () => {
  const faults = new Faults();
  for (let index = 0; index < 30; index++) faults.note('looping', new Error(String(index)));
  expect(faults.list.map(({ message }) => message)).toEqual(['0', '1', '2', '3', '4', '5', '6', '7', '8', '9']);
});
