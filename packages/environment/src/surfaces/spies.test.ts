import { inBody, makeSuite } from '../testing/scopes';
import { Spies } from './spies';
import type { SpyCall } from './spies';

const { adds, alone } = makeSuite();
const callIn = (scope: typeof adds): SpyCall => ({ call: 'jest.spyOn', frames: [], context: inBody(scope) });

test('the last call on a property of an object is known, and each target is told', () => {
  const spies = new Spies();
  const told: object[] = [];
  spies.onTarget = (target) => told.push(target);
  const [object, made] = [{ load: 1 }, () => {}];
  const [first, last] = [callIn(adds), callIn(alone)];
  for (const call of [first, last]) spies.noteCall(object, 'load', call);
  spies.noteCall(made, 'load', first);
  expect(spies.callOn(object, 'load')).toBe(last);
  expect(spies.callOn(made, 'load')).toBe(first);
  expect([spies.callOn(object, 'save'), spies.callOn({}, 'load')]).toEqual([undefined, undefined]);
  expect(told).toEqual([object, object, made]);
});

test.each([null, undefined, 'text'])('a call on %j, which Jest refuses, is no call', (target) => {
  const spies = new Spies();
  spies.onTarget = jest.fn();
  expect(() => spies.noteCall(target, 'load', callIn(adds))).not.toThrow();
  expect(spies.onTarget).not.toHaveBeenCalled();
});
