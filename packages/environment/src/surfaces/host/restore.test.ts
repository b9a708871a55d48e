import querystring from 'node:querystring';
import { StringDecoder } from 'node:string_decoder';
import fc from 'fast-check';
import { HostSlots } from './host-slots';

const TARGETS: object[] = [querystring, StringDecoder, StringDecoder.prototype];
const NAMES: PropertyKey[] = ['escape', 'parse', 'encode', 'write', 'end', 'fresh', 'other', Symbol.for('mark'), '0'];

const mutation = fc.record({
  target: fc.constantFrom(...TARGETS),
  property: fc.constantFrom(...NAMES),
  change: fc.oneof(
    fc.constant(null),
    fc.record({
      value: fc.anything(),
      writable: fc.boolean(),
      enumerable: fc.boolean(),
      configurable: fc.constant(true),
    }),
    fc.record({ get: fc.constant(() => 1), enumerable: fc.boolean(), configurable: fc.constant(true) }),
  ),
});

test('whatever was done to shared objects, restoring the changes gives every descriptor back', () => {
  const slots = new HostSlots({ global: globalThis, process });
  slots.beginFile({});
  slots.handOut('querystring');
  slots.handOut('string_decoder');
  const before = TARGETS.map((target) => Object.getOwnPropertyDescriptors(target));
  fc.assert(
    fc.property(fc.array(mutation, { minLength: 1, maxLength: 5 }), (mutations) => {
      for (const { target, property, change } of mutations) {
        if (change === null) Reflect.deleteProperty(target, property);
        else Reflect.defineProperty(target, property, change);
      }
      const changes = slots.lookAtAll();
      expect(changes.every((change) => slots.restore(change))).toBe(true);
      expect(TARGETS.map((target) => Object.getOwnPropertyDescriptors(target))).toEqual(before);
      expect(slots.lookAtAll()).toEqual([]);
    }),
    { numRuns: 200 },
  );
});
